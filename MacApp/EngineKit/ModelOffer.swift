/// What a repository is, before or after downloading it.
public struct ModelOffer: Equatable, Sendable {
    /// A repository that can be downloaded.
    public struct Repository: Equatable, Hashable, Sendable {
        public var name: String
        /// Bytes of the files it needs.
        public var bytes: UInt64

        public init(name: String, bytes: UInt64) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// A full release whose companion can be fetched and split off.
    public struct Release: Equatable, Hashable, Sendable {
        public var repository: String
        /// Bytes to fetch.
        public var bytes: UInt64
        /// Bytes of the companion in them.
        public var companionBytes: UInt64

        public init(repository: String, bytes: UInt64, companionBytes: UInt64) {
            self.repository = repository
            self.bytes = bytes
            self.companionBytes = companionBytes
        }
    }

    /// The companion that drafts for an installed model.
    public enum Companion: Equatable, Hashable, Sendable {
        /// The one the user paired it with.
        case paired(InstalledModel)
        /// The one inside the model's own weights.
        case inside
        /// An installed one whose config fits.
        case fits(InstalledModel)
        case none
    }

    public var repository: String
    /// The newest commit.
    public var commit = ""
    /// Whether its terms must be accepted first.
    public var gated = false
    public var role: ModelRole
    /// The copy on this machine.
    public var installed: InstalledModel?
    /// Bytes of the files that a model needs.
    public var bytes: UInt64 = 0
    /// Bytes of them that are not here yet.
    public var bytesToFetch: UInt64 = 0
    /// Whether its weights hold a companion.
    public var companionInside = false
    /// Companions that fit by config, the best one first.
    public var companions: [Repository] = []
    /// The full release that a companion can be taken out of.
    public var release: Release?
    /// For an installed model: what drafts for it.
    public var installedCompanion: Companion?
    public var memory: MemoryNeed?
    /// How well that fits this machine.
    public var band: FitBand?
    /// Bytes free on the disk that downloads go to.
    public var diskFree: UInt64?

    public init(repository: String, role: ModelRole = .model) {
        self.repository = repository
        self.role = role
    }
}

/// A curated model.
public struct CuratedModel: Equatable, Hashable, Sendable {
    /// What a person calls it.
    public var title: String
    public var repository: String
    /// Repositories of its companions, the best one first.
    public var companions: [String]
    /// Whether the pair was run.
    public var verified: Bool
    /// Whether the hub has it; `nil` if the hub could not be asked.
    public var available: Bool?

    public init(title: String, repository: String, companions: [String], verified: Bool, available: Bool?) {
        self.title = title
        self.repository = repository
        self.companions = companions
        self.verified = verified
        self.available = available
    }
}

/// A repository that a search of the hub found.
public struct HubHit: Equatable, Hashable, Sendable {
    public var repository: String
    /// How often it was downloaded last month.
    public var downloads: UInt64
    /// Whether its terms must be accepted first.
    public var gated: Bool
    /// Whether its tags say that it is in MLX form.
    public var mlx: Bool

    public init(repository: String, downloads: UInt64 = 0, gated: Bool = false, mlx: Bool = true) {
        self.repository = repository
        self.downloads = downloads
        self.gated = gated
        self.mlx = mlx
    }
}
