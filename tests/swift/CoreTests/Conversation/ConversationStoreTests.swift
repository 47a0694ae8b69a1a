import EngineKit
import Foundation
import Observation
import Synchronization
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
final class ConversationStoreTests {
    private let feed = AnswerFeed()
    private let chats: TestChats
    private let engine: MockEngine
    private let models: MockModelLibrary
    private var sinks: [Int64: TestSink] = [:]
    private var settings = Settings()
    private var changes: [Int64] = []

    init() async throws {
        chats = try await TestChats()
        engine = feed.engine()
        models = feed.models()
        engine.tell { $0.title = { _, _ throws(EngineError) in nil } }
    }

    private var services: ConversationServices {
        ConversationServices(
            chats: chats, engine: engine, models: models, settings: { [unowned self] in settings },
            sink: { [unowned self] _, id in
                sinks[id] = TestSink()
                return sinks[id]
            }, changed: { [unowned self] in changes.append($0) })
    }

    private func kept(_ store: ConversationStore) async throws -> [ChatMessage] {
        let conversation = try await chats.conversation(#require(store.chat).id)
        return conversation.path.compactMap { id in conversation.messages.first { $0.id == id } }
    }

    private func idle(_ store: ConversationStore) async { await eventually { !store.isAnswering } }

    /// A chat with one question that was answered.
    private func answered(_ store: ConversationStore? = nil, _ text: String = "because") async throws
        -> ConversationStore
    {
        let store = store ?? ConversationStore(services: services)
        let count = feed.requests.count
        #expect(await store.send(MessageDraft(text: "why?")))
        await feed.asked(count + 1)
        feed.send(.text(text))
        feed.end { $0.json = #"{"usage":{"prompt_tokens":7,"completion_tokens":3}}"# }
        await idle(store)
        return store
    }

    @Test func aMessageIsOnTheDiskBeforeTheModelSeesIt() async throws {
        let store = ConversationStore(services: services)
        #expect(await store.send(MessageDraft(text: "why?", attachments: [TextAttachment(name: "a.txt", text: "A")])))
        await feed.asked()
        #expect(try await kept(store).map(\.role) == [.user, .assistant])
        #expect(try await kept(store).first?.attachments == [TextAttachment(name: "a.txt", text: "A")])
        #expect(
            chats.calls.filter { ["create", "add", "prompt", "beginAnswer"].contains($0) } == [
                "create", "add", "prompt", "beginAnswer",
            ])
        guard case .chat(let messages, nil, false)? = feed.requests.first?.prompt else {
            Issue.record("no chat was asked")
            return
        }
        #expect(messages.contains("why?"))
        #expect(store.live?.phase == .waiting && !store.canSend && store.chat?.model == "pocket")
        feed.end()
        await idle(store)
    }

    @Test func anAnswerStreamsAndIsKeptAsItComes() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.reading(done: 1, total: 4))
        await eventually { store.live?.phase == .reading(done: 1, total: 4) }
        feed.send(.thinking("hm"))
        await eventually { store.live?.phase == .thinking }
        feed.send(.text("be"))
        await eventually { store.live?.text == "be" }
        await eventually { self.chats.calls.contains("append") }
        feed.send(.text("cause"), .toolCall(name: "f", arguments: #"{"x":1}"#))
        feed.end(.stop) { ($0.json, $0.toolCalls) = (#"{"a":1}"#, #"[{"arguments":{"x":1},"name":"f"}]"#) }
        await idle(store)
        let answer = try #require(try await kept(store).last)
        #expect(answer.text == "because" && answer.thinking == "hm" && answer.state == .complete)
        #expect(answer.finishReason == "stop" && answer.statistics == #"{"a":1}"# && answer.model == "pocket")
        #expect(answer.toolCalls.contains(#""x":1"#))
        let shown = try #require(store.tree.last)
        #expect(shown.text == "because" && shown.thinking == "hm" && shown.statistics == #"{"a":1}"#)
        let sink = try #require(sinks[answer.id])
        #expect(sink.text == "because" && sink.thinking == "hm" && sink.ending == "ended")
    }

    @Test func whatCameFromDraftsIsKnownWhileTheAnswerComesAndAfter() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.thinking("hm"), .text("because"))
        feed.send(.drafts(AnswerDrafts(rounds: [.init(drafted: 2, accepted: 1)], text: [0..<2], thinking: [0..<1])))
        await eventually { store.live?.rounds.count == 1 }
        #expect(store.live?.drafted.text == [0..<2])
        feed.send(.text(" so"))
        feed.send(.drafts(AnswerDrafts(rounds: [.init(drafted: 2, accepted: 2)], text: [7..<10])))
        feed.end()
        await idle(store)
        let answer = try #require(store.tree.path.last)
        #expect(store.drafted[answer]?.text == [0..<2, 7..<10] && store.drafted[answer]?.thinking == [0..<1])
        #expect(store.rounds.accepted == 3 && store.rounds.count == 2)
        #expect(sinks[answer]?.drafted.flatMap(\.text) == [0..<2, 7..<10])
        // Nothing of it is on the disk.
        #expect(try await kept(store).last?.text == "because so")
    }

    @Test func whatComesWhileTheDiskIsBusyIsWrittenAtOnce() async throws {
        let store = ConversationStore(services: services)
        chats.hold("append")
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.text("0"))
        await chats.arrived("append")
        for number in 1...9 { feed.send(.text("\(number)")) }
        await eventually { store.live?.text == "0123456789" }
        feed.end()
        chats.release("append")
        await idle(store)
        #expect(try await kept(store).last?.text == "0123456789")
        #expect(chats.calls.count { $0 == "append" } == 2)
    }

    @Test func whatTheDiskRefusedIsTriedAgainAndNotLost() async throws {
        let store = ConversationStore(services: services)
        chats.fail("append", .test(.noSpace))
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.text("a"))
        await eventually { self.chats.calls.contains("append") }
        chats.fail("append", nil)
        feed.send(.text("b"))
        feed.end()
        await idle(store)
        #expect(try await kept(store).last?.text == "ab" && store.notKept == nil)
    }

    @Test func anAnswerThatCannotBeKeptIsSaidAndKeptLater() async throws {
        let store = ConversationStore(services: services)
        chats.fail("append", .test(.noSpace))
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.text("a"))
        feed.end()
        await idle(store)
        #expect(store.notKept?.kind == .noSpace && store.tree.last?.text == "a")
        await store.keepAgain()
        #expect(store.notKept != nil)
        chats.fail("append", nil)
        chats.fail("finish", .test(.chats))
        await store.keepAgain()
        #expect(store.notKept?.kind == .chats)
        chats.fail("finish", nil)
        await store.keepAgain()
        #expect(store.notKept == nil)
        let answer = try await kept(store).last
        #expect(answer?.text == "a" && answer?.state == .complete)
        await store.keepAgain()
    }

    @Test func aFailureKeepsWhatCameAndCanBeTriedAgain() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.text("half"))
        feed.end(.failed(.test(.outOfMemory)))
        await idle(store)
        #expect(store.failure == .init(error: .test(.outOfMemory), question: store.tree.path.first))
        let half = try #require(try await kept(store).last)
        #expect(half.text == "half" && half.finishReason == "error" && sinks[half.id]?.ending == "failed")
        store.retry()
        #expect(store.failure == nil)
        await feed.asked(2)
        feed.send(.text("whole"))
        feed.end()
        await idle(store)
        #expect(try await kept(store).map(\.text) == ["why?", "whole"])
        #expect(store.tree.branch(of: store.tree.path[1]).text == "2/2")
    }

    @Test func whatIsTriedAgainIsTheAnswerThatFailedAndNotTheLast() async throws {
        let store = try await answered(answered())
        let first = store.tree.path[1]
        // It has no place of its own yet, so that another answer is the last one.
        chats.fail("beginAnswer", .test(.chats))
        store.regenerate(first)
        await idle(store)
        #expect(store.failure?.question == store.tree.path[0] && store.tree.path.count == 4)
        chats.fail("beginAnswer", nil)
        store.tryAgain()
        await feed.asked(3)
        feed.send(.text("otherwise"))
        feed.end()
        await idle(store)
        #expect(store.tree.shown.map(\.text) == ["why?", "otherwise"] && store.failure == nil)
    }

    @Test func whatWasNoAnswerIsNotAnsweredAgain() async throws {
        let store = try await answered()
        let busy = EngineError(kind: .chats, message: "the chats are busy", detail: "", remedy: .tryAgain)
        chats.fail("add", busy)
        #expect(await !store.send(MessageDraft(text: "and?")))
        #expect(store.failure?.unsent == .message && store.failure?.notice.action == .tryAgain)
        store.tryAgain()
        #expect(!store.isAnswering)
        chats.fail("edit", busy)
        #expect(await !store.edit(store.tree.path[0], to: "how?"))
        #expect(store.failure?.unsent == .edit && store.failure?.notice.action == .tryAgain)
        chats.fail("setModel", busy)
        await store.setModel("another")
        #expect(store.failure?.notice == ErrorNotice(busy) { _ in false } && store.failure?.notice.action == nil)
        store.tryShortened()
        store.tryLoadingAnyway()
        #expect(!store.isAnswering && feed.requests.count == 1)
    }

    @Test func whatFailsBeforeTheAnswerLeavesTheQuestionToBeAskedAgain() async throws {
        for call in ["prompt", "beginAnswer"] {
            let store = ConversationStore(services: services)
            chats.fail(call, .test(.chats))
            let count = feed.requests.count
            #expect(await store.send(MessageDraft(text: "why?")))
            await idle(store)
            #expect(store.failure?.error.kind == .chats && store.failure?.question == store.tree.last?.id)
            #expect(try await kept(store).map(\.text) == ["why?"])
            chats.fail(call, nil)
            store.retry()
            await feed.asked(count + 1)
            feed.send(.text("now"))
            feed.end()
            await idle(store)
            #expect(try await kept(store).map(\.text) == ["why?", "now"])
        }
        models.tell { $0.folders = { _ throws(EngineError) in throw .test(.notFound, remedy: .chooseModel) } }
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await idle(store)
        #expect(store.failure?.error.remedy == .chooseModel)
        store.dismissFailure()
        #expect(store.failure == nil)
    }

    @Test func whatIsNotOnTheDiskIsNotSent() async {
        for call in ["create", "add"] {
            let store = ConversationStore(services: services)
            chats.fail(call, .test(.noSpace))
            #expect(await !store.send(MessageDraft(text: "why?")))
            #expect(store.failure?.error.kind == .noSpace && store.tree.messages.isEmpty && !store.isAnswering)
            chats.fail(call, nil)
        }
        #expect(feed.requests.isEmpty)
    }

    @Test func oneIsSentAtATime() async throws {
        let store = ConversationStore(services: services)
        chats.hold("add")
        let first = Task { await store.send(MessageDraft(text: "1")) }
        await chats.arrived("add")
        #expect(await !store.send(MessageDraft(text: "2")))
        chats.release("add")
        #expect(await first.value)
        await feed.asked()
        #expect(await !store.send(MessageDraft(text: "3")))
        let question = try #require(store.tree.path.first)
        #expect(await !store.edit(question, to: "4"))
        store.regenerate(question)
        store.retry()
        await store.showVersion(1, of: question)
        feed.end()
        await idle(store)
        #expect(feed.requests.count == 1)
        #expect(try await kept(store).map(\.role) == [.user, .assistant])
    }

    @Test func stoppingKeepsWhatCame() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.text("half"))
        await eventually { store.live?.text == "half" }
        store.stop()
        #expect(store.live?.phase == .stopping && feed.stopped == 1)
        // What was on its way still counts.
        feed.send(.text(" of it"))
        feed.end(.cancelled) { $0.json = #"{"tokens":3}"# }
        await idle(store)
        let answer = try #require(try await kept(store).last)
        #expect(answer.text == "half of it" && answer.finishReason == "cancelled" && answer.state == .complete)
        #expect(answer.statistics == #"{"tokens":3}"#)
        #expect(sinks[answer.id]?.ending == "cut" && store.failure == nil)
        store.stop()
        #expect(try await answered(store).tree.path.count == 4)
    }

    @Test func whoeverStopsTwiceOrBeforeTheFirstWordDoesNotWait() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.send(.text("half"))
        await eventually { store.live?.text == "half" }
        store.stop()
        store.stop()
        await idle(store)
        #expect(try await kept(store).last?.text == "half" && feed.stopped == 1)
        store.retry()
        await feed.asked(2)
        store.stop()
        await idle(store)
        #expect(feed.stopped == 1)
    }

    @Test func stoppingBeforeTheModelIsAskedAsksNothing() async throws {
        let store = ConversationStore(services: services)
        chats.hold("prompt")
        _ = await store.send(MessageDraft(text: "why?"))
        await chats.arrived("prompt")
        store.stop()
        chats.release("prompt")
        await idle(store)
        #expect(feed.requests.isEmpty && store.failure == nil)
        #expect(try await kept(store).map(\.role) == [.user])
    }

    @Test func anEditIsABranchOfItsOwn() async throws {
        let store = try await answered()
        let question = store.tree.path[0]
        #expect(await store.edit(question, to: "how?", attaching: [TextAttachment(name: "b", text: "B")]))
        await feed.asked(2)
        feed.send(.text("so"))
        feed.end()
        await idle(store)
        #expect(
            store.tree.shown.map(\.text) == ["how?", "so"] && store.tree.branch(of: store.tree.path[0]).text == "2/2")
        #expect(store.tree.shown[0].attachments.map(\.name) == ["b"])
        #expect(try await kept(store).map(\.text) == ["how?", "so"])
        await store.showVersion(-1, of: store.tree.path[0])
        #expect(store.tree.shown.map(\.text) == ["why?", "because"])
        #expect(try await kept(store).map(\.text) == ["why?", "because"])
        chats.fail("choose", .test(.chats))
        await store.showVersion(1, of: store.tree.path[0])
        #expect(store.tree.shown.map(\.text) == ["why?", "because"] && store.failure != nil)
        chats.fail("edit", .test(.chats))
        #expect(await !store.edit(question, to: "no"))
        #expect(await !store.edit(store.tree.path[1], to: "an answer"))
    }

    @Test func nothingIsSaidWhileAnotherVersionIsBeingShown() async throws {
        let store = try await answered()
        store.regenerate(store.tree.path[1])
        await feed.asked(2)
        feed.send(.text("otherwise"))
        feed.end()
        await idle(store)
        chats.hold("choose")
        let showing = Task { await store.showVersion(-1, of: store.tree.path[1]) }
        await chats.arrived("choose")
        #expect(await !store.send(MessageDraft(text: "and?")))
        chats.release("choose")
        await showing.value
        #expect(await store.send(MessageDraft(text: "and?")))
        #expect(store.tree.shown.map(\.text).prefix(3) == ["why?", "because", "and?"])
        await feed.asked(3)
        feed.end()
        await idle(store)
        #expect(try await kept(store).prefix(3).map(\.text) == ["why?", "because", "and?"])
    }

    @Test func answeringAgainIsABranchOfTheAnswer() async throws {
        let store = try await answered()
        store.regenerate(store.tree.path[1])
        await feed.asked(2)
        feed.send(.text("otherwise"))
        feed.end()
        await idle(store)
        #expect(store.tree.shown.map(\.text) == ["why?", "otherwise"])
        #expect(store.tree.branch(of: store.tree.path[1]) == BranchPlace(2, of: 2))
        store.retry()
        await feed.asked(3)
        feed.end()
        await idle(store)
        #expect(store.tree.branch(of: store.tree.path[1]).text == "3/3")
    }

    @Test func anAnswerThatCannotBeMadeAgainStaysWhereItIs() async throws {
        let store = try await answered()
        models.tell { $0.folders = { _ throws(EngineError) in throw .test(.notFound) } }
        store.regenerate(store.tree.path[1])
        await idle(store)
        #expect(store.failure?.error.kind == .notFound && store.tree.shown.map(\.text) == ["why?", "because"])
        _ = await store.send(MessageDraft(text: "and?"))
        await idle(store)
        #expect(try await kept(store).map(\.text) == ["why?", "because", "and?"])
    }

    @Test func aChatThatIsDeletedWhileItAnswersStopsAnswering() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        let chat = try #require(store.chat)
        try await chats.trash(chat.id)
        try await chats.purge(chat.id)
        feed.send(.text("into nothing"))
        await feed.over()
        await idle(store)
        #expect(store.isGone && !store.canSend && store.failure == nil && store.notKept == nil)
    }

    @Test func aTitleIsMadeOnceAndGivenUpForTheNextAnswer() async throws {
        engine.tell { $0.title = { subject, _ throws(EngineError) in "\(subject.question) \(subject.answer)" } }
        let store = try await answered()
        await eventually { store.chat?.title == "why? because" }
        #expect(store.chat?.titleOrigin == .model)
        #expect(try await chats.chat(#require(store.chat).id).title == "why? because")
        engine.tell { $0.title = { _, _ throws(EngineError) in "another" } }
        _ = try await answered(store)
        #expect(store.chat?.title == "why? because")
        // A title that the user gave stays.
        let named = ConversationStore(services: services)
        chats.hold("finish")
        _ = await named.send(MessageDraft(text: "why?"))
        await feed.asked(3)
        feed.end()
        await chats.arrived("finish")
        _ = try await chats.setTitle("mine", of: #require(named.chat).id, origin: .user)
        chats.release("finish")
        await idle(named)
        await named.titling?.ended()
        #expect(try await chats.chat(#require(named.chat).id).title == "mine" && named.chat?.title == "")
    }

    @Test func aListIsToldWhatItShows() async throws {
        let store = try await answered()
        let id = try #require(store.chat?.id)
        #expect(changes == [id, id])
        await store.setModel("org/a")
        #expect(changes == [id, id, id])
    }

    @Test func aPrivateChatTellsNoListAndDrawsAsItself() async throws {
        var drawn: [ObjectIdentifier] = []
        var services = services
        services.sink = { store, _ in
            drawn.append(ObjectIdentifier(store))
            return nil
        }
        let store = try await answered(Conversations(services).beginPrivate(in: TestChats()))
        #expect(changes.isEmpty && drawn == [ObjectIdentifier(store)])
    }

    @Test func whatIsSaidWhileQuittingIsKeptAndNotAnswered() async throws {
        let store = ConversationStore(services: services)
        chats.hold("add")
        let sending = Task { await store.send(MessageDraft(text: "late")) }
        await chats.arrived("add")
        let quitting = Task { await store.quit() }
        await eventually { store.isQuitting }
        chats.release("add")
        await quitting.value
        #expect(try await kept(store).map(\.text) == ["late"] && !store.isAnswering && feed.requests.isEmpty)
        #expect(await sending.value)
    }

    @Test func whatIsChosenWhileAChatIsBeingBegunIsKeptWithIt() async throws {
        let store = ConversationStore(services: services)
        chats.hold("create")
        let sending = Task { await store.send(MessageDraft(text: "why?")) }
        await chats.arrived("create")
        let choosing = Task { await store.setSystemPrompt("be brief") }
        for _ in 0..<100 { await Task.yield() }
        chats.release("create")
        #expect(await sending.value)
        await choosing.value
        await feed.asked()
        feed.end()
        await idle(store)
        #expect(try await chats.chat(#require(store.chat).id).systemPrompt == "be brief")
        #expect(store.chat?.systemPrompt == "be brief")
    }

    @Test func whatIsChosenLastIsKept() async throws {
        let store = try await answered()
        chats.hold("setSystemPrompt")
        let first = Task { await store.setSystemPrompt("first") }
        await chats.arrived("setSystemPrompt")
        let second = Task { await store.setSystemPrompt("second") }
        for _ in 0..<100 { await Task.yield() }
        // The second one does not overtake the first.
        #expect(chats.calls.count { $0 == "setSystemPrompt" } == 1)
        chats.release("setSystemPrompt")
        await first.value
        await second.value
        #expect(try await chats.chat(#require(store.chat).id).systemPrompt == "second")
        #expect(store.chat?.systemPrompt == "second")
    }

    @Test func whatIsChosenForAChatIsKeptWithIt() async throws {
        let store = ConversationStore(services: services)
        var parameters = ChatParameters()
        parameters.thinking = .on
        await store.setModel("org/a")
        await store.setParameters(parameters)
        await store.setSystemPrompt("be brief")
        #expect(store.model == "org/a" && store.parameters == parameters && store.chat == nil)
        _ = try await answered(store)
        let chat = try await chats.chat(#require(store.chat).id)
        #expect(chat.model == "org/a" && chat.systemPrompt == "be brief" && chat.parameters == parameters.json)
        #expect(feed.requests.first?.model.target == "/models/org/a")
        guard case .chat(_, _, true)? = feed.requests.first?.prompt else {
            Issue.record("it does not think")
            return
        }
        await store.setModel("org/b")
        await store.use(ChatPreset(id: 1, name: "p", systemPrompt: "be long", parameters: #"{"top_k":3}"#))
        let changed = try await chats.chat(chat.id)
        #expect(changed.model == "org/b" && changed.systemPrompt == "be long" && changed.parameters == #"{"top_k":3}"#)
        #expect(store.model == "org/b" && store.parameters[.topK] == 3)
        chats.fail("setModel", .test(.chats))
        await store.setModel("org/c")
        #expect(store.model == "org/b" && store.failure != nil)
        #expect(store.contextUsed == 10 && ConversationStore(services: services).contextUsed == 0)
    }

    @Test func whatAViewReadsOfAnAnswerChangesOnlyWithItsPhase() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        #expect(store.isAnswering && store.phase == .waiting && store.asked == 1)
        feed.send(.text("a"))
        await eventually { store.phase == .writing }
        let changed = Mutex(false)
        withObservationTracking {
            _ = (store.isAnswering, store.phase, store.canSend)
        } onChange: {
            changed.withLock { $0 = true }
        }
        feed.send(.text("b"))
        await eventually { store.live?.text == "ab" }
        #expect(!changed.withLock { $0 })
        feed.end()
        await idle(store)
        #expect(changed.withLock { $0 } && store.phase == nil)
    }

    @Test func aMessageOnAnotherBranchIsShown() async throws {
        let store = try await answered()
        let first = try #require(store.tree.path.last)
        store.regenerate(first)
        await feed.asked(2)
        feed.send(.text("another"))
        feed.end()
        await idle(store)
        #expect(!store.tree.path.contains(first))
        await store.show(first)
        #expect(store.tree.path.last == first)
        #expect(try await kept(store).last?.id == first)
        await store.show(999)
        #expect(store.tree.path.last == first)
    }

    @Test func theBeginningIsLeftOutFromThenOn() async throws {
        let store = ConversationStore(services: services)
        _ = await store.send(MessageDraft(text: "why?"))
        await feed.asked()
        feed.end(.failed(.test(.doesNotFit)))
        await idle(store)
        store.tryShortened()
        await feed.asked(2)
        feed.end()
        await idle(store)
        _ = await store.send(MessageDraft(text: "and?"))
        await feed.asked(3)
        #expect(feed.requests.map(\.shorten) == [false, true, true])
        feed.end()
        await idle(store)
        #expect(await store.markdown()?.contains("and?") == true)
    }
}

/// Where an answer is drawn in a test.
@MainActor
final class TestSink: AnswerSink {
    private(set) var text = ""
    private(set) var thinking = ""
    private(set) var ending = ""
    private(set) var drafted: [AnswerDrafts] = []

    func append(text: String) { self.text += text }
    func append(thinking: String) { self.thinking += thinking }
    func append(drafts: AnswerDrafts) { drafted.append(drafts) }
    func end() { ending += "ended" }
    func fail(_ error: EngineError) { ending += "failed" }
    func cut() { ending += "cut" }
}
