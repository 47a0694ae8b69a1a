import EngineKit
import Foundation
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
final class DeletingTests {
    private let feed = AnswerFeed()
    private let chats: TestChats
    private let engine: MockEngine
    private let models: MockModelLibrary
    private var changes = 0

    init() async throws {
        chats = try await TestChats()
        engine = feed.engine()
        models = feed.models()
        engine.tell { $0.title = { _, _ throws(EngineError) in nil } }
    }

    private var services: ConversationServices {
        ConversationServices(
            chats: chats, engine: engine, models: models, settings: { Settings() },
            changed: { [unowned self] _ in changes += 1 })
    }

    private func answer(_ store: ConversationStore, _ text: String, _ ask: () async -> Void) async {
        let count = feed.requests.count
        await ask()
        await feed.asked(count + 1)
        feed.send(.text(text))
        feed.end()
        await eventually { !store.isAnswering }
    }

    /// A question with two answers, the second of which is shown and was asked on.
    private func branched() async throws -> ConversationStore {
        let store = ConversationStore(services: services)
        await answer(store, "first") { _ = await store.send(MessageDraft(text: "why?")) }
        await answer(store, "second") { store.regenerate(store.tree.path[1]) }
        await answer(store, "more") { _ = await store.send(MessageDraft(text: "and then?")) }
        await answer(store, "else") { store.regenerate(store.tree.path[3]) }
        return store
    }

    private func texts(_ store: ConversationStore) -> [String] { store.tree.shown.map(\.text) }

    /// Whether what is on the disk is what is shown.
    private func isKept(_ store: ConversationStore) async throws -> Bool {
        let kept = ConversationTree(try await chats.conversation(try #require(store.chat).id).messages)
        func parts(_ tree: ConversationTree) -> [String] {
            tree.messages.sorted { $0.id < $1.id }.map { "\($0.id) \($0.parent ?? 0) \($0.chosen) \($0.text)" }
        }
        return kept.path == store.tree.path && parts(kept) == parts(store.tree)
    }

    @Test func theQuestionTellsHowManyMessagesGo() async throws {
        let store = try await branched()
        let all = try #require(store.deletion(of: store.tree.path[0]))
        #expect(all.count == 6 && all.hidden == 2 && !all.isReplaced && all.title == "Delete this message?")
        #expect(all.explanation.contains("6 messages go") && all.action == "Delete 6 Messages")
        let answer = try #require(store.deletion(of: store.tree.path[1]))
        #expect(answer.count == 4 && answer.hidden == 1 && answer.isReplaced && answer.title == "Delete this answer?")
        #expect(answer.explanation.contains("Another version is shown in its place."))
        let last = try #require(store.deletion(of: store.tree.path[3]))
        #expect(last.count == 1 && last.hidden == 0 && last.action == "Delete")
        #expect(!last.explanation.contains("messages go") && last.explanation.contains("undo"))
        #expect(store.deletion(of: 99) == nil)
    }

    @Test func whatFollowsGoesAndAnotherVersionIsShown() async throws {
        let store = try await branched()
        let before = store.tree
        let changesBefore = changes
        #expect(await store.delete(store.tree.path[1]))
        #expect(texts(store) == ["why?", "first"])
        #expect(try await isKept(store) && changes > changesBefore)
        #expect(await store.undoDelete())
        #expect(store.tree == before)
        #expect(try await isKept(store) && !store.canUndoDelete)
    }

    @Test func whatIsDrawnGoesWithTheMessageAndWithTheChat() async throws {
        var store: ConversationStore? = try await branched()
        weak var deleted: Transcript?
        weak var shown: Transcript?
        do {
            let store = try #require(store)
            let path = store.tree.path
            deleted = store.transcripts[try #require(store.tree[path[1]])]
            shown = store.transcripts[try #require(store.tree[path[0]])]
            #expect(deleted?.markdown == "second" && shown?.markdown == "why?")
            #expect(await store.delete(path[1]))
            #expect(deleted == nil && shown != nil)
            #expect(await store.undoDelete())
            #expect(store.transcripts[try #require(store.tree[path[1]])].markdown == "second")
        }
        store = nil
        await eventually { shown == nil }
    }

    @Test func deletionsAreTakenBackLastFirstOrByName() async throws {
        let store = try await branched()
        let (answer, last) = (store.tree.path[1], store.tree.path[3])
        #expect(await store.delete(last))
        #expect(texts(store) == ["why?", "second", "and then?", "more"])
        #expect(await store.delete(answer))
        // What went with its parent cannot come back before it.
        #expect(await !store.undoDelete(last))
        #expect(store.failure != nil)
        #expect(await store.undoDelete())
        #expect(texts(store) == ["why?", "second", "and then?", "more"])
        #expect(await store.undoDelete(last))
        #expect(texts(store) == ["why?", "second", "and then?", "else"])
        #expect(try await isKept(store))
    }

    @Test func allCanGoAndTheChatGoesOn() async throws {
        let store = try await branched()
        #expect(await store.delete(store.tree.path[0]))
        #expect(store.tree.messages.isEmpty && store.chat?.title == "" && store.canSend)
        await answer(store, "yes") { _ = await store.send(MessageDraft(text: "new start")) }
        #expect(texts(store) == ["new start", "yes"] && store.chat?.id != nil)
        #expect(await store.undoDelete())
        #expect(texts(store).first == "why?" && store.tree.branch(of: store.tree.path[0]).count == 2)
        #expect(store.chat?.title == "why?")
    }

    @Test func nothingIsDeletedWhileAnAnswerComes() async throws {
        let store = try await branched()
        #expect(await store.send(MessageDraft(text: "on")))
        #expect(store.deletion(of: store.tree.path[0]) == nil)
        #expect(await !store.delete(store.tree.path[0]))
        #expect(!chats.calls.contains("deleteMessage"))
        await feed.asked(5)
        feed.end()
        await eventually { !store.isAnswering }
    }

    @Test func aDeletionThatFailsChangesNothing() async throws {
        let store = try await branched()
        let before = store.tree
        chats.fail("deleteMessage", .test(.noSpace))
        #expect(await !store.delete(store.tree.path[1]))
        #expect(store.tree == before && store.failure?.error.kind == .noSpace && !store.canUndoDelete)
        chats.fail("deleteMessage", nil)
        #expect(await store.delete(store.tree.path[1]))
        chats.fail("restoreMessage", .test(.noSpace))
        #expect(await !store.undoDelete())
        // It can be tried again.
        #expect(store.canUndoDelete)
    }

    @Test func nothingIsSaidWhileADeletionIsOnItsWay() async throws {
        let store = try await branched()
        chats.hold("deleteMessage")
        let deleting = Task { await store.delete(store.tree.path[1]) }
        await chats.arrived("deleteMessage")
        #expect(await !store.send(MessageDraft(text: "meanwhile")))
        #expect(await !store.delete(store.tree.path[0]))
        chats.release("deleteMessage")
        #expect(await deleting.value && store.canSend)
    }

    @Test func aLaterStartPurgesWhatWasDeletedADayBefore() async throws {
        let store = try await branched()
        let conversations = Conversations(services)
        let answer = store.tree.path[1]
        #expect(await store.delete(answer))
        await conversations.purgeDeleted()
        #expect(await store.undoDelete())
        #expect(await store.delete(answer))
        await conversations.purgeDeleted(now: Date().addingTimeInterval(25 * 60 * 60))
        #expect(await !store.undoDelete())
        #expect(store.failure?.error.kind == .notFound)
    }
}
