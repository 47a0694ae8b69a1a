import EngineKit
import Foundation
import Testing

@testable import Core

@Suite struct DraftsTests {
    @Test func draftsAreKeptByChatAndReadAgain() {
        var drafts = Drafts()
        drafts[.new] = Draft(text: "a")
        drafts[.chat(7)] = Draft(text: "b \"q\"", files: ["/f"])
        drafts[.chat(8)] = Draft(text: "c")
        drafts[.chat(8)] = Draft()
        #expect(Drafts(drafts.data) == drafts && drafts[.chat(8)].isEmpty)
        #expect(Drafts(drafts.data)[.chat(7)] == Draft(text: "b \"q\"", files: ["/f"]))
    }

    @Test func onlyTheLastOnesAreKept() {
        var drafts = Drafts()
        for chat in 0...Drafts.most { drafts[.chat(Int64(chat))] = Draft(text: "x") }
        #expect(drafts[.chat(0)].isEmpty && !drafts[.chat(1)].isEmpty)
        drafts[.chat(1)] = Draft(text: "y")
        drafts[.new] = Draft(text: "z")
        #expect(drafts[.chat(1)].text == "y" && drafts[.chat(2)].isEmpty)
    }

    @Test func whatIsNotUnderstoodIsLeftOut() {
        let json =
            #"{"drafts":[7,{"chat":"x","text":"a"},{"chat":"1"},{"chat":"2","text":"b","files":[1,"/f"]},{"chat":"2","text":"c"}]}"#
        let drafts = Drafts(Data(json.utf8))
        #expect(drafts[.chat(2)].text == "c" && drafts[.chat(1)].isEmpty)
        #expect(drafts.slots(of: .chat(2)).map { drafts[$0] } == [Draft(text: "b", files: ["/f"]), Draft(text: "c")])
        #expect(Drafts(Data("{".utf8)) == Drafts())
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
struct DraftStoreTests {
    private let clock = ManualClock()

    @Test func draftsAreWrittenAMomentAfterTheLastKey() async {
        let file = MemoryDocument(nil)
        let store = DraftStore(file, clock: clock)
        store.keep(Draft(text: "a"), in: .only(.new))
        store.keep(Draft(text: "ab"), in: .only(.new))
        store.keep(Draft(text: "ab"), in: .only(.new))
        await clock.sleepers(1)
        #expect(file.data == nil && clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        await eventually { file.data != nil }
        #expect(DraftStore(file, clock: clock).drafts[.new].text == "ab")
    }

    @Test func quittingWritesAtOnce() async {
        let file = MemoryDocument(nil)
        let store = DraftStore(file, clock: clock)
        #expect(store.write() && file.data == nil)
        store.keep(Draft(text: "a"), in: .only(.new))
        _ = store.move(.only(.new), to: .chat(3))
        #expect(store.write())
        let read = Drafts(file.data ?? Data())
        #expect(read[.chat(3)].text == "a" && read[.new].isEmpty)
        store.forget([3])
        #expect(store.write() && Drafts(file.data ?? Data()) == Drafts())
    }

    @Test func aWriteThatFailsIsTriedAgain() {
        let store = DraftStore(FailingDocument(), clock: clock)
        var told = 0
        store.onFailure = { told += 1 }
        store.keep(Draft(text: "a"), in: .only(.new))
        #expect(!store.write() && !store.write() && store.drafts[.new].text == "a")
        #expect(told == 1)
    }

    @Test func whatCannotBeWrittenIsToldOnceEachTime() {
        let file = MemoryDocument(nil)
        let store = DraftStore(file, clock: clock)
        var told = 0
        store.onFailure = { told += 1 }
        file.isFull = true
        store.keep(Draft(text: "a"), in: .only(.new))
        #expect(!store.write() && !store.write() && told == 1)
        file.isFull = false
        #expect(store.write() && told == 1)
        file.isFull = true
        store.keep(Draft(text: "ab"), in: .only(.new))
        #expect(!store.write() && told == 2)
    }

    @Test func whatIsWrittenInsteadOfAMessageIsKeptUntilItIsThrownAway() throws {
        let file = MemoryDocument(nil)
        let store = DraftStore(file, clock: clock)
        var edit = try #require(
            MessageEdit(ChatMessage(id: 7, parent: nil, role: .user, state: .complete, text: "said")))
        edit.text = "said better"
        EditDrafts(store).keep(edit, in: 3)
        #expect(store.write())
        let next = DraftStore(file, clock: clock)
        let edits = EditDrafts(next)
        #expect(edits.take(7, in: 3) == "said better" && edits.messages(in: 3) == [7])
        #expect(edits.take(7, in: 4) == nil && next.drafts[.chat(3)].isEmpty)
        edit.text = "said"
        edits.keep(edit, in: 3)
        #expect(edits.take(7, in: 3) == nil)
        edit.text = "again"
        edits.keep(edit, in: 3)
        next.forget([3])
        #expect(edits.messages(in: 3).isEmpty)
    }

    @Test func eachWindowWritesItsOwnInsteadOfAMessage() throws {
        let store = DraftStore(MemoryDocument(nil), clock: clock)
        var edit = try #require(
            MessageEdit(ChatMessage(id: 7, parent: nil, role: .user, state: .complete, text: "said")))
        var first: EditDrafts? = EditDrafts(store)
        let second = EditDrafts(store)
        edit.text = "a paragraph"
        first?.keep(edit, in: 3)
        #expect(second.messages(in: 3).isEmpty && second.take(7, in: 3) == nil)
        edit.text = "b"
        second.keep(edit, in: 3)
        second.forget(7, in: 3)
        #expect(second.take(7, in: 3) == nil && first?.take(7, in: 3) == "a paragraph")
        // Left, it is for whoever opens the editor next.
        first = nil
        let third = EditDrafts(store)
        #expect(third.messages(in: 3) == [7] && third.take(7, in: 3) == "a paragraph")
    }

    @Test func whatIsChosenForANewChatIsKeptWithItsDraft() async throws {
        let file = MemoryDocument(nil)
        let drafts = DraftStore(file, clock: clock)
        let (chats, feed) = (try await TestChats(), AnswerFeed())
        let services = ConversationServices(
            chats: chats, engine: feed.engine(), models: feed.models(), settings: { Settings() })
        let composer = ComposerStore(chats: chats, drafts: drafts)
        let first = ConversationStore(services: services)
        composer.open(first, settings: Settings())
        await first.setSystemPrompt("Be brief.")
        await first.setModel("other")
        composer.send(.type("hel"))
        composer.open(ConversationStore(services: services), settings: Settings())
        #expect(drafts.write())
        // Told late, it is the draft's of the chat that it was chosen for.
        let kept = ConversationStore(
            Conversation(chat: Chat(id: 5, title: ""), messages: [], path: []), services: services)
        let last = ConversationStore(services: services)
        composer.open(last, settings: Settings())
        composer.open(kept, settings: Settings())
        await last.setSystemPrompt("Be brief!")
        #expect(drafts.drafts[.chat(5)].isEmpty && drafts.drafts[.new].new?.systemPrompt == "Be brief!")
        await last.setSystemPrompt("Be brief.")
        #expect(drafts.write())
        // Another start of the app.
        let next = ComposerStore(chats: chats, drafts: DraftStore(file, clock: clock))
        let second = ConversationStore(services: services)
        next.open(second, settings: Settings())
        #expect(second.systemPrompt == "Be brief." && second.model == "other" && next.composer.text == "hel")
        next.send(.send)
        await eventually { next.composer.text.isEmpty }
        let third = ConversationStore(services: services)
        next.open(third, settings: Settings())
        #expect(third.systemPrompt.isEmpty && next.composer.text.isEmpty)
    }

    @Test func longDraftsTakeNoneOfTheOthersAway() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = DocumentFile(folder.appendingPathComponent("drafts.json"))
        let store = DraftStore(file, clock: clock)
        store.keep(Draft(text: "precious"), in: .only(.chat(1)))
        let long = Draft(text: String(repeating: "x", count: 900_000))
        for chat in 2...7 { store.keep(long, in: .only(.chat(Int64(chat)))) }
        store.keep(Draft(text: String(repeating: "x", count: Drafts.mostBytes)), in: .only(.chat(8)))
        #expect(store.write())
        let next = DraftStore(file, clock: clock)
        #expect(next.drafts[.chat(1)].text == "precious" && next.drafts[.chat(7)].text.count == 900_000)
        #expect(next.drafts[.chat(8)].isEmpty)
        next.keep(Draft(text: "y"), in: .only(.chat(9)))
        #expect(next.write())
        #expect(DraftStore(file, clock: clock).drafts[.chat(1)].text == "precious")
    }

    @Test func draftsThatCannotBeReadAreSetAside() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("drafts.json")
        for (content, limit, aside) in [("{ not json", 100, "damaged"), (#"{"drafts":[]}"#, 5, "damaged-2")] {
            try Data(content.utf8).write(to: url)
            let store = DraftStore(DocumentFile(url, limit: limit), clock: clock)
            #expect(try Data(contentsOf: url.appendingPathExtension(aside)) == Data(content.utf8))
            store.keep(Draft(text: "a"), in: .only(.new))
            #expect(store.write() == (limit == 100))
        }
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ComposerStoreTests {
    private let feed = AnswerFeed()
    private let chats: TestChats
    private let drafts = DraftStore(MemoryDocument(nil), clock: ManualClock())

    init() async throws {
        chats = try await TestChats()
    }

    private func conversation() -> ConversationStore {
        ConversationStore(
            services: ConversationServices(
                chats: chats, engine: feed.engine(), models: feed.models(), settings: { Settings() }))
    }

    @Test func whatIsWrittenIsSaidAndTheDraftIsGone() async throws {
        let store = ComposerStore(chats: chats, drafts: drafts)
        let chat = conversation()
        store.open(chat, settings: Settings())
        store.send(.type("hello"))
        #expect(drafts.drafts[.new].text == "hello")
        store.send(.return(KeyPress()))
        await eventually { store.composer.text.isEmpty }
        #expect(drafts.drafts[.new].isEmpty && store.isAnswering)
        store.send(.type("next"))
        #expect(!store.canSend)
        await feed.asked()
        #expect(try await chats.conversation(#require(chat.chat?.id)).messages.first?.text == "hello")
        store.send(.stop)
        await eventually { !chat.isAnswering }
        #expect(store.canSend && !store.isAnswering)
        store.send(.return(KeyPress()))
        #expect(store.composer.isSending)
        await eventually { !store.composer.isSending }
    }

    @Test func whatCouldNotBeKeptStays() async {
        let store = ComposerStore(chats: chats, drafts: drafts)
        store.send(.type("hello"))
        store.send(.send)
        #expect(!store.composer.isSending && store.composer.text == "hello")
        let chat = conversation()
        store.open(chat, settings: Settings())
        #expect(store.composer.text == "hello")
        chats.fail("add", .test(.noSpace))
        store.send(.send)
        await eventually { !store.composer.isSending }
        #expect(store.composer.text == "hello" && drafts.drafts[.chat(chat.chat?.id ?? 0)].text == "hello")
    }

    @Test func filesAreReadByTheEngine() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = folder.appendingPathComponent("notes.txt")
        let picture = folder.appendingPathComponent("picture.png")
        try Data("some notes".utf8).write(to: text)
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: picture)
        var inserted = ""
        let store = ComposerStore(chats: chats, drafts: nil) { inserted = $0 }
        store.open(conversation(), settings: Settings())
        store.send(.drop([.file(text.path), .file(picture.path), .text("t")]))
        await eventually { !store.composer.isReading }
        #expect(store.composer.files.map(\.state) == [.read(TextAttachment(name: "notes.txt", text: "some notes"))])
        #expect(store.composer.notice?.contains("image") == true && inserted == "t")
        #expect(store.gauge(context: 10).draft == 3)
    }

    @Test func eachChatHasItsOwnDraft() async throws {
        let store = ComposerStore(chats: chats, drafts: drafts)
        let id = try await chats.create(NewChat())
        let kept = ConversationStore(
            try await chats.conversation(id),
            services: ConversationServices(
                chats: chats, engine: feed.engine(), models: feed.models(), settings: { Settings() }))
        store.open(conversation(), settings: Settings())
        store.send(.type("new"))
        store.open(kept, settings: Settings())
        #expect(store.composer.text.isEmpty)
        store.send(.type("old"))
        store.open(conversation(), settings: Settings())
        #expect(store.composer.text == "new" && drafts.drafts[.chat(id)].text == "old")
    }

    private func openNew() -> (ComposerStore, ConversationStore) {
        let (store, chat) = (ComposerStore(chats: chats, drafts: drafts), conversation())
        store.open(chat, settings: Settings())
        return (store, chat)
    }

    @Test func eachWindowOfAChatHasItsOwnDraft() {
        let chat = conversation()
        let one = ComposerStore(chats: chats, drafts: drafts)
        var two: ComposerStore? = ComposerStore(chats: chats, drafts: drafts)
        one.open(chat, settings: Settings())
        one.send(.type("a long text"))
        two?.open(chat, settings: Settings())
        #expect(two?.composer.text.isEmpty == true)
        two?.send(.type("x"))
        two?.send(.type(""))
        #expect(drafts.drafts[.new].text == "a long text")
        two?.send(.type("another"))
        two = nil
        // What a closed window leaves is there for the next one, and after the next launch both are.
        let three = ComposerStore(chats: chats, drafts: drafts)
        three.open(chat, settings: Settings())
        #expect(three.composer.text == "another" && one.composer.text == "a long text")
        let read = Drafts(drafts.drafts.data)
        #expect(read.slots(of: .new).map { read[$0].text } == ["a long text", "another"])
    }

    @Test func sayingSomethingInOneNewChatLeavesTheDraftOfAnother() async {
        let ((one, said), (two, _)) = (openNew(), openNew())
        one.send(.type("first"))
        two.send(.type("a long text"))
        one.send(.send)
        await eventually { one.composer.text.isEmpty }
        #expect(drafts.drafts[.new].text == "a long text")
        said.stop()
        await eventually { !said.isAnswering }
    }

    @Test func whatIsSaidWhileTheWindowShowsAnotherChatDoesNotComeBack() async throws {
        let id = try await chats.create(NewChat())
        let services = ConversationServices(
            chats: chats, engine: feed.engine(), models: feed.models(), settings: { Settings() })
        let chat = ConversationStore(try await chats.conversation(id), services: services)
        let store = ComposerStore(chats: chats, drafts: drafts)
        for isKept in [false, true] {
            store.open(chat, settings: Settings())
            store.send(.type("hello"))
            chats.fail("add", isKept ? nil : .test(.noSpace))
            chats.hold("add")
            store.send(.send)
            await chats.arrived("add")
            store.send(.type("hello and more"))
            store.open(conversation(), settings: Settings())
            #expect(store.composer.text.isEmpty)
            // Nor is it there to be said twice while it is on its way.
            store.open(chat, settings: Settings())
            #expect(store.composer.text.isEmpty)
            chats.release("add")
            await eventually { store.composer.text == (isKept ? " and more" : "hello and more") }
        }
        #expect(drafts.drafts[.chat(id)].text == " and more")
        chat.stop()
        await eventually { !chat.isAnswering }
    }

    @Test func whatIsSaidAtTheSecondTryIsNoDraftOfTheNextChat() async {
        let (store, chat) = openNew()
        store.send(.type("hello"))
        chats.fail("add", .test(.noSpace))
        store.send(.send)
        await eventually { !store.composer.isSending }
        #expect(drafts.drafts[.chat(chat.chat?.id ?? 0)].text == "hello")
        chats.fail("add", nil)
        store.send(.send)
        await eventually { !store.composer.isSending }
        #expect(openNew().0.composer.text.isEmpty && drafts.drafts == Drafts())
        chat.stop()
        await eventually { !chat.isAnswering }
    }
}

extension Drafts.Slot {
    /// The draft of a place that is in one window.
    static func only(_ place: Drafts.Place) -> Drafts.Slot { Drafts.Slot(place: place, number: 0) }
}
