import Foundation

/// Where a measurement is. The depths take turns, and a first turn warms up; the cost of rows comes after them.
public struct MeasureStep: Equatable, Sendable {
    public let words: String

    /// `share` of all steps are done.
    public init(_ share: Double, of plan: MeasureStore.Plan) {
        let turns = Int(clamping: plan.repetitions) + 1
        let runs = plan.depths.count * turns
        // After the runs the costs are one step, and each comparison of vocabularies is one.
        let steps = runs + turns
        let done = Int((min(1, max(0, share)) * Double(steps)).rounded())
        guard done < runs, !plan.depths.isEmpty else {
            words = String(localized: "Timing passes of one row and more…")
            return
        }
        let depth = Int(clamping: plan.depths[done % plan.depths.count])
        let turn = done / plan.depths.count
        words =
            turn == 0
            ? String(localized: "Warming up: \(depth) drafts a round")
            : String(localized: "Turn \(turn) of \(turns - 1): \(depth) drafts a round")
    }
}
