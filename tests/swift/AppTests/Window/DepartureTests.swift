import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Synchronization
import Testing

@testable import Tandem

extension OneByOne {
    /// Questions about a private chat that meet each other.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct DepartureTests {
        private let test: TestApp
        private let screen: Screen

        init() async throws {
            test = try await TestApp()
            try await test.keep("Bread without kneading")
            screen = test.launch()
            try await screen.waitForRow("Bread without kneading")
            try screen.press("n", modifiers: [.shift, .command])
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
            try screen.type("A secret", into: "Message")
        }

        private func quit() async throws {
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
        }

        private func answerIsNo() async throws {
            try await screen.wait(for: "the answer") { $0.quits == false }
            await screen.settle()
        }

        @Test func aNoThatComesLateLeavesTheNextQuestionAlone() async throws {
            try await quit()
            try screen.press(.escape)
            #expect(screen.question == nil)
            try screen.select("Bread without kneading")
            #expect(screen.question == "Leave the private chat?")
            try await answerIsNo()
            #expect(screen.question == "Leave the private chat?")
            try screen.tap("Leave")
            try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
        }

        @Test func theQuestionThatQuittingReplacesIsAnsweredWithNo() async throws {
            try screen.select("Bread without kneading")
            #expect(screen.question == "Leave the private chat?")
            try await quit()
            try screen.tap("Cancel")
            try await answerIsNo()
            // The list marks what is shown, which is none of its chats.
            #expect(screen.selected().isEmpty && screen.windows == ["Private Chat"])
            #expect(try screen.text(in: "Message") == "A secret")
        }

        @Test func quittingTwiceIsAskedAboutOnce() async throws {
            test.app.relaunch()
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            let question = try test.window.departure
            try await quit()
            #expect(try test.window.departure === question)
            try screen.tap("Cancel")
            try await answerIsNo()
            #expect(test.app.leaving == nil && test.app.askedToQuit == nil && screen.question == nil)
            // Nothing of the first is left that could answer the next.
            try await quit()
            try screen.tap("Quit Tandem")
            try await screen.wait(for: "the end") { $0.quits == true }
        }

        @Test(arguments: ["leaving", "closing"])
        func whatIsReadAloudOfAPrivateChatEndsWithIt(_ way: String) async throws {
            try await screen.ask("A secret", of: test)
            test.app.perform(.speakAnswer, in: try test.window)
            #expect(test.app.speech.spoken != nil)
            if way == "leaving" { try screen.select("Bread without kneading") } else { screen.closeWindow() }
            #expect(test.app.speech.spoken != nil)
            try screen.tap("Leave")
            try await screen.wait(for: "silence") { _ in test.app.speech.spoken == nil }
        }

        @Test(arguments: ["Cancel", "Leave"])
        func wordsWrittenWhileTheNextChatIsReadAreAskedAbout(_ choice: String) async throws {
            let gate = Gate()
            var services = test.services
            services.privateChats = { () async throws(EngineError) in
                await gate.pass()
                return try await LiveChatStore.temporary()
            }
            let app = AppModel(services)
            let screen = Screen(app: TandemApp(Startup(app)))
            try await screen.waitForRow("Bread without kneading")
            gate.isOpen = true
            try screen.press("n", modifiers: [.shift, .command])
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
            let window = try #require(app.openWindows.first)
            let first = window.conversation
            gate.isOpen = false
            try screen.press("n", modifiers: [.shift, .command])
            #expect(screen.question == nil)
            try screen.type("Another secret", into: "Message")
            gate.isOpen = true
            try await screen.wait(for: "the question") { $0.question == "Leave the private chat?" }
            #expect(window.conversation === first && window.composer.composer.text == "Another secret")
            try screen.tap(choice)
            await screen.settle()
            #expect((window.conversation === first) == (choice == "Cancel"))
            #expect(try screen.text(in: "Message") == (choice == "Cancel" ? "Another secret" : ""))
        }
    }
}

/// What a test holds something up with.
private final class Gate: Sendable {
    private let state = Mutex(false)

    var isOpen: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func pass() async {
        while !isOpen { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
