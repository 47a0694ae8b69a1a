internal import TandemBindings

/// A step of an answer.
public enum AnswerStep: Equatable, Sendable {
    /// So many of the prompt's tokens have been read.
    case reading(done: UInt64, total: UInt64)
    case thinking(String)
    case text(String)
    /// A complete tool call; the arguments are a JSON object.
    case toolCall(name: String, arguments: String)
    /// What drafting did for the pieces since the last such step; it comes after them.
    case drafts(AnswerDrafts)
    /// The last step, exactly once, however the answer ended.
    case ended(AnswerAccount)
}

/// A whole answer and how it came about.
public struct AnswerAccount: Equatable, Sendable {
    public enum Ending: Equatable, Sendable {
        case stop, length, repetition, toolCalls, cancelled
        case failed(EngineError)
    }

    public struct Tokens: Equatable, Sendable {
        public var prompt: UInt64 = 0
        /// Those of the prompt that did not have to be read again.
        public var cached: UInt64 = 0
        public var answer: UInt64 = 0
        /// Those of the answer that the model thought.
        public var thinking: UInt64 = 0

        public init() {}
    }

    public struct Speculation: Equatable, Sendable {
        /// Why the companion drafted, or did not; in the names of the engine's JSON.
        public enum Cause: String, Sendable {
            case asked, pays, rests
            case switchedOff = "switched_off"
            case noCompanion = "no_companion"
            case misfit
            case tooShort = "too_short"
            case notDecoded = "not_decoded"
        }

        public var active = false
        public var cause = Cause.notDecoded
        /// The same in the engine's words.
        public var reason = ""
        public var depth: UInt64 = 0
        public var rounds: UInt64 = 0
        public var drafted: UInt64 = 0
        public var accepted: UInt64 = 0
        /// Rounds in which the first draft was accepted, the second, and so on.
        public var acceptedByPosition: [UInt64] = []
        public var tokensPerRound = 0.0
        /// How many times as fast as plain decoding the answer came, where that was measured.
        public var gain: Double?
        /// Drafting from likely tokens alone, where that was tried.
        public var vocabulary: Vocabulary?

        public init() {}
    }

    /// What drafting from likely tokens alone did.
    public struct Vocabulary: Equatable, Sendable {
        /// Whether drafts came from them at the end.
        public var used: Bool
        /// How many there are.
        public var tokens: UInt64
        /// Share of the text's tokens that are not among them.
        public var acceptanceLoss: Double
        /// Expected speed with them, by that with all tokens.
        public var gain: Double

        public init(used: Bool, tokens: UInt64, acceptanceLoss: Double, gain: Double) {
            self.used = used
            self.tokens = tokens
            self.acceptanceLoss = acceptanceLoss
            self.gain = gain
        }
    }

    /// Seconds, and rates by them.
    public struct Time: Equatable, Sendable {
        public var load = 0.0
        public var reading = 0.0
        public var firstToken = 0.0
        public var decoding = 0.0
        /// The part of the answer that was thought; 0 without.
        public var thinking = 0.0
        public var tokensPerSecond = 0.0
        public var promptTokensPerSecond = 0.0

        public init() {}
    }

    public var text: String
    public var thinking = ""
    /// A JSON list of objects with `name` and `arguments`.
    public var toolCalls = "[]"
    public var ending: Ending
    /// What was degraded on the way, one line each.
    public var warnings: [String] = []
    /// Messages at the beginning for which there was no room.
    public var messagesLeftOut: UInt64 = 0
    public var tokens = Tokens()
    public var speculation = Speculation()
    public var time = Time()
    /// Bytes.
    public var peakMemory: UInt64 = 0
    /// All of it but the text as a JSON object, to be kept with the answer.
    public var json = "{}"

    public init(text: String, ending: Ending) {
        self.text = text
        self.ending = ending
    }
}

extension AnswerStep {
    init(_ event: AnswerEvent) {
        self =
            switch event {
            case .reading(let done, let total): .reading(done: done, total: total)
            case .thinking(let text): .thinking(text)
            case .text(let text): .text(text)
            case .toolCall(let name, let arguments): .toolCall(name: name, arguments: arguments)
            case .drafts(let drafts): .drafts(AnswerDrafts(drafts))
            }
    }
}

extension AnswerAccount {
    init(_ account: Account) {
        let ending: Ending =
            switch account.ending {
            case .stop: .stop
            case .length: .length
            case .repetition: .repetition
            case .toolCalls: .toolCalls
            case .cancelled: .cancelled
            case .failed: .failed(EngineError(account.failure ?? .unexplained))
            }
        self.init(text: account.text, ending: ending)
        thinking = account.thinking
        toolCalls = account.toolCalls
        warnings = account.warnings
        messagesLeftOut = account.messagesLeftOut
        tokens.prompt = account.tokens.prompt
        tokens.cached = account.tokens.cached
        tokens.answer = account.tokens.answer
        tokens.thinking = account.tokens.thinking
        speculation.active = account.speculation.active
        speculation.cause = Speculation.Cause(account.speculation.cause)
        speculation.reason = account.speculation.reason
        speculation.depth = account.speculation.depth
        speculation.rounds = account.speculation.rounds
        speculation.drafted = account.speculation.drafted
        speculation.accepted = account.speculation.accepted
        speculation.acceptedByPosition = account.speculation.acceptedByPosition
        speculation.tokensPerRound = account.speculation.tokensPerRound
        speculation.gain = account.speculation.gain
        speculation.vocabulary = account.speculation.draftVocabulary.map {
            Vocabulary(used: $0.used, tokens: $0.tokens, acceptanceLoss: $0.acceptanceLoss, gain: $0.gain)
        }
        time.load = account.time.load
        time.reading = account.time.reading
        time.firstToken = account.time.firstToken
        time.decoding = account.time.decoding
        time.thinking = account.time.thinking
        time.tokensPerSecond = account.time.tokensPerSecond
        time.promptTokensPerSecond = account.time.promptTokensPerSecond
        peakMemory = account.time.peakMemory
        json = account.json
    }
}

extension AnswerAccount.Speculation.Cause {
    init(_ cause: DraftingCause) {
        self =
            switch cause {
            case .asked: .asked
            case .pays: .pays
            case .rests: .rests
            case .switchedOff: .switchedOff
            case .noCompanion: .noCompanion
            case .misfit: .misfit
            case .tooShort: .tooShort
            case .notDecoded: .notDecoded
            }
    }
}

extension Failure {
    /// For an answer that failed without saying why, which the engine does not do.
    fileprivate static let unexplained = Failure.Failed(
        kind: .internal, message: "the answer failed", detail: "no reason was given", remedy: .restart)
}
