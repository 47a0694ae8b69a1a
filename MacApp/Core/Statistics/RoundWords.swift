import Foundation

/// How the strip of rounds is drawn and read aloud.
extension RoundStrip {
    /// Rounds that are drawn.
    public static let shown = 40

    /// The last rounds that are kept, the oldest first.
    public var last: [Round] { Array(rounds.suffix(Self.shown)) }

    /// What the strip shows, in words.
    public var summary: String {
        guard !last.isEmpty else { return String(localized: "No rounds yet.") }
        let (drafted, accepted) = (last.reduce(0) { $0 + $1.drafted }, last.reduce(0) { $0 + $1.accepted })
        return String(localized: "In the last \(last.count) rounds \(accepted) of \(drafted) drafts were accepted.")
    }
}

extension RoundStrip.Round {
    /// A token and how high it stands in the column of its round, from 1.
    public struct Place: Equatable, Identifiable, Sendable {
        public let token: RoundStrip.Token
        public let height: Int

        public var id: Int { height }
    }

    public var places: [Place] { tokens.enumerated().map { Place(token: $0.element, height: $0.offset + 1) } }

    /// "Round 12: 2 of 3 drafts accepted."
    public var words: String { String(localized: "Round \(id): \(accepted) of \(drafted) drafts accepted.") }
}

extension RoundStrip.Token {
    /// In the order of a legend.
    public static let kinds: [Self] = [.accepted, .corrected, .own, .dropped]

    public var name: String {
        switch self {
        case .accepted: String(localized: "Accepted draft")
        case .corrected: String(localized: "Corrected by the model")
        case .own: String(localized: "The model’s own token")
        case .dropped: String(localized: "Draft thrown away")
        }
    }
}
