import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

extension OneByOne {
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct SearchTests {
        private let test: TestApp
        private let screen: Screen

        init() async throws {
            test = try await TestApp()
            try await test.keep("Bread without kneading", "Let the dough rest overnight.")
            try await test.keep("Why the sky is blue", "Air scatters blue light.")
            screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
        }

        @Test func aWordIsFoundAndLeadsToItsMessage() async throws {
            try screen.press("f", modifiers: [.shift, .command])
            #expect(screen.focus == "Search All Chats")
            try screen.type("dough", into: "Search All Chats")
            try await screen.wait(for: "what was found") { $0.rows().contains { $0.contains("dough") } }
            #expect(screen.rows() == ["Bread without kneading", "Let the dough rest overnight."])
            try screen.press(.return)
            try await screen.wait(for: "the chat") { $0.windows == ["Bread without kneading"] }
            // Not the chat alone but the message is shown.
            try screen.select("Let the dough rest overnight.")
            let window = try #require(test.app.openWindows.first)
            try await screen.wait(for: "the message") { _ in window.revealed != nil }
            #expect(window.conversation.tree[try #require(window.revealed)]?.text == "Let the dough rest overnight.")
        }

        @Test func returnOpensNothingThatWasFoundForOtherWords() async throws {
            try screen.type("dough", into: "Search All Chats")
            try await screen.wait(for: "what was found") { $0.rows().contains { $0.contains("dough") } }
            let window = try #require(test.app.openWindows.first)
            window.search.type("zebra")
            window.sidebar.openFirstResult()
            await screen.settle()
            #expect(window.shownChat == nil && screen.windows == ["New Chat"])
        }

        @Test func escapeLeavesTheSearch() async throws {
            try screen.press("f", modifiers: [.shift, .command])
            try screen.type("dough", into: "Search All Chats")
            try await screen.wait(for: "what was found") { $0.rows().contains { $0.contains("dough") } }
            try screen.press(.escape)
            try await screen.waitForRow("Why the sky is blue")
            #expect(try screen.text(in: "Search All Chats").isEmpty)
        }

        @Test func nothingFoundIsSaid() async throws {
            try screen.type("zebra", into: "Search All Chats")
            try await screen.wait(for: "the end of the search") { $0.contains("Nothing Found") }
            #expect(screen.contains("No chat has all of these words."))
        }

        @Test func aHiddenSidebarIsShownForIt() throws {
            let window = try #require(test.app.openWindows.first)
            try screen.choose("View", "Hide Sidebar")
            #expect(!window.showsSidebar)
            try screen.choose("Edit", "Find", "Search All Chats")
            #expect(window.showsSidebar && screen.focus == "Search All Chats")
        }

        @Test func aMessageOfAnotherVersionIsBroughtForward() async throws {
            let chat = try #require(try await test.chats.latest()?.id)
            let first = try #require(try await test.chats.conversation(chat).messages.first?.id)
            _ = try await test.chats.edit(first, to: "Why is grass green?")
            let answer = try #require(
                try await test.chats.conversation(chat).messages.first { $0.role == .assistant }?.id)
            let window = try #require(test.app.openWindows.first)
            window.open(chat, revealing: answer)
            try await screen.wait(for: "the other version") { $0.contains("Air scatters blue light.") }
            try await screen.wait(for: "the message") { _ in window.revealed == answer }
        }
    }
}
