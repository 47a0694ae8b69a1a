import EngineKit

/// The last rounds of an answer, one by one, as the live panel draws them.
public struct RoundStrip: Equatable, Sendable {
    /// Rounds that are kept.
    public static let longest = 120

    /// What became of one token of a round.
    public enum Token: Equatable, Sendable {
        /// A draft that the model agreed with.
        case accepted
        /// The model's own in the place of a draft that it did not agree with.
        case corrected
        /// The model's own after all drafts were accepted, or without any.
        case own
        /// A draft behind the first that was not accepted; it is thrown away.
        case dropped
    }

    public struct Round: Equatable, Identifiable, Sendable {
        /// Counted from 1 over the whole answer.
        public let id: Int
        public let drafted: Int
        public let accepted: Int

        /// In the order in which they stand in the text, those that were thrown away last.
        public var tokens: [Token] {
            let own: Token = accepted < drafted ? .corrected : .own
            return Array(repeating: .accepted, count: accepted) + [own]
                + Array(repeating: .dropped, count: max(0, drafted - accepted - 1))
        }
    }

    /// The oldest first.
    public private(set) var rounds: [Round] = []
    /// Over the whole answer.
    public private(set) var count = 0
    public private(set) var drafted = 0
    public private(set) var accepted = 0
    /// Rounds in which the model replaced a draft.
    public private(set) var corrected = 0

    public init() {}

    mutating func add(_ new: [AnswerDrafts.Round]) {
        for round in new {
            let drafted = max(0, min(round.drafted, SpeculationChoice.depths.upperBound))
            let accepted = max(0, min(round.accepted, drafted))
            count += 1
            self.drafted += drafted
            self.accepted += accepted
            corrected += accepted < drafted ? 1 : 0
            rounds.append(Round(id: count, drafted: drafted, accepted: accepted))
        }
        if rounds.count > Self.longest { rounds.removeFirst(rounds.count - Self.longest) }
    }
}
