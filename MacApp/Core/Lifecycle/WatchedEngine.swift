import EngineKit
import Foundation
import Synchronization

/// An engine that tells what it is used for. Everything that the app asks goes through it.
public final class WatchedEngine: EngineProtocol {
    private let engine: any EngineProtocol
    private let use = Mutex(EngineUse())
    private let continuation: AsyncStream<EngineUse>.Continuation
    private let acceptsLoads = Atomic(true)
    /// The newest use, at each change. For one reader.
    public let uses: AsyncStream<EngineUse>

    public init(_ engine: any EngineProtocol) {
        self.engine = engine
        (uses, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        continuation.finish()
    }

    public func load(_ model: ModelFolders, anyway: Bool) async throws(EngineError) -> LoadedModel {
        if !anyway, let refusal = refusal(of: model) { throw refusal }
        begin(model)
        defer { end() }
        do throws(EngineError) {
            let loaded = try await engine.load(model, anyway: anyway)
            change { $0.isLoaded = true }
            return loaded
        } catch { throw noted(error) }
    }

    public func unload() async throws(EngineError) {
        do throws(EngineError) {
            try await engine.unload()
            change { use in
                use.isLoaded = false
                use.ended += 1
            }
        } catch { throw noted(error) }
    }

    public func memory() async throws(EngineError) -> MemoryUse { try await engine.memory() }

    public func answer(_ request: AnswerRequest) -> AnswerSteps {
        if let refusal = refusal(of: request.model) {
            let (steps, continuation) = AnswerSteps.Stream.makeStream()
            continuation.yield(.ended(AnswerAccount(text: "", ending: .failed(refusal))))
            continuation.finish(throwing: refusal)
            return AnswerSteps(steps) {}
        }
        begin(request.model)
        let steps = engine.answer(request)
        let (stream, continuation) = AnswerSteps.Stream.makeStream()
        let task = Task { [self] in
            do {
                for try await step in steps {
                    if case .ended = step {} else { change { $0.isLoaded = true } }
                    continuation.yield(step)
                }
                continuation.finish()
            } catch {
                if let error = error as? EngineError { _ = noted(error) }
                continuation.finish(throwing: error)
            }
            end()
        }
        // Whoever stops reading cancels the answer, here as there.
        continuation.onTermination = { _ in task.cancel() }
        return AnswerSteps(stream) { steps.stop() }
    }

    public func title(of subject: TitleSubject, model: ModelFolders) async throws(EngineError) -> String? {
        begin(model)
        defer { end() }
        return try await engine.title(of: subject, model: model)
    }

    public func measure(_ request: AnswerRequest) async throws(EngineError) -> PromptSize {
        try await engine.measure(request)
    }

    public func bench(_ request: BenchRequest) -> WorkSteps<BenchReport> {
        begin(request.model)
        let steps = engine.bench(request)
        let (stream, continuation) = WorkSteps<BenchReport>.makeStream(bufferingPolicy: .bufferingNewest(8))
        let task = Task { [self] in
            do {
                for try await step in steps {
                    change { $0.isLoaded = true }
                    continuation.yield(step)
                }
                continuation.finish()
            } catch {
                if let error = error as? EngineError { _ = noted(error) }
                continuation.finish(throwing: error)
            }
            end()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Asks what is in memory after a use has ended, or when a model that idled may be gone. It waits for its turn behind
    /// what runs.
    public func look() async {
        let before = use.withLock(\.ended)
        guard let memory = try? await engine.memory() else { return }
        change { use in
            // What happened meanwhile may have come after what was seen.
            guard !use.isBusy, use.ended == before else { return }
            use.isLoaded = memory.active >= Self.leastModel
        }
    }

    /// While the Mac is short of memory no model is brought into it that is not there.
    public func setAcceptsLoads(_ accepts: Bool) { acceptsLoads.store(accepts, ordering: .relaxed) }

    private func refusal(of model: ModelFolders) -> EngineError? {
        guard !acceptsLoads.load(ordering: .relaxed) else { return nil }
        let isThere = use.withLock { $0.isLoaded && $0.folder == model.target }
        guard !isThere else { return nil }
        return EngineError(
            kind: .outOfMemory,
            message: String(localized: "this Mac is short of memory; close other programs and ask again"), detail: "",
            remedy: .tryAgain)
    }

    /// No model is smaller, and without one the engine holds less.
    private static let leastModel: UInt64 = 1 << 20

    private func begin(_ model: ModelFolders) {
        change { use in
            use.running += 1
            if use.folder != model.target { (use.folder, use.isLoaded) = (model.target, false) }
        }
    }

    private func end() {
        change { use in
            use.running -= 1
            use.ended += 1
        }
    }

    private func noted(_ error: EngineError) -> EngineError {
        if ErrorNotice.needsRelaunch(error) { change { $0.needsRelaunch = true } }
        return error
    }

    private func change(_ change: (inout EngineUse) -> Void) {
        // Told under the lock, so that the newest is the last one.
        use.withLock { use in
            let before = use
            change(&use)
            if use != before { continuation.yield(use) }
        }
    }
}
