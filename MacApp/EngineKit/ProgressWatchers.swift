import Synchronization

/// Tells everyone who looks at a download how far it is.
final class ProgressWatchers: Sendable {
    private struct State {
        var latest: DownloadProgress?
        var watchers: [UInt64: AsyncStream<DownloadProgress>.Continuation] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    func stream() -> AsyncStream<DownloadProgress> {
        // Only the newest matters.
        let (stream, continuation) = AsyncStream<DownloadProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: UInt64? = state.withLock { state in
            if let latest = state.latest {
                continuation.yield(latest)
                if latest.phase.isOver { return nil }
            }
            state.next += 1
            state.watchers[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.forget(number)
        }
        return stream
    }

    private func forget(_ number: UInt64) {
        _ = state.withLock { $0.watchers.removeValue(forKey: number) }
    }

    /// Calls must come one after the other.
    func tell(_ progress: DownloadProgress) {
        let watchers = state.withLock { state in
            state.latest = progress
            return Array(state.watchers.values)
        }
        // Outside the lock: the end of a stream takes it to remove its watcher.
        for watcher in watchers {
            watcher.yield(progress)
            if progress.phase.isOver { watcher.finish() }
        }
    }
}
