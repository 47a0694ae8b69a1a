import EngineKit

/// Writes an answer to the disk as it comes, as much at once as came while the last write went on. What could not be
/// written is tried again with what comes next.
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

    init(_ chats: any ChatStoreProtocol, answer: Int64) {
        self.chats = chats
        self.answer = answer
    }

    /// Whether the chat is not there any more: then there is nothing to keep.
    var isGone: Bool { failure?.kind == .notFound }

    func keep(_ piece: AnswerPiece) {
        add(piece)
        // The task ends with the write; cancelling it would lose what came.
        if writing == nil { writing = Task { await write() } }
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
            let batch = pending
            pending = []
            do throws(EngineError) {
                try await chats.append(batch, to: answer)
                failure = nil
            } catch {
                failure = error
                pending = batch + pending
                if isGone { onGone?() }
                return
            }
        }
    }

    /// Neighbours of a kind become one, so that a long wait makes no long list.
    private func add(_ piece: AnswerPiece) {
        switch (pending.last, piece) {
        case (.text(let before), .text(let more)): pending[pending.count - 1] = .text(before + more)
        case (.thinking(let before), .thinking(let more)): pending[pending.count - 1] = .thinking(before + more)
        default: pending.append(piece)
        }
    }
}
