import EngineKit
import Testing

@testable import Core

@Suite struct MeasureStepTests {
    private let plan: MeasureStore.Plan = {
        var plan = MeasureStore.Plan()
        (plan.depths, plan.repetitions) = ([0, 1, 2], 2)
        return plan
    }()

    /// Three depths in three turns, the costs, and two comparisons.
    private func words(_ done: Double) -> String { MeasureStep(done / 12, of: plan).words }

    @Test func depthsTakeTurnsAfterAFirstOneThatWarmsUp() {
        #expect(words(0) == "Warming up: 0 drafts a round" && words(2) == "Warming up: 2 drafts a round")
        #expect(words(3) == "Turn 1 of 2: 0 drafts a round" && words(8) == "Turn 2 of 2: 2 drafts a round")
        #expect(words(9) == "Timing passes of one row and more…" && words(12) == words(9))
    }

    @Test func whateverTheShareIsThereAreWords() {
        #expect(words(-4) == words(0) && words(99) == words(12))
        var empty = plan
        empty.depths = []
        #expect(!MeasureStep(0, of: empty).words.isEmpty)
    }

    @Test func aTableSaysWhatIsNotThereToo() {
        var plain = BenchReport.Run(depth: 0)
        plain.tokensPerSecond = 20
        var drafted = BenchReport.Run(depth: 2)
        (drafted.tokensPerSecond, drafted.acceptance, drafted.tokensPerRound) = (30, 0.8, 2.6)
        (plain.rowsCost, drafted.rowsCost) = ([0.01], [0.01, 0.012, 0.015])
        let report = BenchReport(device: "gpu", model: "/m", runs: [plain, drafted], bestDepth: 2)
        let measured = Measurement(report, model: "m")
        #expect(
            measured.rows.map { [$0.depthWords, $0.speedWords, $0.gainWords, $0.acceptanceWords, $0.roundWords] } == [
                ["No drafts", "20 tokens/s", "1 ×", "–", "–"], ["2 drafts", "30 tokens/s", "1.5 ×", "80 %", "2.6"],
            ])
        #expect(measured.rows.map(\.words) == ["No drafts: 20 tokens/s", "2 drafts: 30 tokens/s, the fastest"])
        #expect(measured.rowsCost.summary == "A pass of 3 rows takes 1.5 times as long as one of a single row.")
        #expect([Measurement.RowsCost]().summary == "Not measured yet.")
        let alone = Measurement(BenchReport(device: "cpu", model: "/m", runs: [drafted], bestDepth: 2), model: "m")
        #expect(alone.rows.map(\.gainWords) == ["–"])
    }
}
