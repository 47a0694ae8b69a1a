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
        case .pays(let depth, let gain):
            String(localized: "With \(depth) drafts a round this Mac answers \(times(gain)) times as fast.")
        case .doesNotPay(let depth, let gain):
            String(
                localized:
                    "Speculation does not pay here: the best it brings is \(times(gain)) times the speed, with \(depth) drafts a round."
            )
        case .unknown:
            String(localized: "There is nothing to compare: this model has no companion that drafts.")
        }
    }

    static func title(_ measured: MeasuredDepth) -> String {
        measured.depth == 0
            ? String(localized: "No drafts")
            : String(localized: "\(measured.depth) drafts a round, \(times(measured.gain)) times as fast")
    }

    private static func times(_ gain: Double) -> String { Format.decimal(gain, 2) }
}
