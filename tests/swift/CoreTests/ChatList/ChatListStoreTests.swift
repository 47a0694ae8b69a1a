import EngineKit
import Foundation
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ChatListStoreTests {
    private let chats: TestChats
    private let store: ChatListStore
    private let ids: [Int64]

    init() async throws {
        chats = try await TestChats()
        store = ChatListStore(chats)
        var ids: [Int64] = []
        for number in 1...4 {
            let id = try await chats.create(NewChat())
            _ = try await chats.add("message \(number)", to: id, after: nil)
            ids.append(id)
        }
        self.ids = ids
        await store.reload()
    }

    private var shown: Set<Int64> { Set(store.list.chats.map(\.id)) }

    @Test func allChatsAreRead() async throws {
        #expect(shown == Set(ids) && store.list.isLoaded && !store.list.isEmpty && store.error == nil)
        #expect(store.sections().map(\.title) == ["Today"])
        let empty = ChatListStore(try await TestChats())
        #expect(!empty.list.isEmpty)
        await empty.reload()
        #expect(empty.list.isEmpty)
    }

    @Test func manyChatsAreReadPageByPage() async throws {
        let mock = MockChatStore()
        mock.tell {
            $0.folders = { () throws(EngineError) in [] }
            $0.list = { _, skip, limit throws(EngineError) in
                // One chat has moved up between two pages.
                let all = (0..<1203).map { Chat(id: Int64($0 == 500 ? 499 : $0), title: "") }
                return Array(all.dropFirst(Int(skip)).prefix(Int(limit)))
            }
        }
        let store = ChatListStore(mock)
        await store.reload()
        #expect(store.list.chats.count == 1202 && Set(store.list.chats.map(\.id)).count == 1202)
    }

    @Test func chatsThatComeWhileTheListIsReadDoNotKeepItReading() async {
        let calls = Recorded<UInt32>()
        let mock = MockChatStore()
        mock.tell {
            $0.folders = { () throws(EngineError) in [] }
            $0.list = { shelf, skip, limit throws(EngineError) in
                guard shelf == .all else { return [] }
                calls.add(skip)
                // After the first page 500 imported chats come before those that were there.
                let old = (0..<500).map { Chat(id: $0, title: "") }
                let all = skip == 0 ? old : (1000..<1500).map { Chat(id: $0, title: "") } + old
                return calls.all.count > 9 ? [] : Array(all.dropFirst(Int(skip)).prefix(Int(limit)))
            }
        }
        let store = ChatListStore(mock)
        await store.reload()
        #expect(calls.all == [0, 500, 1000] && store.list.chats.count == 500)
    }

    @Test func aNameIsOneLineAndNeverEmpty() async throws {
        await store.rename(ids[0], to: " a\nb ")
        #expect(try await chats.chat(ids[0]).title == "a b")
        await store.rename(ids[0], to: " \n ")
        #expect(try await chats.chat(ids[0]).title == "a b")
    }

    @Test func pinningMovesToTheTop() async throws {
        await store.setPinned(true, [ids[0], ids[1]])
        #expect(store.sections().first?.heading == .pinned && store.sections().first?.chats.count == 2)
        await store.setPinned(false, [ids[0]])
        #expect(store.sections().first?.chats.map(\.id) == [ids[1]])
    }

    @Test func theTrashCanBeTakenBack() async throws {
        store.select([ids[1], ids[2]])
        let trashed = await store.trash([ids[1], ids[2], 999])
        #expect(shown == [ids[0], ids[3]] && store.list.selection.isEmpty)
        #expect(store.notice == "Moved 2 chats to the trash.")
        #expect(trashed.chats == [ids[1], ids[2]])
        await store.undo(try #require(trashed.undo))
        #expect(shown == Set(ids) && store.notice == nil)
        let nothing = await store.trash([999])
        #expect(nothing.chats.isEmpty && nothing.undo == nil && nothing.next == nil)
    }

    @Test func aChatThatIsNotInTheListGoesToTheTrashToo() async throws {
        await store.createFolder("Work")
        let folder = try #require(store.list.folders.first).id
        await store.show(.folder(folder))
        let trashed = await store.trash([ids[0]])
        #expect(trashed.chats == [ids[0]] && store.notice == "Moved a chat to the trash.")
        #expect(try await chats.chat(ids[0]).isTrashed)
        await store.undo(try #require(trashed.undo))
        #expect(try await !chats.chat(ids[0]).isTrashed)
        let moved = try #require(await store.move([ids[1]], to: folder))
        #expect(moved.chats.map(\.id) == [ids[1]] && moved.chats[0].folder == nil && shown == [ids[1]])
    }

    @Test func whatTheStoreRefusedInTheMiddleIsNotCountedAsGone() async throws {
        await store.show(.trash)
        chats.fail("purge", .test(.chats))
        #expect(await store.deleteForGood([ids[0]]).isEmpty)
        chats.fail("purgeTrash", .test(.chats))
        #expect(await store.emptyTrash(of: [ids[0]], before: .distantFuture).isEmpty)
    }

    @Test func theTrashIsEmptiedOfWhatWasAskedAbout() async throws {
        await store.trash([ids[0], ids[1]])
        let asked = try #require(DeletionQuestion([ids[0], ids[1]], emptiesTrash: true, asked: Date() + 1))
        // Another window restores one and puts another into it.
        try await chats.restore(ids[1])
        #expect(await store.emptyTrash(of: asked.chats, before: asked.asked) == [ids[0]])
        await store.trash([ids[2]])
        #expect(await store.emptyTrash(of: [ids[2]], before: Date(timeIntervalSinceNow: -60)).isEmpty)
        #expect(try await chats.chat(ids[2]).isTrashed)
    }

    @Test func theChatToShowNextIsToldBeforeItGoes() async {
        let order = store.list.shown(store.sections())
        #expect(await store.trash([order[0]]).next == order[1])
        #expect(store.notice == "Moved a chat to the trash.")
    }

    @Test func theTrashIsAShelfOfItsOwn() async throws {
        await store.trash([ids[0], ids[1], ids[2]])
        store.select([ids[3]])
        await store.deleteForGood([ids[3]])
        #expect(shown == [ids[3]])
        await store.show(.trash)
        #expect(shown == [ids[0], ids[1], ids[2]] && store.list.selection.isEmpty)
        await store.restore([ids[0]])
        #expect(shown == [ids[1], ids[2]])
        await store.deleteForGood([ids[1]])
        #expect(shown == [ids[2]])
        await store.emptyTrash(of: [], before: .distantFuture)
        #expect(shown.isEmpty)
        await store.show(.all)
        #expect(shown == [ids[0], ids[3]])
    }

    @Test func chatsAreDraggedIntoFoldersAndBack() async throws {
        await store.createFolder(" Work ")
        let folder = try #require(store.list.folders.first)
        #expect(folder.name == "Work")
        store.select([ids[0], ids[1]])
        #expect(store.list.affected(by: ids[0]) == [ids[0], ids[1]] && store.list.affected(by: ids[2]) == [ids[2]])
        await store.move(store.list.affected(by: ids[0]), to: folder.id)
        #expect(store.notice == "Moved 2 chats.")
        await store.show(.folder(folder.id))
        #expect(shown == [ids[0], ids[1]])
        let moved = await store.move([ids[0]], to: nil)
        #expect(shown == [ids[1]] && store.notice == "Moved a chat.")
        await store.undo(try #require(moved))
        #expect(shown == [ids[0], ids[1]])
        // Where it is already there is nothing to do or to take back.
        #expect(await store.move([ids[0]], to: folder.id) == nil)
        await store.deleteFolder(folder.id)
        #expect(store.list.shelf == .all && shown == Set(ids) && store.list.folders.isEmpty)
    }

    @Test func folderNamesAreNeitherEmptyNorTwice() async {
        await store.createFolder("Work")
        #expect(store.obstacle(toFolder: " ")?.contains("one character") == true)
        #expect(store.obstacle(toFolder: "work ")?.contains("already") == true)
        await store.createFolder("WORK")
        #expect(store.list.folders.count == 1)
        let folder = store.list.folders[0].id
        #expect(store.obstacle(toFolder: "WORK", except: folder) == nil)
        await store.renameFolder(folder, to: "Play")
        #expect(store.list.folders.map(\.name) == ["Play"])
    }

    @Test func whatTheStoreRefusesIsTakenBackAndSaid() async {
        chats.fail("trash", .test(.chats))
        await store.trash([ids[0]])
        #expect(shown == Set(ids) && store.error?.kind == .chats && store.notice == nil)
        store.dismissError()
        chats.fail("list", .test(.files))
        await store.reload()
        #expect(store.error?.kind == .files && shown == Set(ids))
    }

    @Test func aChangeShowsBeforeTheDiskHasIt() async {
        chats.hold("trash")
        let trashing = Task { await store.trash([ids[0]]) }
        await chats.arrived("trash")
        #expect(!shown.contains(ids[0]))
        chats.release("trash")
        _ = await trashing.value
    }

    @Test func ofTwoReadingsTheLastCounts() async throws {
        chats.hold("list")
        let old = Task { await store.show(.trash) }
        await chats.arrived("list")
        let new = Task { await store.show(.all) }
        await eventually { store.list.shelf == .all }
        chats.release("list")
        await old.value
        await new.value
        #expect(shown == Set(ids))
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ChatSearchTests {
    private let chats: TestChats
    private let clock = ManualClock()
    private let store: ChatSearchStore

    init() async throws {
        chats = try await TestChats()
        for text in ["a tabby cat and a cat", "a dog", "cat food"] {
            let id = try await chats.create(NewChat())
            _ = try await chats.add(text, to: id, after: nil)
        }
        store = ChatSearchStore(chats, clock: clock)
    }

    private func pause() async {
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(200))
    }

    @Test func searchWaitsUntilTypingRests() async {
        store.type("c")
        store.type("ca")
        store.type("cat")
        #expect(store.isSearching && store.results == nil)
        await pause()
        await eventually { !store.isSearching }
        #expect(store.results?.query == "cat" && store.results?.groups.count == 2 && store.results?.message == nil)
        #expect(chats.calls.count { $0 == "search" } == 1)
    }

    @Test func whatWasAskedBeforeIsNotShown() async {
        chats.hold("search")
        store.type("dog")
        await pause()
        await chats.arrived("search")
        store.type("cat")
        chats.release("search")
        await pause()
        await eventually { !store.isSearching }
        #expect(store.results?.query == "cat")
        store.type("dog")
        store.type("")
        #expect(store.results == nil && !store.isSearching)
    }

    @Test func nothingIsAskedForNothing() async {
        store.type(" \n")
        #expect(!store.isSearching && clock.sleeping == 0)
        store.type(String(repeating: "x", count: 999))
        #expect(store.query.count == ChatSearchStore.longestQuery)
        await pause()
        await eventually { !store.isSearching }
        #expect(store.results?.message != nil && store.results?.isCut == false)
    }

    @Test func aFailureIsSaid() async {
        chats.fail("search", .test(.chats))
        store.type("cat")
        await pause()
        await eventually { store.error != nil }
        #expect(!store.isSearching && store.results == nil)
    }

    @Test func hitsAreGroupedByChatInTheOrderOfTheBest() {
        let results = SearchResults(
            query: "x",
            hits: [
                ChatHit(chat: 2, title: "two", message: 5, snippet: "a"), ChatHit(chat: 1, title: "", snippet: "b"),
                ChatHit(chat: 2, title: "two", snippet: "two"),
                ChatHit(chat: 2, title: "two", message: 6, snippet: "c"),
            ], isCut: true)
        #expect(results.groups.map(\.id) == [2, 1] && results.groups.map(\.title) == ["two", "New Chat"])
        #expect(results.groups[0].titleMatches && results.groups[0].hits.map(\.message) == [5, 6] && results.isCut)
        #expect(results.groups[1].titleMatches && results.groups[1].hits.isEmpty)
    }

    @Test func snippetsAreCutIntoPieces() throws {
        let text = "a cat, a cat"
        let ranges = text.ranges(of: "cat")
        func pieces(_ matches: [Range<String.Index>]) -> [String] {
            SnippetPiece.pieces(of: ChatHit(chat: 1, title: "", snippet: text, matches: matches))
                .map { $0.isMatch ? "[\($0.text)]" : $0.text }
        }
        #expect(pieces(ranges) == ["a ", "[cat]", ", a ", "[cat]"])
        #expect(pieces(ranges.reversed()) == ["a ", "[cat]", ", a ", "[cat]"] && pieces([]) == [text])
        // Ranges that overlap, are empty or belong to a longer text are passed over.
        let longer = text + text
        let beyond = longer.index(longer.startIndex, offsetBy: 10)..<longer.endIndex
        #expect(
            pieces([ranges[0], ranges[0], text.startIndex..<text.startIndex, beyond]) == ["a ", "[cat]", ", a cat"])
    }
}
