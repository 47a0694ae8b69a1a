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
            let window = try #require(test.app.openWindows.first)
            // A few words, the same ones each time.
            var parameters = ChatParameters()
            (parameters[.maxTokens], parameters[.temperature]) = (40, 0)
            await window.conversation.setParameters(parameters)
            try screen.type(text, into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the answer", within: .seconds(120)) { _ in
                !window.conversation.isAnswering && window.conversation.tree.last?.role == .assistant
            }
            return try #require(window.conversation.tree.last?.text)
        }

        @Test func aChatIsTitledRenamedDeletedAndBroughtBack() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            _ = try await say("Tell me a story about a cat.", in: screen, of: test)
            try await screen.wait(for: "the chat in the sidebar") { !$0.selected().isEmpty }
            let title = try #require(screen.selected().first)
            #expect(!title.isEmpty)
            let chat = try #require(test.app.openWindows.first?.shownChat)
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
            fresh.app.openWindows.first?.open(chat.id)
            try await other.wait(for: "the chat") { _ in
                fresh.app.openWindows.first?.conversation.tree.last?.text == answer
            }
        }

        @Test func anAnswerStreamsIntoTwoWindows() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            try screen.type("Tell me a long story about a cat.", into: "Message")
            try screen.tap("Send")
            let first = try #require(test.app.openWindows.first)
            try await screen.wait(for: "the answer to begin", within: .seconds(120)) { _ in
                first.conversation.live?.text.isEmpty == false
            }
            let chat = try #require(first.shownChat)
            test.app.openChatWindow?(WindowSeed(chat: chat))
            try await screen.wait(for: "both windows") { _ in
                test.app.openWindows.count == 2 && test.app.openWindows.allSatisfy { $0.shownChat == chat }
            }
            #expect(test.app.conversations.answering.contains(chat) || !first.conversation.isAnswering)
            if first.conversation.isAnswering { first.composer.send(.stop) }
            try await screen.wait(for: "the end of the answer", within: .seconds(120)) { _ in
                !first.conversation.isAnswering
            }
            let text = try #require(first.conversation.tree.last?.text)
            #expect(test.app.openWindows.allSatisfy { $0.conversation.tree.last?.text == text })
            #expect(test.app.conversations.answering.isEmpty)
        }
    }
}
