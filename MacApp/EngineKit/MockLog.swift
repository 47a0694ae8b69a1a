import Synchronization

/// A log for tests, which writes down what is asked of it.
public final class MockLog: LogProtocol {
    private let asked = Mutex<[LogLevel]>([])

    public init() {}

    /// The levels asked for so far.
    public var levels: [LogLevel] { asked.withLock { $0 } }

    public func start(_ level: LogLevel, home: String?) { asked.withLock { $0.append(level) } }
    public func set(_ level: LogLevel) throws(EngineError) { asked.withLock { $0.append(level) } }
}
