import Foundation

/// What stands under an answer.
public struct AnswerSummary: Equatable, Sendable {
    public struct Row: Equatable, Sendable {
        public let name: String
        public let value: String
    }

    /// One line: the speed, the first token, what speculation brought.
    public let line: String
    /// The same and more, for a popover.
    public let rows: [Row]
    /// How the answer ended, if not by itself.
    public let note: String?
    public let warnings: [String]
    public let speculation: SpeculationStatus

    public init(_ facts: AnswerFacts) {
        speculation = SpeculationStatus(facts)
        warnings = facts.warnings
        note = StatisticsWords.note(facts.ending)
        var parts: [String] = []
        var rows: [Row] = []
        func add(_ name: String, _ value: String?) {
            if let value { rows.append(Row(name: name, value: value)) }
        }
        if facts.tokensPerSecond > 0 { parts.append(StatisticsWords.speed(facts.tokensPerSecond)) }
        if facts.firstToken > 0 { parts.append(StatisticsWords.firstToken(facts.firstToken)) }
        if facts.speculates {
            if facts.tokensPerRound > 0 { parts.append(StatisticsWords.perRound(facts.tokensPerRound)) }
            if let gain = facts.gain { parts.append(StatisticsWords.gain(gain)) }
        }
        line = parts.joined(separator: " · ")
        add(StatisticsWords.tokens, StatisticsWords.tokens(facts.tokens))
        add(StatisticsWords.thinking, facts.thinkingTokens > 0 ? Format.whole(facts.thinkingTokens) : nil)
        add(
            StatisticsWords.prompt,
            facts.promptTokens > 0
                ? StatisticsWords.prompt(facts.promptTokens, cached: facts.cachedTokens) : nil)
        add(
            StatisticsWords.reading,
            facts.promptTokensPerSecond > 0 ? StatisticsWords.speed(facts.promptTokensPerSecond) : nil)
        add(StatisticsWords.loading, facts.load > 0 ? Format.seconds(facts.load) : nil)
        if facts.speculates {
            add(
                StatisticsWords.accepted,
                facts.drafted > 0 ? StatisticsWords.accepted(facts.accepted, of: facts.drafted) : nil)
            add(
                StatisticsWords.rounds,
                facts.rounds > 0 && facts.depth > 0
                    ? StatisticsWords.rounds(facts.rounds, depth: facts.depth) : nil)
        }
        add(StatisticsWords.memory, facts.peakMemory > 0 ? Format.bytes(facts.peakMemory) : nil)
        self.rows = rows
    }
}

/// Whether the companion drafted, what that brought, and what can be done about it.
public struct SpeculationStatus: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case active
        /// It drafted, and plain decoding would have been faster.
        case losing
        case switchedOff, noCompanion, misfit, resting, tooShort
        /// Nothing was decoded.
        case notReached
        /// A reason that this version does not know; the engine's own words are shown.
        case other
        /// Nothing was kept of it; nothing is said.
        case unknown
    }

    /// What a button offers.
    public enum Advice: Equatable, Sendable {
        case switchOn, chooseCompanion, measure, letEngineChoose
    }

    public let kind: Kind
    public let sentence: String
    public let advice: Advice?

    public init(_ facts: AnswerFacts) {
        kind = Self.kind(facts)
        sentence = StatisticsWords.sentence(kind, facts)
        advice =
            switch kind {
            case .switchedOff: .switchOn
            case .noCompanion, .misfit: .chooseCompanion
            case .resting: .measure
            case .losing: .letEngineChoose
            case .active, .tooShort, .notReached, .other, .unknown: nil
            }
    }

    private static func kind(_ facts: AnswerFacts) -> Kind {
        if facts.speculates {
            guard let gain = facts.gain else { return facts.tokensPerRound > 0 ? .active : .unknown }
            return gain < 1 ? .losing : .active
        }
        return switch facts.cause {
        case .switchedOff: .switchedOff
        case .noCompanion: .noCompanion
        case .misfit: .misfit
        case .rests: .resting
        case .tooShort: .tooShort
        case .notDecoded: .notReached
        case .asked, .pays, nil: facts.reason.isEmpty ? .unknown : .other
        }
    }
}
