import EngineKit

/// What is known about how an answer came about: from the engine's account, or from what was kept with the answer.
public struct AnswerFacts: Equatable, Sendable {
    public var tokens = 0
    public var thinkingTokens = 0
    /// How long it was thought; `nil` where it was not, or nobody measured it.
    public var thinkingTime: Duration?
    public var promptTokens = 0
    public var cachedTokens = 0
    public var tokensPerSecond = 0.0
    public var promptTokensPerSecond = 0.0
    public var firstToken = 0.0
    public var load = 0.0
    public var speculates = false
    /// `nil` where a later version gave one that is not known here.
    public var cause: AnswerAccount.Speculation.Cause? = .notDecoded
    public var reason = ""
    public var depth = 0
    public var rounds = 0
    public var drafted = 0
    public var accepted = 0
    public var acceptedByPosition: [Int] = []
    public var tokensPerRound = 0.0
    public var gain: Double?
    public var peakMemory: UInt64 = 0
    public var warnings: [String] = []
    /// As the engine writes it: `stop`, `length` and so on.
    public var ending = ""

    public init() {}

    public init(_ account: AnswerAccount) {
        tokens = Int(clamping: account.tokens.answer)
        thinkingTokens = Int(clamping: account.tokens.thinking)
        thinkingTime = Self.time(account.time.thinking)
        promptTokens = Int(clamping: account.tokens.prompt)
        cachedTokens = Int(clamping: account.tokens.cached)
        tokensPerSecond = account.time.tokensPerSecond
        promptTokensPerSecond = account.time.promptTokensPerSecond
        firstToken = account.time.firstToken
        load = account.time.load
        speculates = account.speculation.active
        cause = account.speculation.cause
        reason = account.speculation.reason
        depth = Int(clamping: account.speculation.depth)
        rounds = Int(clamping: account.speculation.rounds)
        drafted = Int(clamping: account.speculation.drafted)
        accepted = Int(clamping: account.speculation.accepted)
        acceptedByPosition = account.speculation.acceptedByPosition.map { Int(clamping: $0) }
        tokensPerRound = account.speculation.tokensPerRound
        gain = account.speculation.gain
        peakMemory = account.peakMemory
        warnings = account.warnings
        ending = account.ending.word
    }

    /// From the JSON that was kept with an answer; what is missing, of another form or past all bounds is left at nothing:
    /// it may be from an imported file, which may say anything.
    public init?(kept json: String) {
        guard let all = JSONValue.object(in: json) else { return nil }
        func group(_ name: String) -> [String: JSONValue] {
            if case .object(let members)? = all[name] { members } else { [:] }
        }
        func count(_ value: JSONValue?, to most: Int = Most.count) -> Int {
            value?.integer.map { Int(clamping: $0) }.flatMap { 0...most ~= $0 ? $0 : nil } ?? 0
        }
        func number(_ value: JSONValue?, to most: Double) -> Double {
            value?.number.flatMap { 0...most ~= $0 ? $0 : nil } ?? 0
        }
        let (usage, timing, speculation) = (group("usage"), group("timing"), group("speculation"))
        tokens = count(usage["completion_tokens"])
        thinkingTokens = count(usage["thinking_tokens"])
        thinkingTime = Self.time(number(timing["thinking_s"], to: Most.seconds))
        promptTokens = count(usage["prompt_tokens"])
        cachedTokens = min(promptTokens, count(usage["cached_tokens"]))
        tokensPerSecond = number(timing["decode_tokens_per_s"], to: Most.speed)
        promptTokensPerSecond = number(timing["prefill_tokens_per_s"], to: Most.speed)
        firstToken = number(timing["first_token_s"], to: Most.seconds)
        load = number(timing["load_s"], to: Most.seconds)
        speculates = speculation["state"]?.string == "active"
        reason = speculation["reason"]?.string ?? ""
        if let word = speculation["cause"]?.string {
            cause = AnswerAccount.Speculation.Cause(rawValue: word)
        } else if !reason.isEmpty {
            // Kept by a version that told the reason only in a sentence.
            cause = nil
        }
        // An answer that has tokens was decoded, whatever is said or not said of its drafts.
        if cause == .notDecoded, let tokens = usage["completion_tokens"], tokens.integer != 0 { cause = nil }
        depth = count(speculation["depth"], to: Most.depth)
        rounds = count(speculation["rounds"])
        drafted = count(speculation["drafted"])
        accepted = count(speculation["accepted"])
        if accepted > drafted { (drafted, accepted) = (0, 0) }
        if case .array(let positions)? = speculation["accepted_by_position"] {
            acceptedByPosition = positions.prefix(Most.depth).map { count($0) }
        }
        tokensPerRound = number(speculation["tokens_per_round"], to: Double(Most.depth + 1))
        gain = speculation["gain"]?.number.flatMap { Most.gain ~= $0 ? $0 : nil }
        peakMemory = UInt64(count(timing["peak_memory_bytes"], to: Most.bytes))
        if case .array(let lines)? = all["warnings"] { warnings = lines.compactMap(\.string) }
        ending = all["finish_reason"]?.string ?? ""
    }

    /// What no answer surpasses on any Mac.
    private enum Most {
        static let count = 1_000_000_000
        static let bytes = 1 << 50
        /// Tokens in a second.
        static let speed = 1e6
        /// A week.
        static let seconds = 604_800.0
        static let depth = SpeculationChoice.depths.upperBound
        static let gain = 0.01...1000
    }

    private static func time(_ seconds: Double) -> Duration? {
        0 < seconds && seconds <= Most.seconds ? .seconds(seconds) : nil
    }

    /// Share of the drafts that the model agreed with, from 0 to 1.
    public var acceptance: Double? { drafted > 0 ? Double(accepted) / Double(drafted) : nil }

    /// Tokens of the text after this answer: what the next question begins with.
    public var context: Int { promptTokens.saturatingAdd(tokens) }
}

extension AnswerAccount.Ending {
    /// As the store keeps it, in the words of the engine's JSON.
    public var word: String {
        switch self {
        case .stop: "stop"
        case .length: "length"
        case .repetition: "repetition"
        case .toolCalls: "tool_calls"
        case .cancelled: "cancelled"
        case .failed: "error"
        }
    }
}
