import Core
import EngineKit

/// Draws an answer where another one does, and tells when it has ended by itself.
@MainActor
final class NotedAnswer: AnswerSink {
    private let sink: (any AnswerSink)?
    private let ended: @MainActor (_ failed: Bool) -> Void

    init(_ sink: (any AnswerSink)?, ended: @escaping @MainActor (_ failed: Bool) -> Void) {
        self.sink = sink
        self.ended = ended
    }

    func append(text: String) { sink?.append(text: text) }
    func append(thinking: String) { sink?.append(thinking: thinking) }

    func end() {
        sink?.end()
        ended(false)
    }

    func fail(_ error: EngineError) {
        sink?.fail(error)
        ended(true)
    }

    /// The user did that; there is nothing to tell.
    func cut() { sink?.cut() }
}
