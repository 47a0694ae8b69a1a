import EngineKit
import Foundation

/// What was measured on this Mac for one model, and whether it is to be used in place of the engine's own pacing.
///
/// It is used from then on: who measures wants the best of it. Who wants the engine's pacing, which looks at each text and
/// changes with it, goes back to that.
public struct MeasuredDepth: Equatable, Sendable {
    /// Drafts a round; 0 where none pay.
    public var depth: Int
    /// Speed by that of plain decoding.
    public var gain: Double
    /// Who drafted: with another one it says nothing.
    public var companion: String
    /// In whole seconds: a fraction does not come back from the file as it went in.
    public let date: Date
    public var isUsed = false

    public init(depth: Int, gain: Double, companion: String, date: Date, isUsed: Bool = false) {
        self.depth = depth
        self.gain = gain
        self.companion = companion
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded())
        self.isUsed = isUsed
    }

    /// `nil` where nothing was found out.
    init?(_ measurement: Measurement, companion: ModelFolders.Companion, date: Date, isUsed: Bool) {
        switch measurement.verdict {
        case .pays(let depth, let gain):
            self.init(depth: depth, gain: gain, companion: companion.word, date: date, isUsed: isUsed)
        case .doesNotPay: self.init(depth: 0, gain: 1, companion: companion.word, date: date, isUsed: isUsed)
        case .unknown: return nil
        }
    }

    public var choice: SpeculationChoice { depth == 0 ? .off : .depth(depth) }

    /// "2 drafts a round, 1.8 times as fast": what is offered to be used.
    public var title: String { MeasureWords.title(self) }
}

extension ModelFolders.Companion {
    /// As it is kept with a measurement.
    var word: String {
        switch self {
        case .own: "own"
        case .none: "none"
        case .folder(let folder): folder
        }
    }
}

extension Settings {
    /// How a model's answers are drafted where a chat has no choice of its own.
    func speculation(of model: String, _ folders: ModelFolders) -> SpeculationChoice {
        guard speculation == .auto, let measured = measured[model], measured.isUsed,
            measured.companion == folders.companion.word
        else { return speculation }
        return measured.choice
    }
}
