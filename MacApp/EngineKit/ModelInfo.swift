/// A model or companion on this machine.
public struct InstalledModel: Equatable, Hashable, Sendable {
    /// `org/name`.
    public var name: String
    /// The folder that the engine opens.
    public var folder: String
    /// The place it was found in.
    public var place: String
    /// The commit, if it is a snapshot of a repository.
    public var commit: String?
    /// Whether the hub is known to have a newer one.
    public var outdated: Bool
    public var role: ModelRole
    public var state: ModelState
    public var bytes: UInt64
    /// Whether Tandem fetched it, and so may delete it.
    public var owned: Bool

    public init(
        name: String, folder: String, place: String = "", commit: String? = nil, outdated: Bool = false,
        role: ModelRole = .model, state: ModelState = .whole, bytes: UInt64 = 0, owned: Bool = true
    ) {
        self.name = name
        self.folder = folder
        self.place = place
        self.commit = commit
        self.outdated = outdated
        self.role = role
        self.state = state
        self.bytes = bytes
        self.owned = owned
    }
}

/// What a folder or repository can be used as.
public enum ModelRole: Equatable, Hashable, Sendable {
    case model, modelWithCompanion, companion
    /// Nothing that can be run, and why.
    case unsupported(String)
}

/// Whether an installed model can be used now.
public enum ModelState: Equatable, Hashable, Sendable {
    case whole
    /// Something is missing: what.
    case incomplete(String)
    /// Its disk is not connected.
    case unavailable
}

/// Every model found, in order of place, then name.
public struct ModelListing: Equatable, Sendable {
    public var models: [InstalledModel]
    /// One line for each place that could not be read.
    public var notices: [String]

    public init(models: [InstalledModel], notices: [String] = []) {
        self.models = models
        self.notices = notices
    }
}

/// What a model needs in memory, in bytes.
public struct MemoryNeed: Equatable, Hashable, Sendable {
    public var weights: UInt64
    public var companion: UInt64
    /// Keys and values of the text.
    public var cache: UInt64
    /// States of the layers that have no keys and values.
    public var states: UInt64
    /// What a pass needs besides.
    public var working: UInt64
    public var total: UInt64

    public init(
        weights: UInt64, companion: UInt64 = 0, cache: UInt64 = 0, states: UInt64 = 0, working: UInt64 = 0,
        total: UInt64
    ) {
        self.weights = weights
        self.companion = companion
        self.cache = cache
        self.states = states
        self.working = working
        self.total = total
    }
}

/// How well a model fits: with a fifth to spare, with little to spare, or not.
public enum FitBand: Equatable, Hashable, Sendable { case safe, tight, refuse }

/// This machine's memory, in bytes.
public struct MachineMemory: Equatable, Sendable {
    public var total: UInt64
    /// What models may use of it.
    public var forModels: UInt64

    public init(total: UInt64, forModels: UInt64) {
        self.total = total
        self.forModels = forModels
    }
}

/// A folder that models are looked for in.
public struct ModelPlace: Equatable, Hashable, Sendable {
    /// What it is. Nothing is ever changed in one of the last two.
    public enum Kind: Sendable { case downloads, lmStudio, added }

    public var folder: String
    public var kind: Kind
    /// Whether it is there now.
    public var present: Bool

    public init(folder: String, kind: Kind, present: Bool = true) {
        self.folder = folder
        self.kind = kind
        self.present = present
    }
}

/// Something that is wrong with the models on this machine.
public struct ModelFinding: Equatable, Hashable, Sendable {
    /// Whether something does not work; if not, something is only wasted.
    public var problem: Bool
    public var what: String
    public var advice: String

    public init(problem: Bool, what: String, advice: String) {
        self.problem = problem
        self.what = what
        self.advice = advice
    }
}

/// One file, read again.
public struct VerifiedFile: Equatable, Hashable, Sendable {
    /// What it turned out to be; `unknown` where nothing says what it should be.
    public enum State: Sendable { case good, damaged, missing, unknown }

    /// Path in the model.
    public var path: String
    public var bytes: UInt64
    public var state: State

    public init(path: String, bytes: UInt64, state: State) {
        self.path = path
        self.bytes = bytes
        self.state = state
    }
}
