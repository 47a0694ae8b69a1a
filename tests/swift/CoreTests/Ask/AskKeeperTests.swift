import EngineKit
import Testing

@testable import Core

@Suite struct AskKeeperTests {
    private func exchange(_ question: String, _ answer: String, _ ending: AskOutcome?) -> QuickPrompt.Exchange {
        QuickPrompt.Exchange(question: question, answer: answer, ending: ending)
    }

    @Test func whatWasAskedBecomesAChat() async throws {
        let chats = try await TestChats()
        var account = AnswerAccount(text: "so", ending: .stop)
        account.json = #"{"usage":{}}"#
        let stopped = AskAnswer(text: "half", ending: .cancelled, model: "pocket")
        let whole = AskAnswer(text: "so", ending: .complete, model: "pocket", account: account)
        let id = try await AskKeeper(chats).keep(
            [
                exchange("why?", "so", .answered(whole)), exchange("and?", "half", .answered(stopped)),
                exchange("then?", "", .refused(.busy)), exchange("last?", "cut", nil),
            ], model: "pocket")
        let kept = ConversationTree(try await chats.conversation(id).messages)
        #expect(kept.shown.map(\.text) == ["why?", "so", "and?", "half", "then?", "last?", "cut"])
        #expect(kept.shown.map(\.finishReason) == [nil, "stop", nil, "cancelled", nil, nil, "cancelled"])
        #expect(kept.shown[1].statistics == account.json)
        #expect(kept.shown.allSatisfy { $0.state == .complete })
    }

    @Test func halfAChatIsNotLeftBehind() async throws {
        for call in ["add", "append", "finish"] {
            let chats = try await TestChats()
            chats.fail(call, .test(.noSpace))
            await #expect(throws: EngineError.test(.noSpace)) {
                try await AskKeeper(chats).keep([exchange("q", "a", nil)], model: "pocket")
            }
            #expect(try await chats.list(.all, skip: 0, limit: 9).isEmpty)
            #expect(try await chats.list(.trash, skip: 0, limit: 9).isEmpty)
        }
    }

    @Test func whatCannotBeKeptIsAnError() async throws {
        let chats = try await TestChats()
        chats.fail("create", .test(.noSpace))
        await #expect(throws: EngineError.test(.noSpace)) {
            try await AskKeeper(chats).keep([exchange("q", "a", nil)], model: "pocket")
        }
    }
}
