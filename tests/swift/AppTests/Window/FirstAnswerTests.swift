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
            try screen.type("Tell me a story about a cat.", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the answer to begin", within: .seconds(120)) { _ in
                test.app.openWindows.first?.conversation.tree.last?.role == .assistant
            }
            try screen.tap("Stop")
            try await screen.wait(for: "the end of the answer", within: .seconds(120)) { _ in
                test.app.openWindows.first?.conversation.isAnswering == false
            }
            #expect(screen.texts().contains("Tell me a story about a cat."))
            #expect(test.app.openWindows.first?.conversation.failure == nil)
        }
    }
}
