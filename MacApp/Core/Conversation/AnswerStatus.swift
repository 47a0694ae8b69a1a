import EngineKit

/// How far an answer is, in words.
public struct AnswerStatus: Equatable, Sendable {
    public let text: String
    /// Of what is being read; `nil` where nobody knows how long it takes.
    public let fraction: Double?

    /// `behindAnother`: an answer comes in another chat.
    public init(_ phase: LiveAnswer.Phase, behindAnother: Bool = false) {
        fraction = if case .reading(let done, let total) = phase, total > 0 { min(1, Double(done) / Double(total)) } else { nil }
        text =
            switch phase {
            case .waiting:
                behindAnother
                    ? String(localized: "Waiting for another answer to end…")
                    : String(localized: "Getting the model ready…")
            case .reading: String(localized: "Reading the chat…")
            case .thinking: String(localized: "Thinking…")
            case .writing: String(localized: "Writing…")
            case .stopping: String(localized: "Stopping…")
            }
    }
}

/// How an answer ended, if not by itself: what stands under it, and a button that helps.
public struct AnswerNote: Equatable, Sendable {
    public enum Action: Equatable, Sendable { case answerAgain, changeSettings }

    public let text: String
    public let action: Action?

    public init?(_ message: ChatMessage) {
        guard message.role == .assistant, message.state != .streaming else { return nil }
        switch (message.state, message.finishReason) {
        case (.cut, _): (text, action) = (String(localized: "Cut off before its end."), .answerAgain)
        case (_, "length"):
            // The engine answers messages; it does not go on with an answer.
            text = String(
                localized: "Cut at the longest length. Ask for the rest, or allow longer answers in the chat’s settings.")
            action = .changeSettings
        case (_, "repetition"): (text, action) = (String(localized: "Stopped, as it repeated itself."), .answerAgain)
        case (_, "cancelled"): (text, action) = (String(localized: "Stopped."), nil)
        case (_, "error"): (text, action) = (String(localized: "Broken off by an error."), .answerAgain)
        case (_, "tool_calls"): (text, action) = (String(localized: "It asks for a tool to be called."), nil)
        case (_, nil) where message.text.isEmpty: (text, action) = (String(localized: "There is no answer."), .answerAgain)
        default: return nil
        }
    }
}
