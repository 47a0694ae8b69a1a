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

    /// From the JSON that was kept with an answer; what is missing or of another form is left at nothing.
    public init?(kept json: String) {
        guard let all = JSONValue.object(in: json) else { return nil }
        func group(_ name: String) -> [String: JSONValue] {
            if case .object(let members)? = all[name] { members } else { [:] }
        }
        func count(_ value: JSONValue?) -> Int { max(0, value?.integer.map { Int(clamping: $0) } ?? 0) }
        func number(_ value: JSONValue?) -> Double { value?.number.flatMap { $0 >= 0 ? $0 : nil } ?? 0 }
        let (usage, timing, speculation) = (group("usage"), group("timing"), group("speculation"))
        tokens = count(usage["completion_tokens"])
        thinkingTokens = count(usage["thinking_tokens"])
        thinkingTime = Self.time(number(timing["thinking_s"]))
        promptTokens = count(usage["prompt_tokens"])
        cachedTokens = count(usage["cached_tokens"])
        tokensPerSecond = number(timing["decode_tokens_per_s"])
        promptTokensPerSecond = number(timing["prefill_tokens_per_s"])
        firstToken = number(timing["first_token_s"])
        load = number(timing["load_s"])
        speculates = speculation["state"]?.string == "active"
        reason = speculation["reason"]?.string ?? ""
        if let word = speculation["cause"]?.string {
            cause = AnswerAccount.Speculation.Cause(rawValue: word)
        } else if !reason.isEmpty {
            // Kept by a version that told the reason only in a sentence.
            cause = nil
        }
        depth = count(speculation["depth"])
        rounds = count(speculation["rounds"])
        drafted = count(speculation["drafted"])
        accepted = count(speculation["accepted"])
        if case .array(let positions)? = speculation["accepted_by_position"] {
            acceptedByPosition = positions.prefix(SpeculationChoice.depths.upperBound).map { count($0) }
        }
        tokensPerRound = number(speculation["tokens_per_round"])
        gain = speculation["gain"]?.number
        peakMemory = UInt64(count(timing["peak_memory_bytes"]))
        if case .array(let lines)? = all["warnings"] { warnings = lines.compactMap(\.string) }
        ending = all["finish_reason"]?.string ?? ""
    }

    /// A number from a file may be too large for a time.
    private static func time(_ seconds: Double) -> Duration? {
        0 < seconds && seconds < 1e9 ? .seconds(seconds) : nil
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
