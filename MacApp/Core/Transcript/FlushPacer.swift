/// Says when text that has come is shown: 30 to 60 times a second, whatever the rate at which it comes. Never for
/// nothing, and the last of it at once.
///
/// Times are from any one clock.
public struct FlushPacer: Equatable, Sendable {
    public static let shortest = Duration.nanoseconds(1_000_000_000 / 60)
    public static let longest = Duration.nanoseconds(1_000_000_000 / 30)

    private var last: Duration?
    private var interval = Self.shortest
    /// Something has come since the last flush.
    private var isWaiting = false

    public init() {}

    /// Something has come. Returns how long to wait before showing it, or `nil` if that is waited for already.
    public mutating func arrived(at now: Duration) -> Duration? {
        guard !isWaiting else { return nil }
        isWaiting = true
        guard let last else { return .zero }
        return max(last + interval - now, .zero)
    }

    /// Whether there is something to show now; after that it counts as shown.
    public mutating func flush(at now: Duration) -> Bool {
        guard isWaiting else { return false }
        isWaiting = false
        last = now
        return true
    }

    /// How long showing it took. Where that is much, it is done less often, so that at least three quarters of the time are left.
    public mutating func took(_ time: Duration) {
        interval = min(max(time * 4, Self.shortest), Self.longest)
    }
}
