enum StatisticsWords {
    static let tokens = "Answer"
    static let thinking = "Tokens of thinking"
    static let prompt = "Tokens of the prompt"
    static let reading = "Reading the prompt"
    static let loading = "Loading the model"
    static let accepted = "Drafts accepted"
    static let rounds = "Rounds"
    static let memory = "Most memory"

    static func speed(_ rate: Double) -> String { "\(Format.decimal(rate, rate < 100 ? 1 : 0)) tokens/s" }
    static func firstToken(_ seconds: Double) -> String {
        seconds < 1 ? "first token \(Format.decimal(seconds, 2)) s" : "first token \(Format.seconds(seconds))"
    }
    static func perRound(_ tokens: Double) -> String { "\(Format.decimal(tokens, 2)) tokens a round" }
    static func gain(_ gain: Double) -> String { "\(Format.decimal(gain, 2)) × plain" }

    static func note(_ ending: String) -> String? {
        switch ending {
        case "length": "Cut at the longest length."
        case "repetition": "Stopped, as it repeated itself."
        case "cancelled": "Stopped."
        case "error": "Broken off by an error."
        case "tool_calls": "It asks for a tool to be called."
        default: nil
        }
    }

    static func sentence(_ kind: SpeculationStatus.Kind, _ facts: AnswerFacts) -> String {
        switch kind {
        case .active:
            facts.gain.map { "The companion made this \(Format.decimal($0, 2)) times as fast as the model alone." }
                ?? "The companion drafted: \(Format.decimal(facts.tokensPerRound, 2)) tokens a round."
        case .losing:
            "The companion slowed this down to \(Format.decimal(facts.gain ?? 0, 2)) times the model’s own speed."
                + " Let Tandem choose how often to draft."
        case .switchedOff:
            "Drafting is switched off for this chat. Switch it on to get the same text faster, where it pays."
        case .noCompanion:
            "This model has no companion, so every token is made alone. Choose or download one that fits."
        case .misfit:
            "The companion does not belong to this model, so it does not draft. Choose another one. (\(facts.reason))"
        case .resting: "Drafting rests, as it does not pay here at the moment. Measuring on this Mac shows what would."
        case .tooShort: "The answer was too short for drafts."
        case .notReached: "The answer ended before its first token."
        case .other: "The companion did not draft: \(facts.reason)."
        }
    }
}
