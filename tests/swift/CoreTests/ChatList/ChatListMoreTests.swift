import EngineKit
import Foundation
import Testing

@testable import Core

/// What the sidebar asks of its list besides what is done in it.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct ChatListMoreTests {
    private let chats: TestChats
    private let store: ChatListStore
    private let ids: [Int64]

    init() async throws {
        chats = try await TestChats()
        store = ChatListStore(chats)
        var ids: [Int64] = []
        for number in 1...3 {
            let id = try await chats.create(NewChat())
            _ = try await chats.add("message \(number)", to: id, after: nil)
            ids.append(id)
        }
        self.ids = ids
        await store.reload()
    }

    @Test func whetherTheTrashIsEmptyIsKnownOnEveryShelf() async {
        #expect(store.list.trashIsEmpty)
        await store.trash([ids[0]])
        #expect(!store.list.trashIsEmpty)
        await store.show(.trash)
        #expect(!store.list.trashIsEmpty)
        #expect(await store.emptyTrash(of: [ids[0]], before: Date().addingTimeInterval(5)) == [ids[0]])
        #expect(store.list.trashIsEmpty && store.list.isEmpty)
    }

    @Test func allOfAShelfIsToldWhicheverIsShown() async {
        await store.trash([ids[0]])
        #expect(await store.all(of: .trash) == [ids[0]])
        #expect(await store.all(of: .all).map(Set.init) == [ids[1], ids[2]])
        chats.fail("list", EngineError(kind: .chats, message: "no", detail: "", remedy: .nothing))
        #expect(await store.all(of: .all) == nil && store.error != nil)
    }

    @Test func anyStepIsTakenBackNotOnlyTheLast() async throws {
        let first = try #require(await store.trash([ids[0]]).undo)
        #expect(first.chats.map(\.id) == [ids[0]] && !first.chats[0].isTrashed)
        await store.trash([ids[1]])
        #expect(await store.trash([ids[0]]).undo == nil)
        await store.undo(first)
        #expect(store.notice == nil && Set(store.list.chats.map(\.id)) == [ids[0], ids[2]])
    }

    @Test func whatIsStillThereComesBackAndTheRestIsNamed() async throws {
        let step = try #require(await store.trash(Set(ids)).undo)
        // In another window, or from the terminal.
        try await chats.purge(ids[0])
        #expect(await store.undo(step) == [ids[1], ids[2]])
        #expect(Set(store.list.chats.map(\.id)) == [ids[1], ids[2]] && store.error == nil)
        let title = try #require(step.chats.first { $0.id == ids[0] }).shownTitle
        #expect(store.lost == "“\(title)” was deleted for good and cannot come back.")
        store.dismissLost()
        let again = try #require(await store.trash([ids[1], ids[2]]).undo)
        for id in [ids[1], ids[2]] { try await chats.purge(id) }
        #expect(await store.undo(again) == [])
        let names = again.chats.map { "“\($0.shownTitle)”" }.joined(separator: ", ")
        #expect(store.lost == "These chats were deleted for good and cannot come back: \(names).")
        #expect(ChatListWords.lost((1...9).map(String.init)).hasSuffix("“5”, ….") == true)
    }

    @Test func oneThatCannotBeRestoredKeepsNoOtherFromIt() async throws {
        let step = try #require(await store.trash(Set(ids)).undo)
        chats.fail("restore", .test(.noSpace))
        #expect(await store.undo(step) == [] && store.error?.kind == .noSpace && store.lost == nil)
        #expect(chats.calls.count { $0 == "restore" } == ids.count)
    }

    @Test func aMoveIsTakenBackThoughTheFolderIsGone() async throws {
        let (from, to) = (try await chats.createFolder("Kitchen"), try await chats.createFolder("Garden"))
        await store.reload()
        await store.move([ids[0], ids[1]], to: from)
        let step = try #require(await store.move([ids[0], ids[1], ids[2]], to: to))
        try await chats.deleteFolder(from)
        try await chats.trash(ids[1])
        try await chats.purge(ids[1])
        await store.reload()
        #expect(await store.undo(step) == [ids[0], ids[2]])
        #expect(store.list.chats.allSatisfy { $0.folder == nil } && store.error == nil && store.lost != nil)
    }

    @Test func aFolderThatIsGoneIsNotShownAnyLonger() async throws {
        let folder = try await chats.createFolder("Kitchen")
        await store.reload()
        await store.show(.folder(folder))
        // In another window.
        try await chats.deleteFolder(folder)
        await store.reload()
        #expect(store.list.shelf == .all && store.list.chats.count == 3)
    }

    @Test func aSearchLeadsToChatsAndTheirMessages() {
        let hits = [
            ChatHit(chat: 2, title: "Two", message: 7, snippet: "x"), ChatHit(chat: 1, title: "One", snippet: "One"),
            ChatHit(chat: 2, title: "Two", message: 9, snippet: "y"),
        ]
        #expect(
            SearchResults(query: "x", hits: hits, isCut: false).places == [
                SearchPlace(chat: 2), SearchPlace(chat: 2, message: 7), SearchPlace(chat: 2, message: 9),
                SearchPlace(chat: 1),
            ])
    }

    @Test func aSearchThatFailedIsAskedAgain() async throws {
        chats.fail("search", EngineError(kind: .chats, message: "no", detail: "", remedy: .nothing))
        let search = ChatSearchStore(chats, delay: .zero)
        search.type("message")
        await eventually { search.error != nil }
        chats.fail("search", nil)
        search.again()
        await eventually { search.results?.groups.count == 3 }
        #expect(search.query == "message" && search.error == nil)
    }
}
