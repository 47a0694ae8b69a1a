import EngineKit
import Foundation
import Synchronization
import Testing

@testable import Core

@Suite struct AskTests {
    private let feed = AnswerFeed()
    private let clock = ManualClock()

    private func service(queue: Int = 1) -> AskService {
        AskService(engine: feed.engine(), models: feed.models(), queue: queue, clock: clock) { "pocket" }
    }

    private func request(_ prompt: String = "why?", _ change: (inout AskRequest) -> Void = { _ in }) -> AskRequest {
        var request = AskRequest(.shortcut, prompt: prompt)
        change(&request)
        return request
    }

    private func answer(_ outcome: AskOutcome) throws -> AskAnswer {
        guard case .answered(let answer) = outcome else {
            Issue.record("\(outcome)")
            throw CancellationError()
        }
        return answer
    }

    @Test func anAnswerComesWholeAndInPieces() async throws {
        let pieces = Mutex("")
        let service = service()
        async let asked = service.ask(request()) { piece in pieces.withLock { $0 += piece } }
        await feed.asked()
        feed.send(.reading(done: 1, total: 2), .thinking("hm"), .text("be"), .text("cause"))
        feed.end { $0.tokens.answer = 2 }
        let answer = try answer(await asked)
        #expect(answer.text == "because" && answer.ending == .complete && !answer.isPartial && answer.note == nil)
        #expect(answer.account?.tokens.answer == 2 && answer.model == "pocket")
        #expect(pieces.withLock { $0 } == "because")
        #expect(clock.sleeping == 0)
    }

    @Test func whatIsAskedIsWhatTheModelGets() async throws {
        let service = service()
        let asked = request("a \"quoted\" question") {
            $0.earlier = [.init(question: "q", answer: "a")]
            $0.systemPrompt = "be brief"
            $0.model = "org/name"
            $0.thinking = .on
            $0.maxTokens = 9
        }
        async let outcome = service.ask(asked)
        await feed.asked()
        feed.end()
        _ = await outcome
        let request = try #require(feed.requests.first)
        #expect(request.model.target == "/models/org/name" && request.maxTokens == 9 && request.shorten)
        guard case .chat(let messages, nil, true) = request.prompt else {
            Issue.record("\(request.prompt)")
            return
        }
        let list = try JSONDecoder().decode([[String: String]].self, from: Data(messages.utf8))
        #expect(list.map { $0["role"] } == ["system", "user", "assistant", "user"])
        #expect(list.map { $0["content"] } == ["be brief", "q", "a", "a \"quoted\" question"])
    }

    @Test func atTheDeadlineWhatHasComeIsTheAnswer() async throws {
        let service = service()
        let (seen, saw) = AsyncStream<String>.makeStream()
        async let asked = service.ask(request { $0.deadline = .seconds(30) }) { saw.yield($0) }
        await feed.asked()
        feed.send(.text("half of"))
        for await _ in seen { break }
        await clock.sleepers(1)
        clock.advance(by: .seconds(29))
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        await feed.over()
        let answer = try answer(await asked)
        #expect(answer.text == "half of" && answer.ending == .deadline && answer.isPartial)
        #expect(answer.note?.contains("time") == true)
    }

    @Test func aDeadlineBeforeAnythingCameIsSaid() async {
        let service = service()
        async let asked = service.ask(request { $0.deadline = .seconds(5) })
        await feed.asked()
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await asked == .refused(.nothingInTime))
        // The turn was given back.
        async let next = service.ask(request())
        await feed.asked(2)
        feed.send(.text("x"))
        feed.end()
        guard case .answered = await next else {
            Issue.record("the next question was not answered")
            return
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func theDeadlineAlsoEndsWhatDoesNotHeedIt(_ isLibrary: Bool) async {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
        @Sendable func hang() async {
            guard held.withLock({ $0 == nil }) else { return }
            await withCheckedContinuation { continuation in
                held.withLock { $0 = continuation }
                ask.finish()
            }
        }
        let models = feed.models()
        models.tell {
            $0.folders = { name throws(EngineError) in
                if isLibrary { await hang() }
                return ModelFolders(target: name)
            }
        }
        let service = AskService(engine: feed.engine(), models: models, clock: clock) {
            if !isLibrary { await hang() }
            return "pocket"
        }
        async let outcome = service.ask(request { $0.deadline = .seconds(5) })
        for await _ in asked {}
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await outcome == .refused(.nothingInTime))
        async let next = service.ask(request())
        await feed.asked()
        feed.send(.text("x"))
        feed.end()
        guard case .answered = await next else {
            Issue.record("the next question was not answered")
            return
        }
        held.withLock { $0 }?.resume()
    }

    @Test func anAnswerIsCutAtItsLengthAndTheEngineStopped() async throws {
        let pieces = Mutex("")
        let service = service()
        async let asked = service.ask(request { $0.longestAnswer = 12 }) { piece in pieces.withLock { $0 += piece } }
        await feed.asked()
        feed.send(.text("one two "), .text("three four"))
        await feed.over()
        let answer = try answer(await asked)
        #expect(answer.text == "one two" && answer.ending == .length)
        #expect(pieces.withLock { $0 } == "one two ")
    }

    @Test func aLengthIsCountedInWholeCharacters() {
        var collector = AskCollector(limit: 2)
        // Two people who become one family as the pieces meet.
        #expect(collector.take(.text("👨\u{200D}")) != nil && collector.take(.text("👩")) != nil)
        #expect(collector.take(.text("a")) != nil && !collector.isFull)
        #expect(collector.take(.text("b")) == nil && collector.isFull && collector.text == "👨\u{200D}👩a")
        #expect(collector.take(.text("c")) == nil && collector.text == "👨\u{200D}👩a")
    }

    @Test func cancellingEndsTheAnswerWithWhatCame() async throws {
        let service = service()
        let (seen, saw) = AsyncStream<String>.makeStream()
        let asked = Task { await service.ask(request()) { saw.yield($0) } }
        await feed.asked()
        feed.send(.text("begun"))
        for await _ in seen { break }
        asked.cancel()
        await feed.over()
        let answer = try answer(await asked.value)
        #expect(answer.text == "begun" && answer.ending == .cancelled)
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await service.ask(request())
        }
        #expect(await early.value == .refused(.cancelled))
        #expect(AskRefusal.cancelled.message.contains("before"))
    }

    @Test func oneIsAnsweredAtATimeAndAFewWait() async throws {
        let service = service(queue: 1)
        let first = Task { await service.ask(request("1")) }
        await feed.asked()
        let second = Task { await service.ask(request("2")) }
        while service.waiting < 1 { await Task.yield() }
        #expect(await service.ask(request("3")) == .refused(.busy))
        #expect(feed.requests.count == 1)
        feed.send(.text("one"))
        feed.end()
        #expect(try answer(await first.value).text == "one")
        await feed.asked(2)
        feed.send(.text("two"))
        feed.end()
        #expect(try answer(await second.value).text == "two")
    }

    @Test func whoWaitsCanLeave() async {
        let service = service(queue: 2)
        let first = Task { await service.ask(request("1")) }
        await feed.asked()
        let waits = Task { await service.ask(request("2")) }
        let waitsWithTime = Task { await service.ask(request("3") { $0.deadline = .seconds(1) }) }
        while service.waiting < 2 { await Task.yield() }
        waits.cancel()
        #expect(await waits.value == .refused(.cancelled))
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await waitsWithTime.value == .refused(.nothingInTime))
        feed.end()
        _ = await first.value
        #expect(feed.requests.count == 1 && service.waiting == 0)
    }

    @Test func whatMakesNoSenseIsNotAsked() async {
        let service = service()
        #expect(await service.ask(request(" \n")) == .refused(.empty))
        let long = String(repeating: "x", count: AskService.longestPrompt + 1)
        #expect(await service.ask(request(long)) == .refused(.tooLong(limit: AskService.longestPrompt)))
        #expect(
            await service.ask(request { $0.earlier = [.init(question: long, answer: "")] })
                == .refused(.tooLong(limit: AskService.longestPrompt)))
        #expect(feed.requests.isEmpty)
    }

    @Test func whatComesByAnAddressIsNotAskedWithoutAYes() async throws {
        let service = service()
        var asked = AskRequest(.address, prompt: "x")
        #expect(await service.ask(asked) == .refused(.notConfirmed))
        asked.isConfirmed = true
        async let outcome = service.ask(asked)
        await feed.asked()
        feed.send(.text("y"))
        feed.end()
        #expect(try answer(await outcome).text == "y")
    }

    @Test(arguments: [
        (AnswerAccount.Ending.length, AskAnswer.Ending.length), (.repetition, .repetition), (.toolCalls, .complete),
        (.cancelled, .cancelled), (.failed(.test()), .failed(.test())),
    ])
    func whatTheEngineSaysOfTheEndIsTold(_ ending: AnswerAccount.Ending, _ told: AskAnswer.Ending) async throws {
        let service = service()
        async let outcome = service.ask(request())
        await feed.asked()
        feed.send(.text("part"))
        feed.end(ending)
        let answer = try answer(await outcome)
        #expect(answer.text == "part" && answer.ending == told)
        #expect((answer.note == nil) == (told == .complete))
    }

    @Test func anErrorWithoutATextIsAnError() async {
        let service = service()
        async let outcome = service.ask(request())
        await feed.asked()
        feed.end(.failed(.test()))
        #expect(await outcome == .failed(.test()))
        let models = MockModelLibrary()
        models.tell { $0.folders = { _ throws(EngineError) in throw .test(.notFound) } }
        let without = AskService(engine: feed.engine(), models: models) { "pocket" }
        #expect(await without.ask(request()) == .failed(.test(.notFound)))
    }

    @Test func everyRefusalHasWords() {
        for refusal in [AskRefusal.empty, .tooLong(limit: 5), .notConfirmed, .busy, .nothingInTime, .cancelled] {
            #expect(refusal.message.hasSuffix("."))
        }
    }
}
