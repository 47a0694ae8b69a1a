import Core
import EngineKit
import Screen
import Synchronization
import Testing

@testable import Tandem

/// Answers that a test tells step by step.
final class ToldAnswers: Sendable {
    private struct State {
        var open: [AnswerSteps.Stream.Continuation] = []
        var requests: [AnswerRequest] = []
        var stops = 0
    }

    private let state = Mutex(State())

    var requests: [AnswerRequest] { state.withLock(\.requests) }
    /// Answers that were ordered to end.
    var stops: Int { state.withLock(\.stops) }

    func answer(_ request: AnswerRequest) -> AnswerSteps {
        let (steps, continuation) = AnswerSteps.Stream.makeStream()
        state.withLock { state in
            state.open.append(continuation)
            state.requests.append(request)
        }
        return AnswerSteps(steps) { [self] in
            state.withLock { $0.stops += 1 }
            end(.cancelled)
        }
    }

    /// Steps of the newest answer.
    func tell(_ steps: AnswerStep...) {
        let newest = state.withLock { $0.open.last }
        for step in steps { newest?.yield(step) }
    }

    /// With the time that was thought, as the engine tells and keeps it; an older one did not.
    func end(_ ending: AnswerAccount.Ending = .stop, thinking: Double? = nil) {
        var account = AnswerAccount(text: "", ending: ending)
        if let thinking {
            account.time.thinking = thinking
            account.json = #"{"timing":{"thinking_s":\#(thinking)}}"#
        }
        tell(.ended(account))
        state.withLock { $0.open.last }?.finish()
    }
}

extension TestApp {
    /// Answers from now on come as the test tells them.
    func toldAnswers() -> ToldAnswers {
        let told = ToldAnswers()
        engine.tell { script in script.answer = { told.answer($0) } }
        return told
    }

    /// The front window's model.
    var window: WindowModel {
        get throws { try #require(app.openWindows.first) }
    }

    /// The words of each message that is shown.
    var shown: [String] {
        get throws { try window.conversation.tree.shown.map(\.text) }
    }
}

extension Screen {
    /// The names of what can be worked.
    var controls: [String] { spoken().filter(\.isControl).map(\.label) }

    /// Writes a message and sends it.
    func ask(_ text: String) throws {
        try type(text, into: "Message")
        try tap("Send")
    }

    /// Asks, and waits for the answer to be complete.
    func ask(_ text: String, of test: TestApp) async throws {
        let count = try test.window.conversation.tree.shown.count
        try ask(text)
        try await wait(for: "the answer to “\(text)”") { _ in
            let conversation = try test.window.conversation
            return conversation.tree.shown.count == count + 2 && !conversation.isAnswering
        }
    }
}
