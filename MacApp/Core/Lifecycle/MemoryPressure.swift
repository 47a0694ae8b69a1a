/// What Tandem does when the Mac runs short of memory.
public struct MemoryPressure: Equatable, Sendable {
    public enum Level: Equatable, Sendable { case normal, warning, critical }

    public enum Event: Equatable, Sendable {
        case level(Level)
        /// Answers or measurements began, or all of them have ended.
        case busy(Bool)
        case loaded(Bool)
    }

    public enum Effect: Equatable, Sendable {
        case unload
        /// Ends the answers; what has come of them stays.
        case stopAnswers
    }

    public private(set) var level = Level.normal
    private var isBusy = false
    private var isLoaded = false
    /// One pressure ends the answers once: those that the user begins after that are wanted all the same.
    private var hasStopped = false

    public init() {}

    public mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .level(let level):
            self.level = level
            if level == .normal { hasStopped = false }
        case .busy(let busy): isBusy = busy
        case .loaded(let loaded): isLoaded = loaded
        }
        guard level != .normal, isLoaded else { return [] }
        if !isBusy {
            // Until it is loaded again there is nothing more to free.
            isLoaded = false
            return [.unload]
        }
        guard level == .critical, !hasStopped else { return [] }
        hasStopped = true
        return [.stopAnswers]
    }
}
