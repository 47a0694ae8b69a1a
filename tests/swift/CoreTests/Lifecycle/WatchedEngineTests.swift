import Core
import EngineKit
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct WatchedEngineTests {
    private let feed = AnswerFeed()
    private let request = AnswerRequest(model: ModelFolders(target: "/models/a"), prompt: .raw("Hello"))

    /// Reads uses until one is as wanted.
    private func use(of engine: WatchedEngine, _ isSo: (EngineUse) -> Bool) async -> EngineUse? {
        for await use in engine.uses where isSo(use) { return use }
        return nil
    }

    @Test func anAnswerIsAUseFromItsOrderToItsEnd() async throws {
        let engine = WatchedEngine(feed.engine())
        let steps = engine.answer(request)
        let began = await use(of: engine) { $0.running == 1 }
        #expect(began?.folder == "/models/a" && began?.isLoaded == false)
        feed.send(.text("Hi"))
        let loaded = await use(of: engine) { $0.isLoaded }
        #expect(loaded?.running == 1)
        feed.end()
        var texts: [AnswerStep] = []
        for try await step in steps { texts.append(step) }
        #expect(texts.count == 2)
        let ended = await use(of: engine) { $0.ended == 1 }
        #expect(ended?.running == 0 && ended?.isBusy == false)
    }

    @Test func whoStopsReadingCancelsAndTheUseEnds() async throws {
        let engine = WatchedEngine(feed.engine())
        let answer = engine.answer(request)
        let reading = Task { for try await _ in answer {} }
        await feed.asked()
        feed.send(.text("Hi"))
        reading.cancel()
        await feed.over()
        #expect(await use(of: engine) { $0.ended == 1 }?.running == 0)
    }

    @Test func stoppingReachesTheAnswer() async throws {
        let engine = WatchedEngine(feed.engine())
        engine.answer(request).stop()
        #expect(feed.stopped == 1)
    }

    @Test func anErrorThatNeedsANewStartIsKnownFromThenOn() async throws {
        let mock = MockEngine()
        mock.tell { script in
            script.load = { _, _ throws(EngineError) in
                throw EngineError(kind: .backend, message: "the GPU is lost", detail: "", remedy: .restart)
            }
        }
        let engine = WatchedEngine(mock)
        await #expect(throws: EngineError.self) { try await engine.load(ModelFolders(target: "/a"), anyway: false) }
        let use = await use(of: engine) { $0.ended == 1 }
        #expect(use?.needsRelaunch == true && use?.isLoaded == false && use?.running == 0)
    }

    @Test func whatIsInMemoryIsSeenAfterwards() async throws {
        let mock = MockEngine()
        mock.tell { script in
            script.load = { folders, _ throws(EngineError) in
                LoadedModel(
                    folder: folders.target, architecture: "x", context: 1, hasCompanion: false, device: "cpu",
                    weightBytes: 1)
            }
            script.memory = { () throws(EngineError) in MemoryUse(active: 5 << 20, cached: 0, peak: 0) }
            script.unload = { () throws(EngineError) in }
        }
        let engine = WatchedEngine(mock)
        _ = try await engine.load(ModelFolders(target: "/a"), anyway: false)
        #expect(await use(of: engine) { $0.ended == 1 }?.isLoaded == true)
        try await engine.unload()
        #expect(await use(of: engine) { !$0.isLoaded } != nil)
        await engine.look()
        #expect(await use(of: engine) { $0.isLoaded } != nil)
        mock.tell { script in
            script.memory = { () throws(EngineError) in MemoryUse(active: 1000, cached: 0, peak: 0) }
        }
        await engine.look()
        #expect(await use(of: engine) { !$0.isLoaded } != nil)
    }

    @Test func whileMemoryIsShortOnlyWhatIsThereAnswers() async throws {
        let engine = WatchedEngine(feed.engine())
        engine.setAcceptsLoads(false)
        var kinds: [EngineError.Kind] = []
        do {
            for try await step in engine.answer(request) {
                if case .ended(let account) = step, case .failed(let error) = account.ending {
                    kinds.append(error.kind)
                }
            }
        } catch let error as EngineError { kinds.append(error.kind) }
        #expect(kinds == [.outOfMemory, .outOfMemory] && feed.requests.isEmpty)
        engine.setAcceptsLoads(true)
        let answer = engine.answer(request)
        feed.send(.text("Hi"))
        #expect(await use(of: engine) { $0.isLoaded } != nil)
        engine.setAcceptsLoads(false)
        feed.end()
        for try await _ in answer {}
        _ = engine.answer(request)
        #expect(feed.requests.count == 2)
    }
}
