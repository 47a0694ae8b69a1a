import Foundation

extension ParameterField {
    public var title: String {
        switch self {
        case .number(.temperature): String(localized: "Temperature")
        case .number(.topP): String(localized: "Top P")
        case .number(.minP): String(localized: "Min P")
        case .number(.presencePenalty): String(localized: "Presence penalty")
        case .number(.frequencyPenalty): String(localized: "Frequency penalty")
        case .number(.repetitionPenalty): String(localized: "Repetition penalty")
        case .count(.topK): String(localized: "Top K")
        case .count(.seed): String(localized: "Seed")
        case .count(.maxTokens): String(localized: "Longest answer")
        case .count(.thinkBudget): String(localized: "Longest thinking")
        }
    }

    /// What it does, in a sentence.
    public var explanation: String {
        switch self {
        case .number(.temperature):
            String(localized: "0 always takes the likeliest token; higher is more varied.")
        case .number(.topP): String(localized: "Only the likeliest tokens that together have this probability.")
        case .number(.minP):
            String(localized: "Only tokens that have at least this share of the likeliest one’s probability.")
        case .number(.presencePenalty): String(localized: "Above 0, tokens that were used become less likely.")
        case .number(.frequencyPenalty):
            String(localized: "Above 0, tokens become less likely each time they are used.")
        case .number(.repetitionPenalty): String(localized: "Above 1, repeating becomes less likely; 1 is none.")
        case .count(.topK): String(localized: "Only so many of the likeliest tokens; 0 is all.")
        case .count(.seed): String(localized: "The same seed gives the same answer to the same chat.")
        case .count(.maxTokens): String(localized: "In tokens, thinking included.")
        case .count(.thinkBudget): String(localized: "In tokens; then the model answers.")
        }
    }

    /// What may be typed.
    public var rangeWords: String {
        switch self {
        case .number(let number):
            String(
                localized:
                    "From \(Format.decimal(number.range.lowerBound, 3)) to \(Format.decimal(number.range.upperBound, 3))."
            )
        case .count(.seed): String(localized: "A whole number.")
        case .count(let count):
            String(localized: "From \("\(count.range.lowerBound)") to \("\(count.range.upperBound)").")
        }
    }

    public func words(_ problem: Problem) -> String {
        switch problem {
        case .noNumber: String(localized: "That is no number.")
        case .notWhole: String(localized: "That is no whole number.")
        case .outOfRange: rangeWords
        }
    }
}

extension SpeculationChoice {
    /// The choices of a chat, apart from what the settings say.
    public static var all: [SpeculationChoice] { [.auto, .off] + depths.map { .depth($0) } }

    public var title: String {
        switch self {
        case .auto: String(localized: "Tandem chooses")
        case .off: String(localized: "Off", comment: "Drafting is off")
        case .depth(let depth): String(localized: "\(depth) drafts a round")
        }
    }

    public var explanation: String {
        switch self {
        case .auto:
            String(
                localized:
                    "Tandem measures while it answers, and has the companion draft as many tokens as pays, or none.")
        case .off: String(localized: "The model makes every token alone.")
        case .depth:
            String(
                localized:
                    "The companion drafts so many tokens each round, whether that pays or not. The text stays the model’s."
            )
        }
    }
}

extension ThinkingChoice {
    public var title: String {
        switch self {
        case .on: String(localized: "On", comment: "The model thinks before it answers")
        case .off: String(localized: "Off", comment: "The model does not think before it answers")
        case .auto: String(localized: "The model’s own", comment: "Whether the model thinks before it answers")
        }
    }
}
