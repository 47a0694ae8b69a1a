import EngineKit

/// How a model fits this Mac's memory, in words.
public struct ModelFit: Equatable, Sendable {
    public let band: FitBand
    public let sentence: String

    /// `nil` where the need is not known.
    public init?(_ need: MemoryNeed?, _ band: FitBand?, on machine: MachineMemory?) {
        guard let need, let band else { return nil }
        self.band = band
        sentence = ModelWords.fit(band, need: need.total, room: machine?.forModels)
    }

    /// Whether the user must say yes before it is loaded.
    public var asksBeforeLoading: Bool { band == .refuse }
}

/// Which of the curated models to recommend.
public struct ModelRecommendation: Equatable, Sendable {
    public let model: CuratedModel
    public let offer: ModelOffer

    /// The largest that fits with room to spare, one that was tried before one that was not.
    public static func best(of known: [(model: CuratedModel, offer: ModelOffer)]) -> ModelRecommendation? {
        known
            .filter { $0.model.available != false && $0.offer.band == .safe && $0.offer.role.runs }
            .max { one, other in
                (one.model.verified ? 1 : 0, one.offer.memory?.total ?? 0)
                    < (other.model.verified ? 1 : 0, other.offer.memory?.total ?? 0)
            }
            .map { ModelRecommendation(model: $0.model, offer: $0.offer) }
    }

    /// As the first run shows it.
    public var onboarding: Onboarding.Recommendation {
        .model(
            name: model.repository, title: model.title, bytes: offer.bytesToFetch,
            companionBytes: offer.companionInside ? 0 : offer.companions.first?.bytes ?? 0)
    }
}

extension ModelRole {
    /// Whether it answers by itself.
    public var runs: Bool {
        switch self {
        case .model, .modelWithCompanion: true
        case .companion, .unsupported: false
        }
    }
}
