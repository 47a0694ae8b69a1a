import Foundation

enum MeasureWords {
    static func request(_ model: String) -> String {
        String(
            localized:
                "This takes a few minutes, in which \(model) answers nothing else. Close other programs and leave the Mac alone, or the result says little."
        )
    }

    static func sentence(_ verdict: Measurement.Verdict) -> String {
        switch verdict {
        case .pays(let depth, let gain): pays(depth, times(gain))
        case .doesNotPay(let depth, let gain): doesNotPay(depth, times(gain))
        case .unknown:
            String(localized: "There is nothing to compare: this model has no companion that drafts.")
        }
    }

    private static func pays(_ depth: Int, _ gain: String) -> String {
        String(localized: "With \(depth) drafts a round this Mac answers \(gain) times as fast.")
    }

    private static func doesNotPay(_ depth: Int, _ gain: String) -> String {
        String(
            localized:
                "Speculation does not pay here: the best it brings is \(gain) times the speed, with \(depth) drafts a round."
        )
    }

    static func title(_ measured: MeasuredDepth) -> String {
        measured.depth == 0
            ? String(localized: "No drafts")
            : String(localized: "\(measured.depth) drafts a round, \(times(measured.gain)) times as fast")
    }

    private static func times(_ gain: Double) -> String { Format.decimal(gain, 2) }
}
