/// After a failure the next attempt waits, and each time longer.
struct Backoff {
    static let shortest = Duration.milliseconds(500)
    static let longest = Duration.seconds(30)

    private var wait = Self.shortest
    private var end: Duration?

    mutating func failed(at now: Duration) {
        end = now + wait
        wait = min(wait * 2, Self.longest)
    }

    func isOver(at now: Duration) -> Bool { end.map { now >= $0 } ?? true }
}
