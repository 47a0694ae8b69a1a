/// Decides whether a transcript that grows is scrolled to its end.
///
/// It follows until the user scrolls up, and again once the user is back at the end. What a view reports does not say
/// who scrolled; that is told apart by what else changed: without a change of sizes, and without a scroll of ours under
/// way, it was the user.
public struct ScrollFollow: Equatable, Sendable {
    /// What a view knows, in points.
    public struct Geometry: Equatable, Sendable {
        /// How far the content is scrolled from its beginning.
        public var offset: Double
        public var content: Double
        public var window: Double

        public init(offset: Double, content: Double, window: Double) {
            self.offset = offset
            self.content = content
            self.window = window
        }

        private var end: Double { max(content - window, 0) }
        var distanceToEnd: Double { max(end - offset, 0) }
        /// A scroll that springs goes beyond the end first.
        var isAtEnd: Bool { abs(end - offset) <= ScrollFollow.slack }
    }

    public enum Event: Equatable, Sendable {
        /// Offset or sizes have changed.
        case moved(Geometry)
        /// The user's fingers are on it, or it still rolls from them.
        case userBegan, userEnded
        /// The user asked something.
        case newAnswer
        /// The user pressed the button that leads to the end.
        case jump
    }

    public enum Command: Equatable, Sendable {
        case scrollToEnd(animated: Bool)
    }

    /// So near counts as the end, for a user who comes back.
    public static let near = 24.0
    /// Less than that is rounding.
    fileprivate static let slack = 1.0

    public private(set) var isFollowing = true
    private var isUserScrolling = false
    /// We have asked for a scroll and not seen it arrive.
    private var isScrolling = false
    private var geometry: Geometry?

    public init() {}

    /// Whether to offer the button that leads to the end.
    public var offersJump: Bool { !isFollowing && (geometry?.distanceToEnd ?? 0) > Self.near }

    public mutating func handle(_ event: Event) -> Command? {
        switch event {
        case .moved(let now): return moved(to: now)
        case .userBegan:
            isUserScrolling = true
            isScrolling = false
            return nil
        case .userEnded:
            isUserScrolling = false
            return catchUp()
        case .newAnswer, .jump:
            isFollowing = true
            isUserScrolling = false
            isScrolling = true
            return .scrollToEnd(animated: true)
        }
    }

    private mutating func moved(to now: Geometry) -> Command? {
        let before = geometry ?? now
        geometry = now
        let resized = now.content != before.content || now.window != before.window
        let up = now.offset < before.offset - Self.slack
        let down = now.offset > before.offset + Self.slack
        // Ours goes down but for the little that it springs back.
        let back = now.offset < before.offset - Self.near
        if isUserScrolling || (!resized && (!isScrolling || back)) {
            // Content that shrinks pulls the offset along.
            if up, now.content >= before.content {
                isFollowing = false
                isScrolling = false
            } else if down, now.distanceToEnd <= Self.near {
                isFollowing = true
            }
        }
        if now.isAtEnd { isScrolling = false }
        return resized ? catchUp() : nil
    }

    private mutating func catchUp() -> Command? {
        guard isFollowing, !isUserScrolling, let geometry, geometry.distanceToEnd > Self.slack else { return nil }
        isScrolling = true
        return .scrollToEnd(animated: false)
    }
}
