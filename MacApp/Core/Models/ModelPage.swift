import EngineKit

/// A model's page, before or after downloading it.
public struct ModelPage: Equatable, Sendable {
    public let name: String
    public let title: String
    public let fit: ModelFit?
    /// What downloading it takes.
    public let download: String?
    /// Why it cannot be downloaded now.
    public let obstacle: String?
    /// What the user has to do on the hub first.
    public let needsTerms: Bool
    /// What to fetch: the model and what drafts for it.
    public let plan: [DownloadOrder]

    public init(_ offer: ModelOffer, machine: MachineMemory?) {
        name = offer.repository
        title = ModelNames.shown(offer.repository)
        fit = ModelFit(offer.memory, offer.band, on: machine)
        needsTerms = offer.gated && offer.installed == nil
        var plan: [DownloadOrder] = []
        if offer.bytesToFetch > 0 || offer.installed == nil {
            plan.append(DownloadOrder(DownloadRequest(repository: offer.repository), bytes: offer.bytesToFetch))
        }
        let hasCompanion = offer.companionInside || offer.installedCompanion.map { $0 != .none } == true
        if !hasCompanion, let companion = offer.companions.first {
            plan.append(
                DownloadOrder(
                    DownloadRequest(repository: companion.name), for: offer.repository, bytes: companion.bytes))
        } else if !hasCompanion, let release = offer.release {
            plan.append(
                DownloadOrder(
                    DownloadRequest(repository: release.repository, companionOnly: true), for: offer.repository,
                    bytes: release.bytes))
        }
        let need = plan.reduce(UInt64(0)) { $0.saturatingAdd($1.bytes) }
        if case .unsupported(let why) = offer.role {
            self.plan = []
            obstacle = ModelWords.detail(.unsupported(why), 0)
        } else if let free = offer.diskFree, free > 0, need > free {
            // A disk that does not say how much is free is not one that has nothing free.
            self.plan = plan
            obstacle = ModelWords.noRoom(need, free)
        } else {
            self.plan = plan
            obstacle = nil
        }
        download = self.plan.isEmpty ? nil : ModelWords.download(offer)
    }

    /// What to fetch, with what drafts for it or without.
    public func orders(withCompanion: Bool) -> [DownloadOrder] {
        withCompanion ? plan : plan.filter { $0.model == nil }
    }

    /// Whether the user has that choice.
    public var offersCompanion: Bool { plan.contains { $0.model != nil } && plan.contains { $0.model == nil } }

    public var canDownload: Bool { !plan.isEmpty && obstacle == nil }
}
