internal import TandemBindings

extension InstalledModel {
    init(_ record: ModelRecord) {
        let state: ModelState =
            switch record.state {
            case .whole: .whole
            case .incomplete(let reason): .incomplete(reason)
            case .unavailable: .unavailable
            }
        self.init(
            name: record.name, folder: record.folder, place: record.root, commit: record.commit,
            outdated: record.outdated, role: ModelRole(record.role), state: state, bytes: record.bytes,
            owned: record.owned)
    }
}

extension ModelRole {
    init(_ role: TandemBindings.ModelRole) {
        self =
            switch role {
            case .model: .model
            case .modelWithCompanion: .modelWithCompanion
            case .companion: .companion
            case .unsupported(let reason): .unsupported(reason)
            }
    }
}

extension ModelListing {
    init(_ listing: TandemBindings.ModelListing) {
        self.init(models: listing.models.map { InstalledModel($0) }, notices: listing.notices)
    }
}

extension MemoryNeed {
    init(_ need: MemoryEstimate) {
        self.init(
            weights: need.weights, companion: need.companion, cache: need.cache, states: need.states,
            working: need.working, total: need.total)
    }
}

extension FitBand {
    init(_ band: TandemBindings.FitBand) {
        self =
            switch band {
            case .safe: .safe
            case .tight: .tight
            case .refuse: .refuse
            }
    }
}

extension ModelPlace {
    init(_ place: TandemBindings.ModelPlace) {
        let kind: Kind =
            switch place.kind {
            case .downloads: .downloads
            case .lmStudio: .lmStudio
            case .added: .added
            }
        self.init(folder: place.folder, kind: kind, present: place.present)
    }
}

extension VerifiedFile {
    init(_ file: TandemBindings.VerifiedFile) {
        let state: State =
            switch file.state {
            case .good: .good
            case .damaged: .damaged
            case .missing: .missing
            case .unknown: .unknown
            }
        self.init(path: file.path, bytes: file.bytes, state: state)
    }
}

extension ModelOffer {
    init(_ offer: TandemBindings.ModelOffer) {
        self.init(repository: offer.repo, role: ModelRole(offer.role))
        commit = offer.commit
        gated = offer.gated
        installed = offer.installed.map { InstalledModel($0) }
        bytes = offer.bytes
        bytesToFetch = offer.bytesToFetch
        companionInside = offer.companionInside
        companions = offer.companions.map { Repository(name: $0.repo, bytes: $0.bytes) }
        release = offer.release.map {
            Release(repository: $0.repo, bytes: $0.bytes, companionBytes: $0.companionBytes)
        }
        installedCompanion = offer.installedCompanion.map { Companion($0) }
        memory = offer.memory.map { MemoryNeed($0) }
        band = offer.band.map { FitBand($0) }
        diskFree = offer.diskFree
    }
}

extension ModelOffer.Companion {
    init(_ companion: InstalledCompanion) {
        self =
            switch companion {
            case .paired(let model): .paired(InstalledModel(model))
            case .inside: .inside
            case .fits(let model): .fits(InstalledModel(model))
            case .none: .none
            }
    }
}

extension CuratedModel {
    init(_ entry: CuratedEntry) {
        self.init(
            title: entry.title, repository: entry.repo, companions: entry.companions, verified: entry.verified,
            available: entry.available)
    }
}

extension HubHit {
    init(_ hit: TandemBindings.HubHit) {
        self.init(repository: hit.repo, downloads: hit.downloads, gated: hit.gated, mlx: hit.mlx)
    }
}
