import EngineKit
import Testing

@testable import Core

/// What the disk refused, and what is still on its way there.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct UnkeptAnswersTests {
    private let feed = AnswerFeed()
    private let clock = ManualClock()
    private let chats: TestChats
    private let conversations: Conversations

    init() async throws {
        chats = try await TestChats()
        let engine = feed.engine()
        engine.tell { $0.title = { _, _ throws(EngineError) in nil } }
        conversations = Conversations(
            ConversationServices(chats: chats, engine: engine, models: feed.models(), settings: { Settings() }),
            clock: clock)
    }

    private func kept(_ store: ConversationStore) async throws -> [ChatMessage] {
        try await chats.conversation(#require(store.chat).id).messages
    }

    private func answer(_ question: String, _ text: String, in store: ConversationStore) async {
        let count = feed.requests.count
        #expect(await store.send(MessageDraft(text: question)))
        await feed.asked(count + 1)
        feed.send(.text(text))
        feed.end()
        await eventually { !store.isAnswering }
    }

    /// A chat whose first answer could not be written.
    private func unkept(failing call: String = "append") async -> ConversationStore {
        let store = conversations.begin()
        chats.fail(call, .test(.noSpace))
        await answer("one?", "first", in: store)
        #expect(store.notKept?.kind == .noSpace)
        return store
    }

    @Test func anAnswerThatWasNotKeptIsWrittenBeforeTheNextQuestion() async throws {
        let store = await unkept()
        chats.fail("append", nil)
        await answer("two?", "second", in: store)
        #expect(try await kept(store).map(\.text) == ["one?", "first", "two?", "second"])
        #expect(try await kept(store).allSatisfy { $0.state == .complete } && store.notKept == nil)
        guard case .chat(let messages, _, _)? = feed.requests.last?.prompt else {
            Issue.record("no chat was asked")
            return
        }
        #expect(messages.contains("first"))
    }

    @Test func anAnswerWhoseEndWasNotKeptIsEndedBeforeTheNextQuestion() async throws {
        let store = await unkept(failing: "finish")
        chats.fail("finish", nil)
        await answer("two?", "second", in: store)
        #expect(try await kept(store).allSatisfy { $0.state == .complete })
    }

    @Test func nothingIsAskedOnAnAnswerThatIsNotOnTheDisk() async throws {
        let store = await unkept()
        #expect(await !store.send(MessageDraft(text: "two?")))
        #expect(store.failure?.error.kind == .noSpace && store.notKept != nil && feed.requests.count == 1)
        // Another answer in its place takes none of it away.
        store.retry()
        await feed.asked(2)
        feed.send(.text("otherwise"))
        feed.end()
        await eventually { !store.isAnswering }
        chats.fail("append", nil)
        await store.keepAgain()
        #expect(try await kept(store).map(\.text) == ["one?", "first", "otherwise"] && store.notKept == nil)
    }

    @Test func whatWasNotKeptOutlivesTheLastWindow() async throws {
        var store: ConversationStore? = await unkept()
        weak let closed = store
        let id = try #require(store?.chat?.id)
        store = nil
        #expect(try await conversations.store(of: id) === closed)
        chats.fail("append", nil)
        await conversations.quit()
        #expect(try await chats.conversation(id).messages.last?.text == "first")
        await eventually { closed == nil }
    }

    /// Quits while a call is under way, which goes on when quitting has had the time to be too quick.
    private func quit(during call: String) async {
        let order = Recorded<String>()
        let quitting = Task {
            await conversations.quit()
            order.add("quit")
        }
        for _ in 0..<1000 { await Task.yield() }
        order.add(call)
        chats.release(call)
        await quitting.value
        #expect(order.all == [call, "quit"])
    }

    @Test func quittingWaitsForWhatIsBeingSaid() async throws {
        let store = conversations.begin()
        chats.hold("add")
        let sending = Task { await store.send(MessageDraft(text: "typed")) }
        await chats.arrived("add")
        await quit(during: "add")
        #expect(try await kept(store).map(\.text) == ["typed"])
        #expect(await sending.value)
    }

    @Test func quittingWaitsForAnEdit() async throws {
        let store = conversations.begin()
        await answer("one?", "first", in: store)
        chats.hold("edit")
        let question = store.tree.path[0]
        let editing = Task { await store.edit(question, to: "a long edit") }
        await chats.arrived("edit")
        await quit(during: "edit")
        #expect(try await kept(store).last?.text == "a long edit")
        #expect(await editing.value)
    }

    @Test func quittingWaitsForWhatIsBeingKeptAgain() async throws {
        let store = await unkept()
        chats.fail("append", nil)
        chats.hold("append")
        let again = Task { await store.keepAgain() }
        await chats.arrived("append")
        await quit(during: "append")
        #expect(try await kept(store).last?.text == "first")
        #expect(chats.calls.count { $0 == "finish" } == 1)
        await again.value
    }
}
