import EngineKit

/// What the user says, and says anew.
extension ConversationStore {
    /// Says something and has it answered. `false` if it is not on the disk: then the text must stay where it was
    /// written.
    public func send(_ draft: MessageDraft) async -> Bool {
        guard canSend else { return false }
        isSending = true
        defer { isSending = false }
        return await writes.run { await self.say(draft) }
    }

    private func say(_ draft: MessageDraft) async -> Bool {
        await keepAll()
        do throws(EngineError) {
            // Without the answers that the user sees, the model would not know what is spoken of.
            let missing = unkept.first { tree.path.contains($0.keeper.answer) }
            if let failure = missing?.keeper.failure { throw failure }
            let chat = try await begun()
            let parent = tree.path.last
            let id = try await services.chats.add(draft, to: chat.id, after: parent)
            said(id, parent: parent, text: draft.text, attachments: draft.attachments)
            return true
        } catch {
            failure = Failure(error: error, question: nil, unsent: .message)
            return false
        }
    }

    /// Says something else instead of a message of the user's, on a branch of its own, and has that answered.
    public func edit(_ message: Int64, to text: String, attaching: [TextAttachment] = []) async -> Bool {
        guard canSend, let old = tree[message], old.role == .user else { return false }
        isSending = true
        defer { isSending = false }
        return await writes.run { await self.replace(old, with: text, attaching) }
    }

    private func replace(_ old: ChatMessage, with text: String, _ attaching: [TextAttachment]) async -> Bool {
        do throws(EngineError) {
            let id = try await services.chats.edit(old.id, to: text, attaching: attaching)
            let replaced = Set(attaching.map(\.name))
            said(
                id, parent: old.parent, text: text,
                attachments: old.attachments.filter { !replaced.contains($0.name) } + attaching)
            return true
        } catch {
            failure = Failure(error: error, question: nil, unsent: .edit)
            return false
        }
    }

    private func begun() async throws(EngineError) -> Chat {
        if let chat { return chat }
        var new = new
        new.model = new.model ?? services.settings().defaultModel
        let id = try await services.chats.create(new)
        let begun = Chat(
            id: id, title: "", folder: new.folder, systemPrompt: new.systemPrompt, model: new.model,
            parameters: new.parameters)
        chat = begun
        onCreated?(id, self)
        return begun
    }

    private func said(_ id: Int64, parent: Int64?, text: String, attachments: [TextAttachment]) {
        var message = ChatMessage(id: id, parent: parent, role: .user, state: .complete, text: text)
        message.attachments = attachments
        tree.insert(message)
        tellChange()
        answer(to: id)
    }
}
