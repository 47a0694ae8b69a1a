import Synchronization

/// Lets one through at a time, in the order of coming, and turns away who comes when too many wait.
final class Turnstile: Sendable {
    enum Entry: Equatable, Sendable { case entered, full, cancelled }

    private struct State {
        var isTaken = false
        var nextTicket: UInt64 = 0
        var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Entry, Never>)] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// `limit`: how many may wait.
    init(limit: Int) {
        self.limit = limit
    }

    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for its turn. Who has entered must ``leave()``.
    func enter() async -> Entry {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: Entry? = state.withLock { state in
                    // The cancellation may have come before there was anything to take out of the queue.
                    if Task.isCancelled { return .cancelled }
                    if !state.isTaken {
                        state.isTaken = true
                        return .entered
                    }
                    if state.waiting.count >= limit { return .full }
                    state.waiting.append((ticket, continuation))
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            let left = state.withLock { state in
                state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).continuation }
            }
            left?.resume(returning: .cancelled)
        }
    }

    func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil as CheckedContinuation<Entry, Never>?
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: .entered)
    }
}
