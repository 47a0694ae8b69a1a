import Core

/// A meter that says what a test wants, and counts who looks.
@MainActor
final class TestMeter {
    var reading = LiveReading()
    private(set) var looks = 0

    func read() -> LiveReading {
        looks += 1
        return reading
    }

    /// An answer goes on: a round of some drafts.
    func round(drafted: UInt64, accepted: UInt64, speed: Double) {
        reading.answering = true
        reading.rounds += 1
        reading.tokens += accepted + 1
        reading.drafted += drafted
        reading.accepted += accepted
        reading.tokensPerSecond = speed
    }
}
