import Foundation

/// How often the first draft of a round was accepted, the second, and so on.
public struct AcceptanceByPosition: Equatable, Sendable {
    /// A bar of the chart.
    public struct Place: Equatable, Identifiable, Sendable {
        /// From 1.
        public let id: Int
        /// Of the rounds, from 0 to 1.
        public let share: Double

        public var percent: String { Format.percent(share, of: 1) }
        public var name: String { String(localized: "Draft \(id)", comment: "The first, second … draft of a round") }
    }

    public let shares: [Double]

    public init(_ shares: [Double]) {
        self.shares = shares
    }

    public init(_ facts: AnswerFacts) {
        shares =
            facts.rounds > 0 ? facts.acceptedByPosition.map { min(1, Double($0) / Double(facts.rounds)) } : []
    }

    public var places: [Place] { shares.enumerated().map { Place(id: $0.offset + 1, share: $0.element) } }

    /// "91 %, 60 %".
    public var list: String { places.map(\.percent).joined(separator: ", ") }

    /// What the chart shows, in words.
    public var summary: String {
        shares.isEmpty
            ? String(localized: "No drafts yet.")
            : places.map { String(localized: "\($0.name): accepted in \($0.percent) of the rounds.") }
                .joined(separator: " ")
    }
}
