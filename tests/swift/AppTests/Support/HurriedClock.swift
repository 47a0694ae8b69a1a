/// A clock on which a second is over after some milliseconds.
struct HurriedClock: Clock {
    private static let haste = 500
    private let real = ContinuousClock()

    struct Instant: InstantProtocol {
        fileprivate let real: ContinuousClock.Instant

        func advanced(by duration: Duration) -> Instant { Instant(real: real.advanced(by: duration / haste)) }
        func duration(to other: Instant) -> Duration { real.duration(to: other.real) * haste }
        static func < (one: Instant, other: Instant) -> Bool { one.real < other.real }
    }

    var now: Instant { Instant(real: real.now) }
    var minimumResolution: Duration { real.minimumResolution * Self.haste }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await real.sleep(until: deadline.real)
    }
}
