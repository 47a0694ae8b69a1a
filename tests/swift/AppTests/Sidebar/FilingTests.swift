import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

extension OneByOne {
    /// Renaming, pinning, folders, the trash: each from the first click to what stands there after it.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct FilingTests {
        private let test: TestApp
        private let bread: Int64
        private let sky: Int64
        private let screen: Screen

        init() async throws {
            test = try await TestApp()
            bread = try await test.keep("Bread without kneading")
            sky = try await test.keep("Why the sky is blue", "Air scatters blue light.")
            screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
        }

        private var window: WindowModel { get throws { try #require(test.app.openWindows.first) } }

        @Test func aClickShowsTheChat() async throws {
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.contains("Air scatters blue light.") }
            #expect(screen.windows == ["Why the sky is blue"])
            #expect(screen.selected() == ["Why the sky is blue"])
        }

        @Test func returnRenamesInPlace() async throws {
            try screen.select("Why the sky is blue")
            try screen.press(.return)
            #expect(screen.focus == "Chat Name")
            #expect(try screen.text(in: "Chat Name") == "Why the sky is blue")
            try screen.type("Blue", into: "Chat Name")
            try screen.press(.return)
            try await screen.waitForRow("Blue")
            #expect(try await test.chats.chat(sky).title == "Blue")
            try await screen.wait(for: "the title of the window") { $0.windows == ["Blue"] }
        }

        @Test func escapeLeavesTheNameAsItWas() async throws {
            try screen.choose("Rename…", inMenuOf: "Bread without kneading")
            try screen.type("No", into: "Chat Name")
            try screen.press(.escape)
            // What is asked for later is done later: whatever Escape began has ended by then.
            try screen.choose("Pin", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "the heading") { $0.contains("Pinned") }
            #expect(try await test.chats.chat(bread).title == "Bread without kneading")
        }

        @Test func whileANameIsWrittenTheKeysThatDeleteAChatDeleteText() async throws {
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.windows == ["Why the sky is blue"] }
            #expect(try screen.items(of: "Chat").contains("Move Chat to Trash ⌘⌫"))
            try screen.press(.return)
            #expect(try screen.items(of: "Chat").contains("Move Chat to Trash ⌘⌫ (disabled)"))
        }

        @Test func aPinnedChatStandsFirst() async throws {
            try screen.choose("Pin", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "the heading") { $0.contains("Pinned") }
            let rows = screen.rows()
            let (first, second) = (
                rows.firstIndex(of: "Bread without kneading"), rows.firstIndex(of: "Why the sky is blue")
            )
            #expect(try #require(first) < #require(second))
            try screen.choose("Unpin", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "no heading") { !$0.contains("Pinned") }
        }

        @Test func whatWasDeletedComesBackByTheButton() async throws {
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.contains("Air scatters blue light.") }
            try screen.press(.delete)
            try await screen.waitForRow("Why the sky is blue", isThere: false)
            // The neighbour is shown, not an empty window.
            try await screen.wait(for: "the neighbour") { $0.windows == ["Bread without kneading"] }
            try await screen.wait(for: "the notice") { $0.contains("Moved a chat to the trash.") }
            #expect(!test.mac.announcer.all.isEmpty)
            #expect(try await test.chats.chat(sky).isTrashed)
            try screen.tap("Undo")
            try await screen.waitForRow("Why the sky is blue")
            try await screen.wait(for: "the chat again") { $0.windows == ["Why the sky is blue"] }
            #expect(try screen.items(of: "Edit").first == "Undo ⌘Z (disabled)")
        }

        @Test func commandZTakesBackAndShiftCommandZDoesAgain() async throws {
            try screen.choose("Move to Trash", inMenuOf: "Bread without kneading")
            try await screen.waitForRow("Bread without kneading", isThere: false)
            #expect(try screen.items(of: "Edit").first == "Undo Move to Trash ⌘Z")
            try screen.press("z", modifiers: .command)
            try await screen.waitForRow("Bread without kneading")
            try screen.press("z", modifiers: [.shift, .command])
            try await screen.waitForRow("Bread without kneading", isThere: false)
            try screen.press("z", modifiers: .command)
            try await screen.waitForRow("Bread without kneading")
        }

        @Test func fromWithinTheMessageCommandZTakesBackTheTextFirstAndThenTheRest() async throws {
            try screen.choose("Move to Trash", inMenuOf: "Bread without kneading")
            try await screen.waitForRow("Bread without kneading", isThere: false)
            try screen.click(into: "Message")
            #expect(try screen.items(of: "Edit").first == "Undo Move to Trash ⌘Z")
            try screen.press("h")
            #expect(try screen.items(of: "Edit").first == "Undo Typing ⌘Z")
            try screen.press("z", modifiers: .command)
            #expect(try screen.text(in: "Message").isEmpty)
            #expect(!screen.rows().contains("Bread without kneading"))
            try screen.press("z", modifiers: .command)
            try await screen.waitForRow("Bread without kneading")
        }

        @Test func aStepThatChangesNothingTakesNothingElseBack() async throws {
            try await screen.chats(window, makeFolder: "Kitchen", with: [bread])
            try screen.choose("Move to Trash", inMenuOf: "Why the sky is blue")
            try await screen.waitForRow("Why the sky is blue", isThere: false)
            try await screen.wait(for: "the step") { try $0.items(of: "Edit").first == "Undo Move to Trash ⌘Z" }
            try await screen.drag("Bread without kneading", onto: "Kitchen")
            try await screen.wait(for: "the end of the drag") { _ in
                try window.sidebar.steps.last?.change.name == "Move to Trash"
            }
            try screen.press("z", modifiers: .command)
            try await screen.waitForRow("Why the sky is blue")
            #expect(try await test.chats.chat(bread).folder != nil)
        }

        @Test func aChatThatIsNotInTheListIsDeletedRenamedAndMovedToo() async throws {
            try await screen.chats(window, makeFolder: "Kitchen", with: [bread])
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.windows == ["Why the sky is blue"] }
            try screen.tap("Kitchen")
            try await screen.waitForRow("Why the sky is blue", isThere: false)
            try window.textHasFocus(false, in: .composer)
            try window.perform(.trash)
            try await screen.wait(for: "a neighbour or a new chat") { $0.windows != ["Why the sky is blue"] }
            #expect(try await test.chats.chat(sky).isTrashed)
            try screen.choose("Edit", "Undo Move to Trash")
            try await screen.wait(for: "the chat again") { $0.windows == ["Why the sky is blue"] }
            #expect(try await !test.chats.chat(sky).isTrashed)
            try window.perform(.rename)
            try await screen.wait(for: "the field") { $0.focus == "Chat Name" }
            try screen.type("Blue", into: "Chat Name")
            try screen.press(.return)
            try await screen.waitForRow("Blue")
        }

        @Test func whatWasBeingWrittenComesBackFromTheTrash() async throws {
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.windows == ["Why the sky is blue"] }
            try screen.type("And at night?", into: "Message")
            try screen.choose("Move to Trash", inMenuOf: "Why the sky is blue")
            try await screen.wait(for: "the neighbour") { $0.windows == ["Bread without kneading"] }
            #expect(try screen.text(in: "Message").isEmpty)
            try screen.tap("Undo")
            try await screen.wait(for: "the chat again") { $0.windows == ["Why the sky is blue"] }
            #expect(try screen.text(in: "Message") == "And at night?")
            try await screen.waitForRow("Why the sky is blue")
            try window.sidebar.trash([sky])
            try await screen.waitForRow("Why the sky is blue", isThere: false)
            // Whether something is in it is read after the row is gone.
            try await screen.wait(for: "a full trash") { try $0.items(of: "Chat").contains("Empty Trash…") }
            try screen.choose("Chat", "Empty Trash…")
            try await screen.wait(for: "the question") { $0.contains("Nothing brings them back.") }
            try screen.tap("Empty Trash")
            try await screen.wait(for: "the end of the draft") { _ in test.app.drafts.drafts[.chat(sky)].isEmpty }
        }

        @Test func theTrashIsEmptiedOfWhatWasAskedAboutAndNothingElseIsForgotten() async throws {
            let tea = try await test.keep("How long tea steeps")
            for (title, words) in [("Bread without kneading", "With rye?"), ("Why the sky is blue", "And at night?")] {
                try screen.select(title)
                try await screen.wait(for: "the chat") { $0.windows == [title] }
                try screen.type(words, into: "Message")
            }
            try window.sidebar.trash([sky, bread])
            try await screen.wait(for: "a full trash") { try $0.items(of: "Chat").contains("Empty Trash…") }
            try screen.choose("Chat", "Empty Trash…")
            try await screen.wait(for: "the question") { $0.contains("Nothing brings them back.") }
            // Meanwhile another window takes one out of the trash and puts another into it.
            try await test.chats.restore(sky)
            try await test.chats.trash(tea)
            try screen.tap("Empty Trash")
            try await screen.wait(for: "the end of a draft") { _ in test.app.drafts.drafts[.chat(bread)].isEmpty }
            #expect(try await test.chats.list(.trash, skip: 0, limit: 9).map(\.id) == [tea])
            #expect(test.app.drafts.drafts[.chat(sky)].text == "And at night?")
        }

        @Test func whereverTextIsTypedTheKeysThatDeleteAChatDeleteText() async throws {
            let item = "Move Chat to Trash ⌘⌫"
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.windows == ["Why the sky is blue"] }
            try screen.tap("Edit")
            #expect(screen.focus == "Message to Edit")
            #expect(try screen.items(of: "Chat").contains(item + " (disabled)"))
            try screen.press(.escape)
            try screen.press("f", modifiers: .command)
            #expect(screen.focus == "Find in Chat")
            #expect(try screen.items(of: "Chat").contains(item + " (disabled)"))
            try screen.tap("Done")
            #expect(screen.focus == "Message")
            #expect(try screen.items(of: "Chat").contains(item + " (disabled)"))
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the list to have the keyboard") { try $0.items(of: "Chat").contains(item) }
            try window.sidebar.sheet = .folder(FolderNaming())
            #expect(try screen.items(of: "Chat").contains(item + " (disabled)"))
            try window.sidebar.sheet = nil
            #expect(try screen.items(of: "Chat").contains(item))
            try window.sheet = .chatSettings
            #expect(try screen.items(of: "Chat").contains(item + " (disabled)"))
            try window.sheet = nil
            #expect(try screen.items(of: "Chat").contains(item))
            try window.sidebar.beginSearch()
            #expect(try screen.items(of: "Chat").contains(item + " (disabled)"))
        }

        @Test func severalAreDeletedAtOnce() async throws {
            try screen.select("Why the sky is blue")
            try screen.select("Bread without kneading", adding: true)
            #expect(Set(screen.selected()) == ["Why the sky is blue", "Bread without kneading"])
            try await screen.wait(for: "the menu") { try $0.items(of: "Chat").contains("Move 2 Chats to Trash ⌘⌫") }
            try screen.press(.delete, modifiers: .command)
            try await screen.wait(for: "the empty list") { $0.contains("No Chats Yet") }
            try await screen.wait(for: "a new chat") { $0.windows == ["New Chat"] }
        }

        @Test func aFolderIsMadeFilledAndShown() async throws {
            try screen.choose("File", "New Folder")
            try screen.type("Kitchen", into: "Folder Name")
            try screen.press(.return)
            try await screen.wait(for: "the folder") { $0.contains("Kitchen") }
            try await screen.drag("Bread without kneading", onto: "Kitchen")
            try await screen.wait(for: "the move") { _ in try window.chats.list.chats.contains { $0.folder != nil } }
            try screen.tap("Kitchen")
            try await screen.wait(for: "the folder's chat alone") {
                $0.rows().contains("Bread without kneading") && !$0.rows().contains("Why the sky is blue")
            }
            #expect(try screen.spoken("Kitchen").traits.contains("selected"))
            // ⌘Z takes the drag back.
            try screen.press("z", modifiers: .command)
            try await screen.wait(for: "the empty folder") { $0.contains("The Folder Is Empty") }
        }

        @Test func severalAreDraggedIntoAFolderTogether() async throws {
            try await screen.chats(window, makeFolder: "Kitchen", with: [])
            try screen.select("Why the sky is blue")
            try screen.select("Bread without kneading", adding: true)
            try await screen.drag("Bread without kneading", onto: "Kitchen")
            try await screen.wait(for: "the move") { $0.contains("Moved 2 chats.") }
            try screen.tap("Kitchen")
            try await screen.wait(for: "both") {
                $0.rows().contains("Bread without kneading") && $0.rows().contains("Why the sky is blue")
            }
        }

        @Test func whatIsDraggedOutOfTheTrashComesBack() async throws {
            try await screen.chats(window, makeFolder: "Kitchen", with: [])
            let kitchen = try #require(window.chats.list.folders.first?.id)
            try screen.select("Why the sky is blue")
            try screen.select("Bread without kneading", adding: true)
            try screen.press(.delete, modifiers: .command)
            try await screen.wait(for: "the empty list") { $0.contains("No Chats Yet") }
            try screen.tap("Trash")
            try await screen.waitForRow("Why the sky is blue")
            try await screen.drag("Why the sky is blue", onto: "All Chats")
            try await screen.waitForRow("Why the sky is blue", isThere: false)
            try await screen.drag("Bread without kneading", onto: "Kitchen")
            try await screen.waitForRow("Bread without kneading", isThere: false)
            #expect(try await test.chats.list(.all, skip: 0, limit: 9).count == 2)
            #expect(try await test.chats.list(.folder(kitchen), skip: 0, limit: 9).map(\.id) == [bread])
        }

        @Test func aFolderIsRenamedAndDeletedAndItsChatsStay() async throws {
            try await screen.chats(window, makeFolder: "Kitchen", with: [bread])
            try screen.choose("Rename Folder…", inMenuOf: "Kitchen")
            try screen.type("  ", into: "Folder Name")
            #expect(throws: ScreenError.self) { try screen.tap("Rename") }
            try screen.type("Baking", into: "Folder Name")
            try screen.tap("Rename")
            try await screen.wait(for: "the new name") { $0.contains("Baking") }
            try screen.choose("Delete Folder…", inMenuOf: "Baking")
            #expect(screen.question == "Delete the folder “Baking”?")
            try screen.tap("Delete Folder")
            try await screen.wait(for: "the end of the folder") { !$0.contains("Baking") }
            #expect(screen.rows().contains("Bread without kneading"))
        }

        @Test func chatsAreMovedByTheMenuBar() async throws {
            try await screen.chats(window, makeFolder: "Kitchen", with: [])
            try screen.select("Bread without kneading")
            try await screen.wait(for: "the chat") { $0.windows == ["Bread without kneading"] }
            try screen.choose("Chat", "Move to Folder…")
            try screen.pick("Kitchen", in: "Folder")
            try screen.tap("Move")
            try await screen.wait(for: "the move") { _ in try window.chats.list.chats.contains { $0.folder != nil } }
            try screen.choose("Move to Folder", "No Folder", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "the way back") { _ in
                try window.chats.list.chats.allSatisfy { $0.folder == nil }
            }
        }

        @Test func theTrashIsEmptiedAfterAQuestion() async throws {
            #expect(try screen.items(of: "Chat").contains("Empty Trash… (disabled)"))
            try screen.choose("Move to Trash", inMenuOf: "Bread without kneading")
            try await screen.waitForRow("Bread without kneading", isThere: false)
            try await screen.wait(for: "a full trash") { try $0.items(of: "Chat").contains("Empty Trash…") }
            try screen.choose("Chat", "Empty Trash…")
            try await screen.wait(for: "the question") { $0.contains("Nothing brings them back.") }
            #expect(screen.question?.hasPrefix("Empty the trash and delete 1 chat") == true)
            try screen.tap("Cancel")
            #expect(try await test.chats.chat(bread).isTrashed)
            try screen.choose("Chat", "Empty Trash…")
            try await screen.wait(for: "the question") { $0.contains("Nothing brings them back.") }
            try screen.tap("Empty Trash")
            try await screen.wait(for: "an empty trash") {
                try $0.items(of: "Chat").contains("Empty Trash… (disabled)")
            }
            await #expect(throws: EngineError.self) { try await test.chats.chat(bread) }
            // What is gone for good cannot be taken back.
            #expect(try screen.items(of: "Edit").first == "Undo ⌘Z (disabled)")
        }

        @Test func inTheTrashAChatIsRestoredOrDeletedForGood() async throws {
            try screen.select("Why the sky is blue")
            try screen.select("Bread without kneading", adding: true)
            try screen.press(.delete)
            try await screen.wait(for: "the empty list") { $0.contains("No Chats Yet") }
            try screen.tap("Trash")
            try await screen.waitForRow("Bread without kneading")
            try screen.select("Bread without kneading")
            try await screen.wait(for: "the chat in the trash") { $0.contains("This chat is in the trash.") }
            try screen.choose("Chat", "Restore Chat")
            try await screen.waitForRow("Bread without kneading", isThere: false)
            try await screen.wait(for: "no banner") { !$0.contains("This chat is in the trash.") }
            try screen.select("Why the sky is blue")
            try screen.press(.delete)
            try await screen.wait(for: "the question") { $0.contains("Nothing brings them back.") }
            try screen.tap("Delete for Good")
            try await screen.wait(for: "the empty trash") { $0.contains("The Trash Is Empty") }
            await #expect(throws: EngineError.self) { try await test.chats.chat(sky) }
            #expect(try await !test.chats.chat(bread).isTrashed)
        }
    }
}

extension Screen {
    @MainActor
    func chats(_ window: WindowModel, makeFolder name: String, with chats: Set<Int64>) async throws {
        window.sidebar.create(name, with: chats)
        try await wait(for: "the folder") { $0.contains(name) }
        try await wait(for: "the chats in it") { _ in
            window.chats.list.chats.count { $0.folder != nil } == chats.count
        }
    }
}
