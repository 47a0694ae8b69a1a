import EngineKit

/// Keeps what was asked outside a chat as a chat.
public struct AskKeeper: Sendable {
    private let chats: any ChatStoreProtocol

    public init(_ chats: any ChatStoreProtocol) {
        self.chats = chats
    }

    /// The number of the new chat, for the questions of a quick prompt with their answers, as far as they came. Half a
    /// chat is not left behind.
    public func keep(_ exchanges: [QuickPrompt.Exchange], model: String) async throws(EngineError) -> Int64 {
        let chat = try await chats.create(systemPrompt: "", model: model)
        do throws(EngineError) {
            try await fill(chat, with: exchanges, model: model)
            return chat
        } catch {
            try? await chats.trash(chat)
            try? await chats.purge(chat)
            throw error
        }
    }

    private func fill(
        _ chat: Int64, with exchanges: [QuickPrompt.Exchange], model: String
    ) async throws(EngineError) {
        var last: Int64?
        for exchange in exchanges {
            let question = try await chats.add(exchange.question, to: chat, after: last)
            last = question
            guard !exchange.answer.isEmpty else { continue }
            var account: AnswerAccount?
            var reason = AnswerAccount.Ending.cancelled.word
            if case .answered(let answer)? = exchange.ending {
                account = answer.account
                reason = account?.ending.word ?? (answer.ending == .complete ? "stop" : reason)
            }
            let kept = try await chats.beginAnswer(to: question, model: model)
            try await chats.append([.text(exchange.answer)], to: kept)
            try await chats.finish(kept, reason: reason, statistics: account?.json)
            last = kept
        }
    }
}
