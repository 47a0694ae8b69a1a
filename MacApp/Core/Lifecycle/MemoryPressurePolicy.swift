/// What to do when the Mac runs short of memory, of which a model holds the most.
///
/// Pressure comes and goes within seconds, also because of what is done about it. So what was begun at a critical level
/// holds until the level was normal for a while.
public struct MemoryPressurePolicy: Equatable, Sendable {
    /// As the system tells it.
    public enum Level: Int, Comparable, Sendable {
        case normal, warning, critical

        public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    public enum Action: Equatable, Sendable {
        /// Nothing is being answered: take the model out of memory. The next question loads it again.
        case unload
        /// A banner is shown, or not any more: see ``MemoryPressurePolicy/banner``.
        case bannerChanged
    }

    /// How long the level must be normal before all is as it was.
    public static let calm = Duration.seconds(30)
    /// At a warning, a model that was used so lately is left alone: the next question is probably near.
    public static let inUse = Duration.seconds(60)

    public private(set) var level = Level.normal
    /// Whether a model may be loaded that is not in memory.
    public private(set) var acceptsLoads = true
    private var normalSince: Duration?
    private var lastUse: Duration?
    private var answers = 0
    private var isLoaded = false
    /// Whether it was already asked to be taken out. It takes a while, and may fail: one time is enough until the model is
    /// used again or the level changes.
    private var unloadWasAsked = false

    public init() {}

    public var isAnswering: Bool { answers > 0 }

    /// What the user is told; `nil` for nothing.
    public var banner: String? {
        if acceptsLoads { return nil }
        return isAnswering ? LifecycleWords.memoryAfterAnswer : LifecycleWords.memoryUnloaded
    }

    /// When to call ``tick(at:)`` next, if nothing else happens.
    public var nextTick: Duration? {
        if let normalSince { return normalSince + Self.calm }
        if level == .warning, isLoaded, !isAnswering, !unloadWasAsked, let lastUse { return lastUse + Self.inUse }
        return nil
    }

    /// The system tells another level. `time` is that of any clock that goes on.
    public mutating func changed(to level: Level, at time: Duration) -> [Action] {
        if level != self.level { unloadWasAsked = false }
        self.level = level
        return changing {
            if level == .critical { $0.acceptsLoads = false }
            if level > .normal {
                $0.normalSince = nil
            } else if !$0.acceptsLoads, $0.normalSince == nil {
                $0.normalSince = time
            }
            return $0.unloadIfDue(at: time)
        }
    }

    /// A model is in memory, or none any more.
    public mutating func loaded(_ isLoaded: Bool, at time: Duration) -> [Action] {
        self.isLoaded = isLoaded
        unloadWasAsked = false
        if isLoaded { lastUse = time }
        return unloadIfDue(at: time)
    }

    public mutating func answerBegan(at time: Duration) -> [Action] {
        changing {
            $0.answers += 1
            $0.lastUse = time
            $0.unloadWasAsked = false
            return []
        }
    }

    public mutating func answerEnded(at time: Duration) -> [Action] {
        changing {
            $0.answers = max(0, $0.answers - 1)
            $0.lastUse = time
            return $0.unloadIfDue(at: time)
        }
    }

    /// Time has passed.
    public mutating func tick(at time: Duration) -> [Action] {
        changing {
            if let since = $0.normalSince, time - since >= Self.calm {
                ($0.normalSince, $0.acceptsLoads) = (nil, true)
            }
            return $0.unloadIfDue(at: time)
        }
    }

    private mutating func unloadIfDue(at time: Duration) -> [Action] {
        guard isLoaded, !isAnswering, !unloadWasAsked, isDue(at: time) else { return [] }
        unloadWasAsked = true
        return [.unload]
    }

    private func isDue(at time: Duration) -> Bool {
        switch level {
        case .normal: false
        case .warning: lastUse.map { time - $0 >= Self.inUse } ?? true
        case .critical: true
        }
    }

    private mutating func changing(_ change: (inout Self) -> [Action]) -> [Action] {
        let before = banner
        let actions = change(&self)
        return actions + (banner == before ? [] : [.bannerChanged])
    }
}
