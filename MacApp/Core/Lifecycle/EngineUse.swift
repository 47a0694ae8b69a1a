import EngineKit

/// What the engine is used for, as seen from outside.
public struct EngineUse: Equatable, Sendable {
    /// Answers and measurements that run or wait for their turn.
    public internal(set) var running = 0
    /// Of a model that was asked for; whether it is in memory, ``isLoaded`` tells.
    public internal(set) var folder: String?
    /// Whether it is known to be in memory.
    public internal(set) var isLoaded = false
    /// How many uses have ended, and how often the model was unloaded.
    public internal(set) var ended = 0
    /// Set by an error after which only a new start of the app helps.
    public internal(set) var needsRelaunch = false

    public init() {}

    public var isBusy: Bool { running > 0 }
}
