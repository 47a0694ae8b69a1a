import Foundation

/// The words of a measurement's table.
extension Measurement.Row {
    public var depthWords: String {
        depth == 0 ? String(localized: "No drafts") : String(localized: "\(depth) drafts")
    }

    public var speedWords: String { StatisticsWords.speed(tokensPerSecond) }
    public var gainWords: String { gain.map { String(localized: "\(Format.decimal($0, 2)) ×") } ?? "–" }
    public var acceptanceWords: String { acceptance.map { Format.percent($0, of: 1) } ?? "–" }
    public var roundWords: String { depth == 0 ? "–" : Format.decimal(tokensPerRound, 2) }

    /// The row in a sentence, for VoiceOver.
    public var words: String {
        "\(depthWords): \(speedWords)" + (isBest ? ", " + String(localized: "the fastest") : "")
    }
}

extension Measurement.RowsCost {
    public var words: String {
        let cost = Format.decimal(cost, 2)
        return String(localized: "A pass of \(rows) rows takes \(cost) times as long as one of a single row.")
    }
}

extension [Measurement.RowsCost] {
    /// What a chart of them shows, in words.
    public var summary: String {
        guard let most = last, most.rows > 1 else { return String(localized: "Not measured yet.") }
        return most.words
    }
}
