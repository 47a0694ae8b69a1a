import Synchronization
internal import TandemBindings

/// A step of work of known length.
public enum WorkStep<Value: Sendable>: Sendable {
    case progress(done: UInt64, total: UInt64)
    /// The last step.
    case done(Value)
}

extension WorkStep: Equatable where Value: Equatable {}

/// The steps of some work. Whoever stops reading them stops the work, at the latest where it next tells how far it is.
/// It throws an ``EngineError``.
public typealias WorkSteps<Value: Sendable> = AsyncThrowingStream<WorkStep<Value>, any Error>

/// The steps of a call that tells its progress to a listener.
func workSteps<Value: Sendable>(
    _ work: @escaping @Sendable (any ProgressListener) async throws -> Value
) -> WorkSteps<Value> {
    // Of progress only the newest matters, and the last step is the newest.
    let (steps, continuation) = WorkSteps<Value>.makeStream(bufferingPolicy: .bufferingNewest(8))
    let sender = ProgressSender { continuation.yield(.progress(done: $0, total: $1)) }
    // What the bridge does ends by itself or because the listener says so; the task only waits for it.
    let task = Task {
        do {
            let value = try await work(sender)
            continuation.yield(.done(value))
            continuation.finish()
        } catch {
            continuation.finish(throwing: EngineError(error))
        }
    }
    continuation.onTermination = { _ in
        sender.stop()
        task.cancel()
    }
    return steps
}

/// Passes progress on, and the wish to stop back.
private final class ProgressSender: ProgressListener {
    private let tell: @Sendable (UInt64, UInt64) -> Void
    private let stopped = Atomic(false)

    init(_ tell: @escaping @Sendable (UInt64, UInt64) -> Void) {
        self.tell = tell
    }

    func stop() {
        stopped.store(true, ordering: .relaxed)
    }

    func onProgress(done: UInt64, total: UInt64) -> Bool {
        if stopped.load(ordering: .relaxed) { return false }
        tell(done, total)
        return true
    }
}
