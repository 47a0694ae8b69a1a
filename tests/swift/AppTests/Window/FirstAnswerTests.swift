import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

@MainActor
struct FirstAnswerTests {
    @Test func whatIsAskedIsAnsweredAndTheChatStandsInTheSidebar() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.type("Why is the sky blue?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
        try await screen.wait(for: "the chat in the sidebar") { $0.texts().count { $0 == "Why is the sky blue?" } >= 2 }
        #expect(try screen.text(in: "Message").isEmpty)
    }
}

extension Live {
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct FirstAnswer {
        @Test func theBuiltInModelAnswersAtOnce() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            try screen.ask("Tell me a story about a cat.")
            let window = try #require(test.app.openWindows.first)
            try await screen.wait(for: "words on the screen", within: .seconds(240)) { screen in
                let words = window.conversation.live?.text.prefix { $0.isLetter } ?? ""
                return !words.isEmpty && screen.texts().contains { $0.hasPrefix(words) }
            }
            try screen.tap("Stop")
            let answer = try await test.answered(screen)
            #expect(!answer.isEmpty && screen.contains("Tell me a story about a cat."))
            #expect(screen.contains("Stopped.") && screen.controls.contains("Statistics of the answer"))
        }
    }
}
