import EngineKit

/// What one sees of the answers of a chat at a moment. What is to be said follows from two of them.
public struct AnswerMoment: Equatable, Sendable {
    let isAnswering: Bool
    /// Answers that were asked for so far.
    let asked: Int
    let ending: AnswerAccount.Ending?
    let failure: ConversationStore.Failure?

    @MainActor
    public init(_ store: ConversationStore) {
        isAnswering = store.isAnswering
        asked = store.asked
        ending = store.tree.messages.last { $0.role == .assistant }.flatMap { AnswerAccount.Ending(kept: $0) }
        failure = store.failure
    }

    init(isAnswering: Bool, asked: Int, ending: AnswerAccount.Ending?, failure: ConversationStore.Failure? = nil) {
        (self.isAnswering, self.asked, self.ending, self.failure) = (isAnswering, asked, ending, failure)
    }

    /// What happened since another moment. An answer may have begun and ended between the two.
    public func events(since before: AnswerMoment, text: @autoclosure () -> String) -> [AnnouncementPolicy.Event] {
        let isNew = asked > before.asked
        var events: [AnnouncementPolicy.Event] = isNew ? [.answerBegan] : []
        guard !isAnswering, before.isAnswering || isNew else { return events }
        if let error = failure?.error, failure?.question != nil {
            events.append(.answerEnded(.failed(error), text: ""))
        } else {
            events.append(.answerEnded(ending ?? .cancelled, text: text()))
        }
        return events
    }
}

extension AnswerAccount.Ending {
    /// As it was kept with an answer; `nil` for one that comes still.
    init?(kept message: ChatMessage) {
        guard message.state != .streaming else { return nil }
        let all: [AnswerAccount.Ending] = [.stop, .length, .repetition, .toolCalls, .cancelled]
        self = all.first { $0.word == message.finishReason } ?? .cancelled
    }
}
