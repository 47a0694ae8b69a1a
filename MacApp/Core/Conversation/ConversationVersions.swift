import EngineKit

/// Which of its versions each message is shown in.
extension ConversationStore {
    /// Shows the version before or after a message.
    public func showVersion(_ way: Int, of message: Int64) async {
        guard canSend, let version = tree.version(way, from: message) else { return }
        await alone { await self.choose(version) }
    }

    /// Changes the branches in its turn. What is said meanwhile would be put on the branch that is left.
    func alone<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        isSending = true
        defer { isSending = false }
        return await writes.run(work)
    }

    /// Shows the branch that a message is on, so that it can be scrolled to; whether it is shown then.
    @discardableResult
    public func show(_ message: Int64) async -> Bool {
        guard tree[message] != nil else { return false }
        if tree.path.contains(message) { return true }
        guard canSend else { return false }
        await alone { await self.choose(message) }
        return tree.path.contains(message)
    }

    private func choose(_ version: Int64) async {
        do throws(EngineError) {
            try await services.chats.choose(version)
            tree.choose(version)
        } catch {
            failure = Failure(error: error, question: nil)
        }
    }
}
