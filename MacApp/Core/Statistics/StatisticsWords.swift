import Foundation

enum StatisticsWords {
    static var tokens: String { String(localized: "Answer") }
    static var thinking: String { String(localized: "Tokens of thinking") }
    static var prompt: String { String(localized: "Tokens of the prompt") }
    static var reading: String { String(localized: "Reading the prompt") }
    static var loading: String { String(localized: "Loading the model") }
    static var accepted: String { String(localized: "Drafts accepted") }
    static var rounds: String { String(localized: "Rounds") }
    static var memory: String { String(localized: "Most memory") }

    static func speed(_ rate: Double) -> String {
        String(localized: "\(Format.decimal(rate, rate < 100 ? 1 : 0)) tokens/s")
    }
    static func firstToken(_ seconds: Double) -> String {
        String(localized: "first token \(Format.seconds(seconds, places: seconds < 1 ? 2 : 1))")
    }
    static func perRound(_ tokens: Double) -> String {
        String(localized: "\(Format.decimal(tokens, 2)) tokens a round")
    }
    static func gain(_ gain: Double) -> String { String(localized: "\(Format.decimal(gain, 2)) × plain") }

    static func note(_ ending: String) -> String? {
        switch ending {
        case "length": String(localized: "Cut at the longest length.")
        case "repetition": String(localized: "Stopped, as it repeated itself.")
        case "cancelled": String(localized: "Stopped.")
        case "error": String(localized: "Broken off by an error.")
        case "tool_calls": String(localized: "It asks for a tool to be called.")
        default: nil
        }
    }

    static func tokens(_ count: Int) -> String { String(localized: "\(count) tokens") }
    static func prompt(_ tokens: Int, cached: Int) -> String {
        String(localized: "\(tokens), \(cached) of them read before", comment: "Tokens of the prompt")
    }
    static func accepted(_ accepted: Int, of drafted: Int) -> String {
        let share = Format.percent(Double(accepted), of: Double(drafted))
        return String(localized: "\(accepted) of \(drafted) (\(share))", comment: "Drafts that were accepted")
    }
    static func rounds(_ rounds: Int, depth: Int) -> String {
        String(localized: "\(rounds), up to \(depth) drafts each", comment: "Rounds of speculative decoding")
    }

    static func sentence(_ kind: SpeculationStatus.Kind, _ facts: AnswerFacts) -> String {
        switch kind {
        case .active: active(facts)
        case .losing:
            String(
                localized: """
                    The companion slowed this down to \(Format.decimal(facts.gain ?? 0, 2)) times the model’s own speed. \
                    Let Tandem choose how often to draft.
                    """)
        case .switchedOff:
            String(
                localized: """
                    Drafting is switched off for this chat. Switch it on to get the same text faster, where it pays.
                    """)
        case .noCompanion:
            String(
                localized: """
                    This model has no companion, so every token is made alone. Choose or download one that fits.
                    """)
        case .misfit:
            String(
                localized: """
                    The companion does not belong to this model, so it does not draft. Choose another one. \
                    (\(facts.reason))
                    """)
        case .resting:
            String(
                localized: """
                    Drafting rests, as it does not pay here at the moment. Measuring on this Mac shows what would.
                    """)
        case .tooShort: String(localized: "The answer was too short for drafts.")
        case .notReached: String(localized: "The answer ended before its first token.")
        case .other: String(localized: "The companion did not draft: \(facts.reason).")
        case .unknown: ""
        }
    }

    private static func active(_ facts: AnswerFacts) -> String {
        guard let gain = facts.gain.map({ Format.decimal($0, 2) }) else {
            return String(
                localized: "The companion drafted: \(Format.decimal(facts.tokensPerRound, 2)) tokens a round.")
        }
        return String(localized: "The companion made this \(gain) times as fast as the model alone.")
    }
}
