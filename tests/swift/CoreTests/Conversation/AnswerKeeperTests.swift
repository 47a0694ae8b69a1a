import EngineKit
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
final class AnswerKeeperTests {
    private let chats: TestChats
    private let chat: Int64
    private let keeper: AnswerKeeper
    private let time: Time

    @MainActor
    private final class Time {
        var now = Duration.zero
    }

    init() async throws {
        chats = try await TestChats()
        chat = try await chats.create(NewChat())
        let question = try await chats.add("why?", to: chat, after: nil)
        let time = Time()
        self.time = time
        keeper = AnswerKeeper(chats, answer: try await chats.beginAnswer(to: question, model: nil)) { time.now }
    }

    private var attempts: Int { chats.calls.count { $0 == "append" } }

    private func kept() async throws -> ChatMessage {
        try #require(try await chats.conversation(chat).messages.last)
    }

    /// A hundred pieces, in turns what was thought and what was said.
    private func pieces(from first: Int) -> (text: String, thinking: String) {
        var (text, thinking) = ("", "")
        for number in first..<first + 100 {
            if number.isMultiple(of: 10) {
                thinking += "\(number) "
                keeper.keep(.thinking("\(number) "))
            } else {
                text += "\(number) "
                keeper.keep(.text("\(number) "))
            }
        }
        return (text, thinking)
    }

    @Test func aFullDiskIsAskedMoreAndMoreSeldomAndNothingIsLostOrWrittenTwice() async throws {
        chats.fail("append", .test(.noSpace))
        var whole = (text: "0 ", thinking: "")
        keeper.keep(.text("0 "))
        await eventually { keeper.failure != nil }
        func add() async {
            let more = pieces(from: whole.text.count)
            whole = (whole.text + more.text, whole.thinking + more.thinking)
            // What is to be written begins to be.
            for _ in 0..<1000 { await Task.yield() }
        }
        await add()
        #expect(attempts == 1)
        for (nth, wait) in [Duration.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)].enumerated() {
            time.now += wait - .milliseconds(1)
            await add()
            #expect(attempts == nth + 1)
            // Another reason shows that this attempt has come back.
            let reason: EngineError.Kind = nth.isMultiple(of: 2) ? .doesNotFit : .noSpace
            chats.fail("append", .test(reason))
            time.now += .milliseconds(1)
            chats.hold("append")
            await add()
            await chats.arrived("append")
            // While it is on its way.
            await add()
            chats.release("append")
            await eventually { keeper.failure?.kind == reason }
            #expect(attempts == nth + 2)
        }
        chats.fail("append", nil)
        time.now += .seconds(8)
        await add()
        await eventually { keeper.failure == nil }
        await add()
        #expect(await keeper.end(.finished(reason: "stop", statistics: nil)))
        #expect(try await kept().text == whole.text)
        #expect(try await kept().thinking == whole.thinking)
    }

    @Test func theEndIsTriedAtOnceAndTheNextFailureBeginsAnew() async throws {
        chats.fail("append", .test(.noSpace))
        keeper.keep(.text("a"))
        await eventually { keeper.failure != nil }
        #expect(await !keeper.end(.cut))
        chats.fail("append", nil)
        keeper.keep(.toolCall(#"{"name":"f","arguments":{}}"#))
        keeper.keep(.toolCall(#"{"name":"g","arguments":{}}"#))
        #expect(await keeper.end(.cut))
        let answer = try await kept()
        #expect(answer.text == "a" && answer.state == .cut)
        #expect(answer.toolCalls.contains(#""f""#) && answer.toolCalls.contains(#""g""#))
    }

    @Test func noWaitIsLongerThanHalfAMinute() {
        var backoff = Backoff()
        #expect(backoff.isOver(at: .zero))
        var now = Duration.zero
        for _ in 0..<100 {
            backoff.failed(at: now)
            #expect(!backoff.isOver(at: now))
            now += Backoff.longest
            #expect(backoff.isOver(at: now))
        }
    }
}
