/// Whether the system is told that the app is at work: exactly while it answers, measures or downloads. Then the Mac does
/// not go to sleep by itself and the app is not slowed down in the background; at all other times it may.
public struct ActivityPolicy: Equatable, Sendable {
    public struct Work: Equatable, Sendable {
        public var answers = 0
        public var downloads = 0
        public var isMeasuring = false

        public init() {}

        var isAny: Bool { answers > 0 || downloads > 0 || isMeasuring }
    }

    public enum Change: Equatable, Sendable {
        /// The reason is for the system's own lists.
        case begin(reason: String)
        case end
    }

    public private(set) var isHeld = false

    public init() {}

    /// What to do about the assertion, if anything: it is begun once and ended once, whatever the work is.
    public mutating func changed(to work: Work) -> Change? {
        guard work.isAny != isHeld else { return nil }
        isHeld = work.isAny
        guard isHeld else { return .end }
        return .begin(reason: work.downloads > 0 && work.answers == 0 ? "Downloading a model" : "Answering")
    }
}
