import EngineKit
import Observation
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ConversationsTests {
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

    @Test func twoWindowsShowOneChat() async throws {
        let id = try await chats.create(NewChat())
        chats.hold("conversation")
        let one = Task { try await conversations.store(of: id) }
        let two = Task { try await conversations.store(of: id) }
        await chats.arrived("conversation")
        chats.release("conversation")
        #expect(try await one.value === two.value)
        #expect(chats.calls.count { $0 == "conversation" } == 1)
        await #expect(throws: EngineError.self) { try await conversations.store(of: 999) }
    }

    @Test func aNewChatIsFoundByItsNumberOnceItHasOne() async throws {
        let store = conversations.begin()
        _ = await store.send(MessageDraft(text: "x"))
        await feed.asked()
        #expect(conversations.isAnswering)
        let id = try #require(store.chat?.id)
        #expect(try await conversations.store(of: id) === store)
        feed.end()
        await eventually { !store.isAnswering }
        #expect(!conversations.isAnswering)
    }

    @Test func anAnswerGoesOnWhenItsWindowIsClosed() async throws {
        var store: ConversationStore? = conversations.begin()
        _ = await store?.send(MessageDraft(text: "x"))
        await feed.asked()
        let id = try #require(store?.chat?.id)
        store = nil
        #expect(conversations.isAnswering)
        feed.send(.text("late"))
        feed.end()
        await eventually { !conversations.isAnswering }
        #expect(try await chats.conversation(id).messages.last?.text == "late")
    }

    @Test func aStoreWithoutWindowAndAnswerIsLetGo() async throws {
        let id = try await chats.create(NewChat())
        weak let store = try await conversations.store(of: id)
        #expect(store == nil)
        weak let new = conversations.begin()
        #expect(new == nil)
    }

    @Test func deletingStopsTheAnswer() async throws {
        let store = conversations.begin()
        _ = await store.send(MessageDraft(text: "x"))
        await feed.asked()
        conversations.deleted([try #require(store.chat?.id), 77])
        await feed.over()
        await eventually { !store.isAnswering }
        #expect(store.isGone)
    }

    @Test func aChatThatIsRestoredGoesOnInTheWindowsThatShowIt() async throws {
        let store = conversations.begin()
        _ = await store.send(MessageDraft(text: "x"))
        await feed.asked()
        let id = try #require(store.chat?.id)
        try await chats.trash(id)
        conversations.deleted([id])
        #expect(!store.canSend)
        try await chats.restore(id)
        #expect(try await conversations.store(of: id) === store)
        #expect(store.canSend && store.tree.shown.map(\.text) == ["x", ""])
        try await chats.trash(id)
        conversations.deleted([id])
        try await chats.purge(id)
        await #expect(throws: EngineError.self) { try await conversations.store(of: id) }
        #expect(store.isGone)
    }

    @Test func quittingKeepsWhatHasCome() async throws {
        let store = conversations.begin()
        _ = await store.send(MessageDraft(text: "x"))
        await feed.asked()
        feed.send(.text("half"))
        await eventually { store.live?.text == "half" }
        await conversations.quit()
        #expect(!store.isAnswering && !store.canSend)
        let id = try #require(store.chat?.id)
        let answer = try #require(try await chats.conversation(id).messages.last)
        #expect(answer.text == "half" && answer.state == .cut && store.tree.last?.state == .cut)
    }

    @Test func quittingWaitsNoLongerThanItsLimit() async throws {
        let store = conversations.begin()
        _ = await store.send(MessageDraft(text: "x"))
        await feed.asked()
        chats.hold("append")
        feed.send(.text("half"))
        await chats.arrived("append")
        let quitting = Task { await conversations.quit(within: .seconds(2)) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        await quitting.value
        #expect(store.isAnswering)
        chats.release("append")
        await eventually { !store.isAnswering }
    }

    @Test func aPrivateChatIsInNoListAndIsStoppedAsAllAre() async throws {
        let apart = try await TestChats()
        let store = conversations.beginPrivate(in: apart)
        _ = await store.send(MessageDraft(text: "x"))
        await feed.asked()
        #expect(try await chats.list(.all, skip: 0, limit: 9).isEmpty)
        #expect(try await apart.list(.all, skip: 0, limit: 9).count == 1)
        let id = try #require(store.chat?.id)
        await #expect(throws: EngineError.self) { try await conversations.store(of: id) }
        await conversations.quit()
        #expect(!conversations.isAnswering)
    }

    /// Observation tells of the next change only, so it is asked for anew each time.
    private func watch(_ changed: Recorded<Set<Int64>>) {
        _ = withObservationTracking {
            conversations.answering
        } onChange: {
            Task { @MainActor in
                changed.add(conversations.answering)
                watch(changed)
            }
        }
    }

    @Test func whichChatsAnswerIsToldToThoseWhoAskedBefore() async throws {
        let id = try await chats.create(NewChat())
        let question = try await chats.add("why?", to: id, after: nil)
        let changed = Recorded<Set<Int64>>()
        watch(changed)
        let store = try await conversations.store(of: id)
        await eventually { !changed.all.isEmpty }
        #expect(conversations.answering.isEmpty)
        store.retry()
        await feed.asked()
        await eventually { changed.all.last == [id] }
        feed.end()
        await eventually { changed.all.last == [] }
        #expect(store.tree.path.first == question)
    }

    @Test func whatAListChangedAnOpenChatTakesOver() async throws {
        let id = try await chats.create(NewChat())
        let store = try await conversations.store(of: id)
        let folder = try await chats.createFolder("Kitchen")
        try await chats.setFolder(folder, of: id)
        _ = try await chats.setTitle("Bread", of: id, origin: .user)
        try await chats.trash(id)
        await conversations.filed([id, 999])
        #expect(store.chat?.title == "Bread" && store.chat?.folder == folder && store.chat?.isTrashed == true)
        try await chats.restore(id)
        await conversations.filed([id])
        #expect(store.chat?.isTrashed == false)
    }

    @Test func aMessageOfAnotherVersionIsBroughtForward() async throws {
        let id = try await chats.create(NewChat())
        let old = try await chats.add("why?", to: id, after: nil)
        let new = try await chats.edit(old, to: "how?")
        let store = try await conversations.store(of: id)
        #expect(store.tree.path == [new])
        #expect(await store.show(new))
        #expect(await store.show(old))
        #expect(store.tree.path == [old])
        #expect(try await chats.conversation(id).path == [old])
        #expect(await !store.show(4711))
        // While an answer is being written the branch stays.
        store.retry()
        await feed.asked()
        #expect(await !store.show(new))
        feed.end()
        await eventually { !store.isAnswering }
    }
}
