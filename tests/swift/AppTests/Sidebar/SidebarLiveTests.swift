import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

extension Live {
    /// The sidebar over what the engine itself writes.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct Sidebar {
        /// Says something and waits for all of the answer.
        private func say(_ text: String, in screen: Screen, of test: LiveApp) async throws -> String {
            try screen.limitAnswers(to: 40)
            try screen.ask(text)
            return try await test.answered(screen)
        }

        @Test func aChatIsTitledRenamedDeletedAndBroughtBack() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            _ = try await say("Tell me a story about a cat.", in: screen, of: test)
            try await screen.wait(for: "the chat in the sidebar") { !$0.selected().isEmpty }
            let title = try #require(screen.selected().first)
            let chat = try #require(test.app.openWindows.first?.shownChat)
            let kept = try await test.app.services.chats.chat(chat)
            #expect(kept.title == title && kept.titleOrigin >= .words)
            // Better words than the first ones come from the model alone.
            let isOfTheQuestion = "Tell me a story about a cat.".hasPrefix(title)
            #expect(kept.titleOrigin == .model || isOfTheQuestion, "\(title)")
            try screen.select(title)
            try screen.press(.return)
            try screen.type("The cat", into: "Chat Name")
            try screen.press(.return)
            try await screen.waitForRow("The cat")
            try screen.choose("Move to Trash", inMenuOf: "The cat")
            try await screen.waitForRow("The cat", isThere: false)
            #expect(try await test.app.services.chats.chat(chat).isTrashed)
            try screen.press("z", modifiers: .command)
            try await screen.waitForRow("The cat")
            #expect(try await test.app.services.chats.chat(chat).titleOrigin == .user)
        }

        @Test func aWordThatTheEngineWroteIsFound() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            let answer = try await say("Tell me a story about a cat.", in: screen, of: test)
            let words = answer.split { !$0.isLetter }.filter { $0.count > 3 }
            let word = try #require(words.max { $0.count < $1.count })
            try screen.press("f", modifiers: [.shift, .command])
            try screen.type(String(word), into: "Search All Chats")
            try await screen.wait(for: "the snippet") { $0.rows().contains { $0.contains(word) } }
            try screen.select(try #require(screen.rows().last))
            let window = try #require(test.app.openWindows.first)
            try await screen.wait(for: "the message") { _ in window.revealed == window.conversation.tree.last?.id }
        }

        @Test func whatIsExportedComesBackInAFreshStore() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            let answer = try await say("Tell me a story about a cat.", in: screen, of: test)
            try screen.choose("File", "Export", "Export as JSON…")
            try await screen.wait(for: "the panel") { (try? $0.fileToWrite()) != nil }
            let json = try #require(try screen.fileToWrite().content.first)
            try FileManager.default.createDirectory(at: test.home.folder.url, withIntermediateDirectories: true)
            let file = test.home.folder.url.appending(path: "export.json")
            try json.write(to: file)
            let fresh = try await LiveApp()
            let other = fresh.launch()
            try other.choose("File", "Import Chats…")
            try other.chooseFiles([file])
            try await other.wait(for: "what came of it") { $0.question?.hasPrefix("Imported 1 chat") == true }
            try other.tap("OK")
            let chats = try await fresh.app.services.chats.list(.all, skip: 0, limit: 2)
            let chat = try #require(chats.first)
            #expect(chats.count == 1)
            try await other.waitForRow(chat.title)
            try other.select(chat.title)
            try await other.wait(for: "the chat") { _ in
                fresh.app.openWindows.first?.conversation.tree.last?.text == answer
            }
        }

        @Test func anAnswerStreamsIntoTwoWindows() async throws {
            let test = try await LiveApp()
            // As slow as it can be.
            test.app.settings.change { $0.speculation = .off }
            let screen = test.launch()
            try screen.limitAnswers(to: 100_000)
            try screen.ask("Tell me a long story about a cat.")
            let first = try #require(test.app.openWindows.first)
            try await screen.wait(for: "the answer to begin", within: .seconds(120)) { _ in
                first.conversation.live?.text.isEmpty == false
            }
            try await screen.wait(for: "the chat in the sidebar") { !$0.selected().isEmpty }
            try screen.choose("Open in New Window", inMenuOf: try #require(screen.selected().first))
            try await screen.wait(for: "the other window") { screen in
                screen.windows.count == 2 && screen.contains("Tell me a long story about a cat.")
            }
            // What is seen in the new window grows while the engine writes.
            let seen = screen.texts().joined().count
            try await screen.wait(for: "more words", within: .seconds(60)) { screen in
                screen.texts().joined().count > seen && screen.controls.contains("Stop")
            }
            // A tiny model may come to its end by itself just now.
            if screen.controls.contains("Stop") { try screen.tap("Stop") }
            let text = try await test.answered(screen)
            if first.conversation.tree.last?.finishReason == "cancelled" { #expect(screen.contains("Stopped.")) }
            let last = try #require(text.split(separator: "\n").last)
            #expect(test.app.conversations.answering.isEmpty)
            try screen.bringToFront(try #require(screen.windows.first))
            try await screen.wait(for: "the end in the other window") { screen in
                screen.texts().contains { $0.contains(last) } && screen.controls.contains("Send")
            }
        }
    }
}
