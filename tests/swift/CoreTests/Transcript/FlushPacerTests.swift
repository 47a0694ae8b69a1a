import Core
import Testing

struct FlushPacerTests {
    /// When flushes came, for pieces that came at these times.
    private func flushes(_ arrivals: [Duration], cost: Duration = .zero) -> [Duration] {
        var pacer = FlushPacer()
        var flushes: [Duration] = []
        var due: Duration?
        func run(until now: Duration) {
            guard let time = due, time <= now else { return }
            due = nil
            let isOne = pacer.flush(at: time)
            #expect(isOne)
            pacer.took(cost)
            flushes.append(time)
        }
        for arrival in arrivals {
            run(until: arrival)
            guard let wait = pacer.arrived(at: arrival) else { continue }
            due = arrival + wait
            run(until: arrival)
        }
        run(until: .seconds(1_000_000))
        let isEmpty = !pacer.flush(at: .seconds(1_000_000))
        #expect(isEmpty)
        return flushes
    }

    @Test(arguments: [61.0, 200, 1000, 100_000])
    func piecesAtAnyHighRateAreShownSixtyTimesASecond(_ rate: Double) {
        let arrivals = (0..<Int(2 * rate)).map { Duration.seconds(Double($0) / rate) }
        let count = flushes(arrivals).count
        #expect((60...122).contains(count), "\(count)")
    }

    @Test func showingThatTakesLongIsDoneThirtyTimesASecond() {
        let arrivals = (0..<2000).map { Duration.milliseconds($0) }
        let count = flushes(arrivals, cost: .milliseconds(50)).count
        #expect((58...62).contains(count), "\(count)")
        let some = flushes(arrivals, cost: .milliseconds(6)).count
        #expect((62...120).contains(some), "\(some)")
    }

    @Test func aPieceAfterAPauseIsShownAtOnce() {
        #expect(flushes([.seconds(1), .seconds(2), .seconds(3)]) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test func nothingWaitsLongerThanAThirtiethOfASecond() {
        for seed in 0..<200 {
            var random = Seeded(seed)
            var now = Duration.zero
            let arrivals = (0..<300).map { _ in
                now += .microseconds(Int.random(in: 0...40_000, using: &random))
                return now
            }
            let shown = flushes(arrivals, cost: .milliseconds(seed % 20))
            #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 >= FlushPacer.shortest })
            for arrival in arrivals {
                guard let next = shown.first(where: { $0 >= arrival }) else {
                    Issue.record("seed \(seed): a piece was never shown")
                    return
                }
                #expect(next - arrival <= FlushPacer.longest)
            }
        }
    }
}
