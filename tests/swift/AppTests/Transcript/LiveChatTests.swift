import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

extension LiveApp {
    /// The front window's model.
    var window: WindowModel {
        get throws { try #require(app.openWindows.first) }
    }

    /// The app in a window that answers in few tokens, the same at each run.
    func brief() throws -> Screen {
        let screen = launch()
        try screen.limitAnswers(to: 12)
        return screen
    }

    func idle(_ screen: Screen, _ count: Int) async throws {
        try await screen.wait(for: "\(count) messages", within: .seconds(240)) { _ in
            let conversation = try window.conversation
            return conversation.tree.shown.count == count && !conversation.isAnswering && conversation.canSend
        }
    }
}

extension Live {
    @MainActor @Suite(.timeLimit(.minutes(10)))
    struct Chatting {
        @Test func anAnswerIsStoppedInTheMiddleAndTheNextQuestionIsAnswered() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            try screen.ask("Tell me a long story about a cat and a lighthouse.")
            try await screen.wait(for: "some text", within: .seconds(240)) { _ in
                try test.window.conversation.live?.text.isEmpty == false
            }
            try screen.press(.escape)
            try await test.idle(screen, 2)
            let first = try #require(try test.window.conversation.tree.last)
            #expect(!first.text.isEmpty)
            // A tiny model may have come to its end by itself.
            if first.finishReason == "cancelled" { #expect(screen.contains("Stopped.")) }
            try screen.ask("And then?")
            try await screen.wait(for: "the second answer", within: .seconds(240)) { _ in
                try test.window.conversation.tree.shown.count == 4
            }
            try screen.press(.escape)
            try await test.idle(screen, 4)
        }

        @Test func aQuestionIsSaidAnewAndOneGoesBackToTheFirst() async throws {
            let test = try await LiveApp()
            let screen = try test.brief()
            try screen.ask("Tell me a story about a cat.")
            try await test.idle(screen, 2)
            let before = try test.window.conversation.tree.shown.map(\.text)
            try screen.tap("Edit")
            try screen.type("Tell me a story about a dog.", into: "Message to Edit")
            try screen.tap("Send Again")
            try await screen.wait(for: "the second version", within: .seconds(240)) { $0.contains("2/2") }
            try await test.idle(screen, 2)
            try screen.tap("Previous Version")
            try await screen.wait(for: "the first version") { $0.contains("1/2") }
            #expect(try test.window.conversation.tree.shown.map(\.text) == before)
        }

        @Test func anAnswerIsGivenAgain() async throws {
            let test = try await LiveApp()
            let screen = try test.brief()
            try screen.ask("Tell me a story about a cat.")
            try await test.idle(screen, 2)
            let first = try #require(try test.window.conversation.tree.last)
            try screen.tap("Answer Again")
            try await screen.wait(for: "the second version", within: .seconds(240)) { $0.contains("2/2") }
            try await test.idle(screen, 2)
            // Greedily decoded, it says the same.
            #expect(try test.window.conversation.tree.last?.text == first.text)
            #expect(try test.window.conversation.tree.last?.id != first.id)
        }

        @Test func howLongItWasThoughtIsToldAfterARestart() async throws {
            let test = try await LiveApp()
            let screen = try test.brief()
            var parameters = try test.window.conversation.parameters
            parameters.thinking = .on
            try await test.window.conversation.setParameters(parameters)
            try screen.ask("What is a dog?")
            try await test.idle(screen, 2)
            let answer = try #require(try test.window.conversation.tree.last)
            #expect(!answer.thinking.isEmpty)
            let title = try #require(screen.texts().first { $0.hasPrefix("Thought for") })
            await test.app.conversations.quit()

            let again = AppModel(try await .live(test.home.folder, cpu: true, system: test.mac.services))
            let window = Screen(app: TandemApp(Startup(again)))
            try await window.wait(for: "the sidebar") { _ in again.openWindows.first?.chats.list.isLoaded == true }
            try window.select(try #require(window.rows().last))
            try await window.wait(for: "the same time") { $0.contains(title) }
        }

        @Test func aTextFileGoesAlongAndTheChatIsThereAfterARestart() async throws {
            let test = try await LiveApp()
            let file = FileManager.default.temporaryDirectory.appending(path: "story-\(UUID().uuidString).txt")
            try Data("Once there was a cat.".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let screen = try test.brief()
            try screen.paste(files: [file], into: "Message")
            try screen.type("How does it go on?", into: "Message")
            try await screen.wait(for: "the file") { !$0.isDisabled("Send") }
            try screen.tap("Send")
            try await test.idle(screen, 2)
            let before = try test.window.conversation.tree.shown
            #expect(
                before.first?.attachments == [
                    TextAttachment(name: file.lastPathComponent, text: "Once there was a cat.")
                ])
            await test.app.conversations.quit()

            let again = AppModel(try await .live(test.home.folder, cpu: true, system: test.mac.services))
            let window = Screen(app: TandemApp(Startup(again)))
            try await window.wait(for: "the sidebar") { _ in again.openWindows.first?.chats.list.isLoaded == true }
            try window.select(try #require(window.rows().last))
            try await window.wait(for: "the chat") { _ in
                again.openWindows.first?.conversation.tree.shown.count == 2
            }
            #expect(window.contains(file.lastPathComponent))
            let after = try #require(again.openWindows.first).conversation.tree.shown
            #expect(after.map(\.text) == before.map(\.text))
            #expect(after.map(\.attachments) == before.map(\.attachments))
        }
    }
}
