import Foundation

/// A number among the options of a chat, as a form shows it. Where the chat has none of its own, the model’s maker
/// decides.
public enum ParameterField: Hashable, Identifiable, Sendable {
    case number(ChatParameters.Number)
    case count(ChatParameters.Count)

    /// How tokens are chosen.
    public static let sampling: [ParameterField] = [
        .number(.temperature), .number(.topP), .count(.topK), .number(.minP), .number(.presencePenalty),
        .number(.frequencyPenalty), .number(.repetitionPenalty), .count(.seed),
    ]
    /// How long an answer may get.
    public static let lengths: [ParameterField] = [.count(.maxTokens), .count(.thinkBudget)]
    public static let all = sampling + lengths

    public var id: Self { self }

    /// Why a text cannot be taken.
    public enum Problem: Error, Equatable, Sendable { case noNumber, outOfRange, notWhole }

    /// What the field shows; `nil` where the model’s own is used.
    public func text(in parameters: ChatParameters) -> String? {
        switch self {
        case .number(let number): parameters[number].map { Format.decimal($0, 4) }
        // Digits alone, as they are typed.
        case .count(let count): parameters[count].map { "\($0)" }
        }
    }

    /// Takes a text over, in whatever digits and with either decimal sign.
    public func take(_ text: String, in parameters: inout ChatParameters) throws(Problem) {
        let digits = Self.plain(text)
        switch self {
        case .number(let number):
            guard let value = Double(digits), value.isFinite else { throw .noNumber }
            guard number.range.contains(value) else { throw .outOfRange }
            parameters[number] = value
        case .count(let count):
            guard let value = UInt64(digits) else { throw Self.problem(digits) }
            guard count.range.contains(value) else { throw .outOfRange }
            parameters[count] = value
        }
    }

    /// The model’s own again.
    public func clear(in parameters: inout ChatParameters) {
        switch self {
        case .number(let number): parameters[number] = nil
        case .count(let count): parameters[count] = nil
        }
    }

    /// A value to begin with, when the model’s own is left.
    public func begin(in parameters: inout ChatParameters) {
        switch self {
        case .number(let number): parameters[number] = number.first
        case .count(let count): parameters[count] = count.first
        }
    }

    private static func problem(_ digits: String) -> Problem {
        guard let number = Double(digits), number.isFinite else { return .noNumber }
        return number.rounded() == number ? .outOfRange : .notWhole
    }

    /// Western digits and a point, whatever the user writes; grouping is not taken, as it looks like a decimal sign.
    private static func plain(_ text: String) -> String {
        String(
            text.trimmingCharacters(in: .whitespacesAndNewlines).flatMap { character -> String in
                if let digit = character.wholeNumberValue, 0...9 ~= digit { return "\(digit)" }
                return switch character {
                case ",", "٫", "。": "."
                case "−": "-"
                default: String(character)
                }
            })
    }
}

extension ChatParameters.Number {
    /// What changes nothing, or is common.
    fileprivate var first: Double {
        switch self {
        case .temperature: 0.7
        case .topP: 0.95
        case .minP: 0.05
        case .presencePenalty, .frequencyPenalty: 0
        case .repetitionPenalty: 1
        }
    }
}

extension ChatParameters.Count {
    /// What the engine takes.
    public var range: ClosedRange<UInt64> {
        switch self {
        case .maxTokens: 1...1_000_000
        case .thinkBudget: 0...1_000_000
        case .topK: 0...UInt64(UInt32.max)
        case .seed: 0...UInt64.max
        }
    }

    fileprivate var first: UInt64 {
        switch self {
        case .maxTokens: 2048
        case .thinkBudget: 1024
        case .topK: 20
        case .seed: 1
        }
    }
}
