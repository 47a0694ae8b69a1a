import EngineKit

/// How fast a model answers on this Mac with each number of drafts a round, in a form that a view can draw.
public struct Measurement: Equatable, Sendable {
    /// At one depth.
    public struct Row: Equatable, Identifiable, Sendable {
        /// Drafts a round; 0 is plain decoding.
        public let depth: Int
        public let tokensPerSecond: Double
        /// Its speed by that of plain decoding; `nil` where that was not measured.
        public let gain: Double?
        /// Share of the drafts that were accepted; `nil` without drafts.
        public let acceptance: Double?
        /// Share of the rounds in which the first draft was accepted, the second, and so on.
        public let acceptedByPosition: [Double]
        public let tokensPerRound: Double
        public let isBest: Bool

        public var id: Int { depth }
    }

    /// What a pass of so many rows costs, by that of one.
    public struct RowsCost: Equatable, Identifiable, Sendable {
        /// From 1.
        public let rows: Int
        public let cost: Double

        public var id: Int { rows }
    }

    /// By how much speculation pays here.
    public enum Verdict: Equatable, Sendable {
        case pays(depth: Int, gain: Double)
        /// The best there is with drafts is no faster.
        case doesNotPay(depth: Int, gain: Double)
        /// Nothing to compare with: no drafts were measured, or no plain decoding.
        case unknown
    }

    /// Less than this is nothing that anybody notices, and no more than measurements differ by.
    static let least = 1.05

    public let model: String
    public let rows: [Row]
    public let rowsCost: [RowsCost]
    public let verdict: Verdict

    public init(_ report: BenchReport, model: String) {
        self.model = model
        let runs = report.runs.filter { $0.tokensPerSecond.isFinite && $0.tokensPerSecond > 0 }
        let plain = runs.first { $0.depth == 0 }?.tokensPerSecond
        let best = runs.max { $0.tokensPerSecond < $1.tokensPerSecond }?.depth
        rows = runs.sorted { $0.depth < $1.depth }.map { run in
            Row(
                depth: Int(clamping: run.depth), tokensPerSecond: run.tokensPerSecond,
                gain: plain.map { run.tokensPerSecond / $0 }, acceptance: run.depth > 0 ? run.acceptance : nil,
                acceptedByPosition: run.acceptedByPosition, tokensPerRound: run.tokensPerRound,
                isBest: run.depth == best)
        }
        // Each run times as many rows as its rounds have; the longest list has all of them.
        let costs = runs.map(\.rowsCost).max { $0.count < $1.count } ?? []
        let one = costs.first ?? 0
        rowsCost = one > 0 ? costs.enumerated().map { RowsCost(rows: $0.offset + 1, cost: $0.element / one) } : []
        let drafting = rows.filter { $0.depth > 0 }.max { $0.tokensPerSecond < $1.tokensPerSecond }
        verdict =
            if let drafting, let gain = drafting.gain {
                gain >= Self.least
                    ? .pays(depth: drafting.depth, gain: gain) : .doesNotPay(depth: drafting.depth, gain: gain)
            } else {
                .unknown
            }
    }

    /// Whether speculation pays here, in a sentence.
    public var sentence: String { MeasureWords.sentence(verdict) }
}
