import EngineKit
import Foundation
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
final class MeasureTests {
    private let engine = MockEngine()
    private let models = MockModelLibrary()
    private let settings = SettingsStore(MemoryDocument(nil))
    private let requests = Recorded<BenchRequest>()
    private let stopped = Recorded<Bool>()
    private let steps: WorkSteps<BenchReport>.Continuation

    init() {
        let (stream, continuation) = WorkSteps<BenchReport>.makeStream()
        steps = continuation
        let (requests, stopped) = (requests, stopped)
        continuation.onTermination = { _ in stopped.add(true) }
        engine.tell {
            $0.bench = { request in
                requests.add(request)
                return stream
            }
        }
        models.tell {
            $0.folders = { name throws(EngineError) in ModelFolders(target: "/m/\(name)", companion: .folder("/c")) }
        }
    }

    private func store() -> MeasureStore {
        MeasureStore(engine: engine, models: models, settings: settings) { Date(timeIntervalSince1970: 50) }
    }

    nonisolated private static func report(_ speeds: [Double]) -> BenchReport {
        let runs = speeds.enumerated().map { depth, speed in
            var run = BenchReport.Run(depth: UInt64(depth))
            run.tokensPerSecond = speed
            run.acceptance = 0.8
            run.acceptedByPosition = (0..<depth).map { 0.9 - 0.1 * Double($0) }
            run.tokensPerRound = 1 + 0.8 * Double(depth)
            run.rowsCost = (0...depth).map { 0.010 + 0.002 * Double($0) }
            return run
        }
        let best = speeds.indices.max { speeds[$0] < speeds[$1] } ?? 0
        return BenchReport(device: "gpu", model: "/m", runs: runs, bestDepth: UInt64(best))
    }

    @Test func aReportBecomesRowsThatCanBeDrawn() {
        let measured = Measurement(Self.report([20, 30, 36, 33]), model: "org/m")
        #expect(measured.rows.map(\.depth) == [0, 1, 2, 3])
        #expect(
            measured.rows.map(\.gain) == [1, 1.5, 1.8, 1.65]
                && measured.rows.map(\.isBest) == [false, false, true, false])
        #expect(measured.rows[0].acceptance == nil && measured.rows[2].acceptedByPosition == [0.9, 0.8])
        #expect(measured.rowsCost.map(\.rows) == [1, 2, 3, 4])
        #expect(measured.rowsCost.map { Format.decimal($0.cost, 1) } == ["1", "1.2", "1.4", "1.6"])
        #expect(measured.verdict == .pays(depth: 2, gain: 1.8))
        #expect(measured.sentence == "With 2 drafts a round this Mac answers 1.8 times as fast.")
    }

    @Test func whereItDoesNotPayItSaysSo() {
        let slower = Measurement(Self.report([20, 18, 15]), model: "m")
        #expect(slower.verdict == .doesNotPay(depth: 1, gain: 0.9))
        #expect(slower.sentence.hasPrefix("Speculation does not pay here: the best it brings is 0.9 times the speed"))
        // As much as measurements differ by is nothing.
        #expect(Measurement(Self.report([20, 20.5]), model: "m").verdict == .doesNotPay(depth: 1, gain: 1.025))
        #expect(Measurement(Self.report([20]), model: "m").verdict == .unknown)
        let odd = Measurement(Self.report([0, .nan, 3]), model: "m")
        #expect(odd.verdict == .unknown && odd.rows.map(\.depth) == [2])
        #expect(Measurement(BenchReport(device: "cpu", model: "", runs: [], bestDepth: 0), model: "m").rows.isEmpty)
    }

    @Test func itAsksRunsAndKeepsTheBestDepth() async throws {
        let store = store()
        store.start()
        #expect(store.state == .idle)
        store.ask("org/m")
        #expect(store.state == .asking && store.request.contains("m answers nothing else"))
        store.start()
        await eventually { requests.all.count == 1 }
        #expect(requests.all[0].model.target == "/m/org/m" && requests.all[0].depths == [0, 1, 2, 3, 4])
        steps.yield(.progress(done: 2, total: 4))
        await eventually { store.state == .running(0.5) }
        steps.yield(.progress(done: 1, total: 4))
        store.ask("other")
        store.dismiss()
        steps.yield(.done(Self.report([20, 30, 36])))
        steps.finish()
        await eventually { !store.isRunning }
        guard case .done(let measured) = store.state else {
            Issue.record("\(store.state)")
            return
        }
        #expect(measured.model == "org/m" && store.measurements["org/m"] == measured)
        let kept = try #require(store.measured)
        let date = Date(timeIntervalSince1970: 50)
        #expect(kept == MeasuredDepth(depth: 2, gain: 1.8, companion: "/c", date: date, isUsed: true))
        #expect(kept.title == "2 drafts a round, 1.8 times as fast")
    }

    @Test func itIsUsedUntilTheUserSaysOtherwise() async throws {
        let store = store()
        store.ask("org/m")
        store.start()
        steps.yield(.done(Self.report([20, 30])))
        steps.finish()
        await eventually { store.measured != nil }
        let folders = ModelFolders(target: "/m/org/m", companion: .folder("/c"))
        func request(
            _ chat: SpeculationChoice? = nil, _ folders: ModelFolders, of name: String = "org/m"
        ) -> AnswerRequest {
            var parameters = ChatParameters()
            parameters.speculation = chat
            return parameters.request(model: folders, name: name, messages: "[]", settings: settings.settings)
        }
        #expect(request(nil, folders).speculate == .depth(1))
        // What a chat or the settings choose comes first, and another model or companion was not measured.
        #expect(request(.auto, folders).speculate == .auto && request(.off, folders).speculate == .off)
        #expect(request(nil, folders, of: "other").speculate == .auto)
        #expect(request(nil, ModelFolders(target: "/m/org/m")).speculate == .auto)
        settings.change { $0.speculation = .depth(5) }
        #expect(request(nil, folders).speculate == .depth(5))
        settings.change { $0.speculation = .auto }
        store.use(false)
        #expect(request(nil, folders).speculate == .auto)
    }

    @Test func whereNoDraftsPayNoneAreUsed() {
        let measured = MeasuredDepth(depth: 0, gain: 1, companion: "own", date: Date(), isUsed: true)
        settings.change { $0.measured["m"] = measured }
        let request = ChatParameters().request(
            model: ModelFolders(target: "/m"), name: "m", messages: "[]", settings: settings.settings)
        #expect(request.speculate == .off && measured.title == "No drafts")
    }

    @Test func cancellingStopsTheWork() async {
        let store = store()
        store.ask("m")
        store.cancel()
        #expect(store.state == .idle)
        store.ask("m")
        store.start()
        await eventually { requests.all.count == 1 }
        steps.yield(.progress(done: 1, total: 4))
        await eventually { store.state == .running(0.25) }
        store.cancel()
        #expect(store.state == .cancelled)
        await eventually { !stopped.all.isEmpty }
        steps.yield(.done(Self.report([1, 2])))
        #expect(store.state == .cancelled && store.measured == nil)
        store.dismiss()
        #expect(store.state == .idle)
    }

    @Test func aFailureIsTold() async {
        let store = store()
        store.ask("m")
        store.start()
        steps.finish(throwing: EngineError.test(.doesNotFit))
        await eventually { !store.isRunning }
        #expect(store.state == .failed(.test(.doesNotFit)))
        models.tell { $0.folders = { _ throws(EngineError) in throw .test(.notFound) } }
        store.ask("m")
        store.start()
        await eventually { !store.isRunning }
        #expect(store.state == .failed(.test(.notFound)))
    }

    @Test func withoutACompanionOnlyOneSpeedIsMeasured() async {
        models.tell { $0.folders = { _ throws(EngineError) in ModelFolders(target: "/m", companion: .none) } }
        let store = store()
        store.ask("m")
        store.start()
        await eventually { requests.all.count == 1 }
        #expect(requests.all[0].depths == [0])
        store.cancel()
    }
}
