import Foundation

/// What is said under an answer about drafting that was off or did not pay, and the button that helps. What has been
/// done about it since is not offered again.
public struct DraftingNote: Equatable, Sendable {
    public let sentence: String
    public let advice: SpeculationStatus.Advice?

    /// `next` is how the chat drafts from the next answer on. `nil` where there is nothing to say: drafting paid, or no
    /// token came, or nobody knows.
    public init?(_ status: SpeculationStatus, next: SpeculationChoice) {
        switch (status.kind, next) {
        case (.active, _), (.notReached, _), (.unknown, _): return nil
        case (.switchedOff, .auto), (.switchedOff, .depth):
            sentence = String(localized: "Drafting was off for this answer. It is on for the next one.")
            advice = nil
        case (.losing, .auto):
            sentence = String(
                localized:
                    "The companion slowed this answer down. Tandem drafts less, or not at all, where that goes on.")
            advice = .measure
        case (.losing, .off):
            sentence = String(localized: "The companion slowed this answer down. It is off for the next one.")
            advice = nil
        case (.losing, .depth), (.switchedOff, .off), (.noCompanion, _), (.misfit, _), (.resting, _), (.tooShort, _),
            (.other, _):
            sentence = status.sentence
            advice = status.advice
        }
    }
}

extension SpeculationStatus.Advice {
    /// What its button is called.
    public var title: String {
        switch self {
        case .switchOn: String(localized: "Switch Drafting On")
        case .chooseCompanion: String(localized: "Choose Companion…")
        case .measure: String(localized: "Measure on This Mac…")
        case .letEngineChoose: String(localized: "Let Tandem Choose")
        }
    }

    /// How the chat is to draft from now on, where that is what the advice comes to.
    public var choice: SpeculationChoice? {
        switch self {
        case .switchOn, .letEngineChoose: .auto
        case .chooseCompanion, .measure: nil
        }
    }
}
