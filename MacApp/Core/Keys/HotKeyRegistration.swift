/// What is registered with the system, and what has to be done about it.
public struct HotKeyRegistration: Equatable, Sendable {
    public enum Step: Equatable, Sendable {
        case unregister
        case register(KeyCombination)
    }

    public private(set) var registered: KeyCombination?
    /// The combination that was refused, and why.
    public private(set) var failure: Failure?

    public struct Failure: Equatable, Sendable {
        public let combination: KeyCombination
        public let message: String
    }

    public init() {}

    /// Steps to what the user wants. Nothing is ever registered that the user did not choose, and one that is switched
    /// off is given back.
    public func steps(to wanted: KeyCombination?) -> [Step] {
        guard wanted != registered else { return [] }
        return (registered == nil ? [] : [.unregister]) + (wanted.map { [.register($0)] } ?? [])
    }

    public mutating func unregistered() {
        registered = nil
        failure = nil
    }

    public mutating func registering(_ combination: KeyCombination, succeeded: Bool) {
        registered = succeeded ? combination : nil
        failure = succeeded ? nil : Failure(combination: combination, message: KeyWords.failed)
    }
}
