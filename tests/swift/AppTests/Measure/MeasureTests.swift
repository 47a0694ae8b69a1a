import Core
import EngineKit
import Screen
import Synchronization
import Testing

@testable import Tandem

/// Measurements that go on as a test wants.
private final class OpenBench: Sendable {
    private let steps = Mutex<WorkSteps<BenchReport>.Continuation?>(nil)
    private let ended = Atomic(false)

    var hasBegun: Bool { steps.withLock { $0 != nil } }
    var wasStopped: Bool { ended.load(ordering: .relaxed) }

    func begin() -> WorkSteps<BenchReport> {
        let (stream, continuation) = WorkSteps<BenchReport>.makeStream()
        continuation.onTermination = { _ in self.ended.store(true, ordering: .relaxed) }
        steps.withLock { $0 = continuation }
        return stream
    }

    func progress(_ done: UInt64) { steps.withLock { _ = $0?.yield(.progress(done: done, total: 24)) } }

    func end(_ speeds: [Double]) {
        steps.withLock { steps in
            _ = steps?.yield(.done(.preview(speeds)))
            steps?.finish()
        }
    }
}

@MainActor
struct MeasureTests {
    private func opened() async throws -> (TestApp, OpenBench, Screen) {
        let test = try await TestApp()
        let bench = OpenBench()
        test.engine.tell { script in script.bench = { _ in bench.begin() } }
        let screen = test.launch()
        try screen.choose("Model", "Measure on This Mac…")
        #expect(screen.windows.last == "Measure on This Mac")
        return (test, bench, screen)
    }

    private func start(_ bench: OpenBench, _ screen: Screen) async throws {
        try screen.tap("Start")
        try await screen.wait(for: "the engine to begin") { _ in bench.hasBegun }
    }

    @Test func fromTheQuestionToTheDepthThatIsKept() async throws {
        let (test, bench, screen) = try await opened()
        #expect(screen.texts().contains { $0.contains("Close other programs") })
        try await start(bench, screen)
        bench.progress(6)
        try await screen.wait(for: "the first turn") { $0.contains("Turn 1 of 3: 1 draft a round") }
        #expect(try screen.spoken("Measuring").value == "25 %")
        bench.end([20, 31, 36, 33])
        try await screen.wait(for: "the result") {
            $0.contains("With 2 drafts a round this Mac answers 1.8 times as fast.")
        }
        #expect(
            screen.rows().contains { $0.contains("2 drafts") && $0.contains("36 tokens/s") && $0.contains("1.8 ×") })
        #expect(screen.marks().contains("bar: x Drafts a round 2 drafts, y Tokens a second 36.0"))
        // The best depth is kept, and used at once.
        let kept = { test.app.settings.settings.measured["pocket"] }
        #expect(kept()?.depth == 2 && kept()?.isUsed == true)
        try screen.pick("Let Tandem choose with each answer", in: "From now on")
        #expect(kept()?.depth == 2 && kept()?.isUsed == false)
        try screen.pick("Always: 2 drafts a round, 1.8 times as fast", in: "From now on")
        #expect(kept()?.isUsed == true)
    }

    @Test func whereItDoesNotPayItSaysSo() async throws {
        let (_, bench, screen) = try await opened()
        try await start(bench, screen)
        bench.progress(1)
        try await screen.wait(for: "the progress") { $0.contains("Warming up: 1 draft a round") }
        bench.end([20, 19, 15])
        try await screen.wait(for: "the result") {
            $0.texts().contains { $0.hasPrefix("Speculation does not pay here") }
        }
    }

    @Test func stoppingStopsTheEngineAndKeepsNothing() async throws {
        let (test, bench, screen) = try await opened()
        try await start(bench, screen)
        bench.progress(2)
        try await screen.wait(for: "the progress") { $0.contains("Warming up: 2 drafts a round") }
        try screen.press(.escape)
        #expect(screen.contains("Stopped. What was measured so far says too little and is not kept."))
        try await screen.wait(for: "the engine to be told") { _ in bench.wasStopped }
        #expect(test.app.settings.settings.measured.isEmpty)
        try screen.tap("Measure Again…")
        try screen.tap("Start")
        #expect(test.app.measure.isRunning)
    }

    @Test func theCostOfRowsIsShownBesideTheNextAnswer() async throws {
        let (test, bench, screen) = try await opened()
        try await start(bench, screen)
        bench.progress(1)
        try await screen.wait(for: "the progress") { $0.contains("Warming up: 1 draft a round") }
        bench.end([20, 31])
        try await screen.wait(for: "the result") { $0.marks().contains { $0.contains("x Rows 2") } }
        screen.closeWindow()
        #expect(screen.windows == ["New Chat"] && screen.marks().isEmpty)
        let answers = test.answersAsTold()
        try screen.ask("Why?")
        try await screen.wait(for: "the question to be asked") { _ in !answers.requests.isEmpty }
        test.meter.round(drafted: 2, accepted: 1, speed: 20)
        try await screen.wait(for: "the cost in the panel") { $0.marks().contains { $0.contains("x Rows 2") } }
    }
}

extension Live {
    @MainActor @Suite(.timeLimit(.minutes(10)))
    struct Measuring {
        @Test func theBuiltInModelIsMeasuredFromTheTapToTheDepthThatIsKept() async throws {
            let test = try await LiveApp()
            test.app.settings.change { $0.speculation = .auto }
            (test.app.measure.plan.promptTokens, test.app.measure.plan.generate) = (16, 12)
            (test.app.measure.plan.depths, test.app.measure.plan.repetitions) = ([0, 1, 2], 1)
            let screen = test.launch()
            try screen.choose("Model", "Measure on This Mac…")
            try screen.tap("Start")
            try await screen.wait(for: "the result", within: .seconds(300)) { _ in
                test.app.measure.measurements["pocket"] != nil
            }
            let measurement = try #require(test.app.measure.measurements["pocket"])
            #expect(screen.contains(measurement.sentence) && measurement.rows.map(\.depth) == [0, 1, 2])
            #expect(screen.rows().count == 3)
            let measured = try #require(test.app.settings.settings.measured["pocket"])
            #expect(measured.isUsed && screen.contains("Always: \(measured.title)"))
        }
    }
}
