import Foundation

/// What became of the drafts of a round, as the strip of rounds draws it. From below: the drafts that the model agreed
/// with, the token of its own that ends every round, and the drafts that were thrown away.
public struct RoundColumn: Equatable, Identifiable, Sendable {
    public enum Mark: CaseIterable, Sendable {
        case accepted
        /// The model's token in place of a draft.
        case corrected
        /// The model's token after drafts that were all right, or without any.
        case own
        /// A draft after one that was wrong.
        case dropped
    }

    /// A mark and how high it stands in its column, from 1.
    public struct Place: Equatable, Identifiable, Sendable {
        public let mark: Mark
        public let height: Int

        public var id: Int { height }
    }

    /// Its place in the answer, from 1.
    public let id: Int
    public let drafted: Int
    public let accepted: Int

    public init(id: Int, drafted: Int, accepted: Int) {
        self.id = id
        self.drafted = max(0, drafted)
        self.accepted = min(max(0, accepted), max(0, drafted))
    }

    public var marks: [Place] {
        let own: Mark = accepted < drafted ? .corrected : .own
        let dropped = max(0, drafted - accepted - 1)
        return
            (Array(repeating: Mark.accepted, count: accepted) + [own] + Array(repeating: .dropped, count: dropped))
            .enumerated().map { Place(mark: $0.element, height: $0.offset + 1) }
    }

    /// "Round 12: 2 of 3 drafts accepted."
    public var words: String { String(localized: "Round \(id): \(accepted) of \(drafted) drafts accepted.") }
}

extension RoundColumn.Mark {
    public var name: String {
        switch self {
        case .accepted: String(localized: "Accepted draft")
        case .corrected: String(localized: "Corrected by the model")
        case .own: String(localized: "The model’s own token")
        case .dropped: String(localized: "Draft thrown away")
        }
    }
}

extension [RoundColumn] {
    /// What the strip shows, in words.
    public var summary: String {
        guard !isEmpty else { return String(localized: "No rounds yet.") }
        let (drafted, accepted) = (reduce(0) { $0 + $1.drafted }, reduce(0) { $0 + $1.accepted })
        return String(localized: "In the last \(count) rounds \(accepted) of \(drafted) drafts were accepted.")
    }
}
