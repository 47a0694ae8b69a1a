import EngineKit
import Foundation

/// A question from outside a chat's window: a shortcut, a service, an address, the quick prompt.
public struct AskRequest: Equatable, Sendable {
    public enum Source: Sendable { case shortcut, service, address, quickPrompt }

    /// A question that was asked before, and its answer.
    public struct Turn: Equatable, Sendable {
        public var question: String
        public var answer: String

        public init(question: String, answer: String) {
            self.question = question
            self.answer = answer
        }
    }

    public var source: Source
    public var prompt: String
    /// What was said before it.
    public var earlier: [Turn] = []
    public var systemPrompt = ""
    /// By name; `nil` is the default model.
    public var model: String?
    public var thinking = ThinkingChoice.off
    public var maxTokens: UInt64?
    /// The longest answer, in characters.
    public var longestAnswer: Int?
    /// How long it may take, waiting for its turn and loading the model included.
    public var deadline: Duration?
    /// Whether the user has seen the prompt and said yes. What comes by an address is not asked without.
    public var isConfirmed = false

    public init(_ source: Source, prompt: String) {
        self.source = source
        self.prompt = prompt
    }
}

/// What came of a question.
public enum AskOutcome: Equatable, Sendable {
    case answered(AskAnswer)
    case refused(AskRefusal)
    /// Nothing came but an error.
    case failed(EngineError)
}

/// An answer, or the part of it that there was time and room for.
public struct AskAnswer: Equatable, Sendable {
    public enum Ending: Equatable, Sendable {
        case complete
        /// Stopped at its deadline.
        case deadline
        /// Stopped at its longest length, in characters or tokens.
        case length
        case repetition
        case cancelled
        case failed(EngineError)
    }

    public var text: String
    public var ending: Ending
    public var model: String
    /// The engine's account, unless the answer was stopped from here.
    public var account: AnswerAccount?

    public init(text: String, ending: Ending, model: String, account: AnswerAccount? = nil) {
        self.text = text
        self.ending = ending
        self.model = model
        self.account = account
    }

    public var isPartial: Bool { ending != .complete }

    /// What to say with a partial answer.
    public var note: String? {
        switch ending {
        case .complete: nil
        case .deadline: AskWords.deadline
        case .length: AskWords.length
        case .repetition: AskWords.repetition
        case .cancelled: AskWords.cancelled
        case .failed(let error): AskWords.failed(error.message)
        }
    }
}

/// Why a question was not asked.
public enum AskRefusal: Equatable, Sendable {
    case empty
    case tooLong(limit: Int)
    case notConfirmed
    /// Too many questions wait already.
    case busy
    /// The deadline came, or it was cancelled, before anything had come.
    case nothingInTime
    case cancelled

    public var message: String {
        switch self {
        case .empty: AskWords.empty
        case .tooLong(let limit): AskWords.tooLong(limit)
        case .notConfirmed: AskWords.notConfirmed
        case .busy: AskWords.busy
        case .nothingInTime: AskWords.nothingInTime
        case .cancelled: AskWords.cancelledAtOnce
        }
    }
}

enum AskWords {
    static var empty: String { String(localized: "There is nothing to ask.") }
    static var notConfirmed: String { String(localized: "The question was not confirmed, so it was not asked.") }
    static var busy: String { String(localized: "Tandem is answering other questions. Try again in a moment.") }
    static var nothingInTime: String {
        String(localized: "No answer came in time. Give it more time, or load the model before asking.")
    }
    static var cancelledAtOnce: String { String(localized: "The question was cancelled before an answer came.") }
    static var deadline: String { String(localized: "The answer is not complete: the time for it was over.") }
    static var length: String { String(localized: "The answer was cut at the length that was asked for.") }
    static var repetition: String { String(localized: "The answer was stopped, as it repeated itself.") }
    static var cancelled: String { String(localized: "The answer was stopped.") }

    static func failed(_ message: String) -> String { String(localized: "The answer is not complete: \(message)") }
    static func tooLong(_ limit: Int) -> String {
        String(localized: "The question is longer than \(limit) characters.")
    }
}
