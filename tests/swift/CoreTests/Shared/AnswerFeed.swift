import EngineKit
import Synchronization

/// Answers that a test writes step by step.
final class AnswerFeed: Sendable {
    private struct State {
        var open: [AnswerSteps.Stream.Continuation] = []
        var requests: [AnswerRequest] = []
        var ended = 0
        var stopped = 0
        var watchers: [(ready: @Sendable (Int, Int) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var requests: [AnswerRequest] { state.withLock(\.requests) }
    /// Answers that were to end and tell of it.
    var stopped: Int { state.withLock(\.stopped) }

    /// An engine whose answers come from here.
    func engine() -> MockEngine {
        var script = MockEngine.Script()
        script.answer = { [self] request in answer(request) }
        return MockEngine(script)
    }

    /// A library that has every model.
    func models() -> MockModelLibrary {
        var script = MockModelLibrary.Script()
        script.folders = { name throws(EngineError) in ModelFolders(target: "/models/\(name)") }
        return MockModelLibrary(script)
    }

    func answer(_ request: AnswerRequest) -> AnswerSteps {
        let (steps, continuation) = AnswerSteps.Stream.makeStream()
        continuation.onTermination = { [self] _ in change { $0.ended += 1 } }
        change { state in
            state.open.append(continuation)
            state.requests.append(request)
        }
        return AnswerSteps(steps) { [self] in change { $0.stopped += 1 } }
    }

    /// Waits until so many answers have been asked for.
    func asked(_ count: Int = 1) async { await wait { asked, _ in asked >= count } }

    /// Waits until so many answers are over, in whatever way.
    func over(_ count: Int = 1) async { await wait { _, ended in ended >= count } }

    /// A step of the newest answer.
    func send(_ steps: AnswerStep...) {
        let newest = state.withLock { $0.open.last }
        for step in steps { newest?.yield(step) }
    }

    func end(_ ending: AnswerAccount.Ending = .stop, _ change: (inout AnswerAccount) -> Void = { _ in }) {
        var account = AnswerAccount(text: "", ending: ending)
        change(&account)
        send(.ended(account))
        let newest = state.withLock { $0.open.last }
        if case .failed(let error) = ending { newest?.finish(throwing: error) } else { newest?.finish() }
    }

    private func wait(_ ready: @escaping @Sendable (Int, Int) -> Bool) async {
        await withCheckedContinuation { continuation in
            let there = state.withLock { state in
                if ready(state.requests.count, state.ended) { return true }
                state.watchers.append((ready, continuation))
                return false
            }
            if there { continuation.resume() }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            let (asked, ended) = (state.requests.count, state.ended)
            let ready = state.watchers.filter { $0.ready(asked, ended) }.map(\.continuation)
            state.watchers.removeAll { $0.ready(asked, ended) }
            return ready
        }
        for watcher in ready { watcher.resume() }
    }
}

extension EngineError {
    static func test(_ kind: Kind = .backend, _ message: String = "it broke", remedy: Remedy = .restart) -> Self {
        EngineError(kind: kind, message: message, detail: "", remedy: remedy)
    }
}
