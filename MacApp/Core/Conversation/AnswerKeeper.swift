import EngineKit

/// Writes an answer to the disk as it comes, as much at once as came while the last write went on. What could not be
/// written is tried again with what comes some time later, and at the end.
@MainActor
final class AnswerKeeper {
    /// How an answer ended.
    enum Ending: Equatable, Sendable {
        case finished(reason: String, statistics: String?)
        case cut
    }

    let answer: Int64
    /// Why the last write failed; `nil` if everything is on the disk or on its way.
    private(set) var failure: EngineError?
    /// Told when a write finds that the chat is not there any more.
    var onGone: (() -> Void)?
    private let chats: any ChatStoreProtocol
    private var pending: [AnswerPiece] = []
    private var writing: Task<Void, Never>?
    private var backoff = Backoff()
    private let now: @MainActor () -> Duration

    /// `now` is the time from any moment on.
    init(
        _ chats: any ChatStoreProtocol, answer: Int64, now: @escaping @MainActor () -> Duration = AnswerKeeper.time()
    ) {
        self.chats = chats
        self.answer = answer
        self.now = now
    }

    private static func time() -> @MainActor () -> Duration {
        let begun = ContinuousClock.now
        return { ContinuousClock.now - begun }
    }

    /// Whether the chat is not there any more: then there is nothing to keep.
    var isGone: Bool { failure?.kind == .notFound }

    func keep(_ piece: AnswerPiece) {
        pending.append(piece)
        // Each attempt takes all that waits along: on a full disk, one for each piece would be more and more work.
        guard writing == nil, backoff.isOver(at: now()) else { return }
        // The task ends with the write; cancelling it would lose what came.
        writing = Task { await write() }
    }

    /// Waits until everything is on the disk, and ends the answer there; whether that was possible.
    func end(_ ending: Ending) async -> Bool {
        await writing?.value
        if !pending.isEmpty { await write() }
        guard pending.isEmpty, !isGone else { return false }
        do throws(EngineError) {
            switch ending {
            case .finished(let reason, let statistics):
                try await chats.finish(answer, reason: reason, statistics: statistics)
            case .cut: try await chats.cut(answer)
            }
            failure = nil
            return true
        } catch {
            failure = error
            return false
        }
    }

    private func write() async {
        defer { writing = nil }
        while !pending.isEmpty {
            let batch = pending.joined
            pending = []
            do throws(EngineError) {
                try await chats.append(batch, to: answer)
                failure = nil
                backoff = Backoff()
            } catch {
                failure = error
                pending = batch + pending
                backoff.failed(at: now())
                if isGone { onGone?() }
                return
            }
        }
    }
}
