import EngineKit

/// What one sees of the answers of a chat at a moment. What is to be said follows from two of them.
public struct AnswerMoment: Equatable, Sendable {
    let isAnswering: Bool
    /// The answer that was begun last, on whatever branch.
    let newest: Int64?
    let ending: AnswerAccount.Ending?
    let failure: ConversationStore.Failure?

    @MainActor
    public init(_ store: ConversationStore) {
        isAnswering = store.isAnswering
        let answer = store.tree.messages.last { $0.role == .assistant }
        newest = answer?.id
        ending = answer.flatMap { AnswerAccount.Ending(kept: $0) }
        failure = store.failure
    }

    init(isAnswering: Bool, newest: Int64?, ending: AnswerAccount.Ending?, failure: ConversationStore.Failure? = nil) {
        (self.isAnswering, self.newest, self.ending, self.failure) = (isAnswering, newest, ending, failure)
    }

    /// What happened since another moment. An answer may have begun and ended between the two.
    public func events(since before: AnswerMoment, text: @autoclosure () -> String) -> [AnnouncementPolicy.Event] {
        let isNew = (newest ?? 0) > (before.newest ?? 0)
        let hasFailed = failure != before.failure && failure?.question != nil
        var events: [AnnouncementPolicy.Event] = []
        if isAnswering ? !before.isAnswering : isNew && !before.isAnswering { events.append(.answerBegan) }
        guard !isAnswering, before.isAnswering || isNew || hasFailed else { return events }
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
