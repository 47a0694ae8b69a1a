internal import TandemBindings

/// How much the log keeps. It never holds prompts or answers.
public enum LogLevel: CaseIterable, Sendable { case off, error, warn, info, debug }

/// The log of the process.
public protocol LogProtocol: Sendable {
    /// Starts the log; the first call counts. On a Mac it is the system's; elsewhere a file in the folder `home`, or
    /// standard error without one.
    func start(_ level: LogLevel, home: String?)
    /// Changes how much is kept from now on.
    func set(_ level: LogLevel) throws(EngineError)
}

/// The log of this process.
public struct LiveLog: LogProtocol {
    public init() {}

    public func start(_ level: LogLevel, home: String?) {
        startLog(level: level.bridged, home: home)
    }

    public func set(_ level: LogLevel) throws(EngineError) {
        try translating { try setLogLevel(level: level.bridged) }
    }
}

extension LogLevel {
    fileprivate var bridged: TandemBindings.LogLevel {
        switch self {
        case .off: .off
        case .error: .error
        case .warn: .warn
        case .info: .info
        case .debug: .debug
        }
    }
}
