import Foundation

/// How long a pass of 1, 2, … rows takes, by one of a single row. Where two rows take hardly longer than one, checking a
/// draft is nearly free.
public struct RowsCost: Equatable, Sendable {
    public struct Pass: Equatable, Identifiable, Sendable {
        /// Rows of the pass.
        public let id: Int
        /// 1 is a pass of one row.
        public let cost: Double

        public var words: String {
            let cost = Format.decimal(cost, 2)
            return String(localized: "A pass of \(id) rows takes \(cost) times as long as one of a single row.")
        }
    }

    public let passes: [Pass]

    /// `seconds` of passes of 1, 2, … rows; 0 where none was made.
    public init(seconds: [Double]) {
        guard let one = seconds.first, one > 0, one.isFinite else {
            passes = []
            return
        }
        passes = seconds.enumerated().compactMap { place, seconds in
            seconds > 0 && seconds.isFinite ? Pass(id: place + 1, cost: seconds / one) : nil
        }
    }

    public var summary: String {
        guard let most = passes.last, most.id > 1 else { return String(localized: "Not measured yet.") }
        return most.words
    }
}
