import EngineKit
import Synchronization

/// Answers that come as slowly as a test wants, and what was asked for.
final class OpenAnswers: Sendable {
    private let open = Mutex<[AnswerSteps.Stream.Continuation]>([])
    private let asked = Mutex<[AnswerRequest]>([])

    var requests: [AnswerRequest] { asked.withLock { $0 } }

    func answer(_ request: AnswerRequest) -> AnswerSteps {
        let (steps, continuation) = AnswerSteps.Stream.makeStream()
        open.withLock { $0.append(continuation) }
        asked.withLock { $0.append(request) }
        return AnswerSteps(steps) { continuation.finish() }
    }

    func say(_ text: String) { last?.yield(.text(text)) }

    /// A round, which brought what was said before.
    func round(drafted: Int, accepted: Int) {
        last?.yield(.drafts(AnswerDrafts(rounds: [AnswerDrafts.Round(drafted: drafted, accepted: accepted)])))
    }

    func end(_ text: String, statistics: String = "{}") {
        var account = AnswerAccount(text: text, ending: .stop)
        account.json = statistics
        last?.yield(.ended(account))
        last?.finish()
    }

    private var last: AnswerSteps.Stream.Continuation? { open.withLock { $0.last } }
}

extension TestApp {
    /// Has answers from now on wait for the test.
    func answersAsTold() -> OpenAnswers {
        let answers = OpenAnswers()
        engine.tell { script in script.answer = { answers.answer($0) } }
        return answers
    }

    /// Has each answer from now on be this text, with such statistics.
    func answers(_ text: String, speculation: String, tokens: Int = 40) {
        let json = """
            {"finish_reason":"stop","usage":{"completion_tokens":\(tokens)},"speculation":\(speculation),
            "timing":{"first_token_s":0.25,"decode_tokens_per_s":42}}
            """
        engine.tell { script in
            script.answer = { _ in
                var account = AnswerAccount(text: text, ending: .stop)
                account.json = json
                return .scripted([.text(text), .ended(account)])
            }
        }
    }
}
