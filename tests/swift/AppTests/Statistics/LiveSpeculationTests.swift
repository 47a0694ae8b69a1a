import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

extension Live {
    /// Speculation as the real engine tells of it, and what is set for a chat as it obeys.
    @MainActor @Suite(.timeLimit(.minutes(10)))
    struct Speculation {
        private func ask(_ question: String, _ test: LiveApp, _ screen: Screen) async throws -> AnswerFacts {
            let window = try #require(test.app.openWindows.first)
            let before = window.conversation.tree.shown.count
            try screen.type(question, into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the end of the answer", within: .seconds(240)) { _ in
                window.conversation.tree.shown.count == before + 2 && !window.conversation.isAnswering
            }
            let json = try #require(window.conversation.tree.last?.statistics)
            return try #require(AnswerFacts(kept: json))
        }

        @Test func anAnswerWithDraftsTellsWhatTheyBrought() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            try screen.limitAnswers(to: 48)
            let facts = try await ask("Tell me a story about a cat.", test, screen)
            #expect(facts.speculates && facts.rounds > 0 && facts.tokensPerRound >= 1 && facts.gain != nil)
            #expect(screen.texts().contains { $0.contains("tokens a round") && $0.contains("× plain") })
            // The strip has the engine's own rounds.
            try await screen.wait(for: "the rounds") { _ in !screen.marks().filter { $0.hasPrefix("point: ") }.isEmpty }
            #expect(test.app.openWindows.first?.conversation.rounds.count == facts.rounds)
            try screen.tap("Statistics of the answer")
            #expect(screen.contains("Compared with plain decoding") && screen.contains("Accepted by position"))
            #expect(screen.texts().contains { $0.hasPrefix("The companion") })
        }

        @Test func whereDraftingIsOffTheButtonHasTheNextAnswerDrafted() async throws {
            let test = try await LiveApp()
            test.app.settings.change { $0.speculation = .off }
            let screen = test.launch()
            try screen.limitAnswers(to: 24)
            let plain = try await ask("Tell me a story about a cat.", test, screen)
            #expect(!plain.speculates)
            #expect(screen.texts().contains { $0.hasPrefix("Drafting is switched off") })
            try screen.tap("Switch Drafting On")
            try await screen.wait(for: "the change") {
                $0.texts().contains { $0.contains("It is on for the next one") }
            }
            let drafted = try await ask("And one about a dog.", test, screen)
            #expect(drafted.cause != .switchedOff)
        }

        @Test func whatTheSheetSetsTheNextAnswerObeys() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            try screen.limitAnswers(to: 12, prompt: "You are a pirate and speak like one.")
            let facts = try await ask("Tell me a story about a cat.", test, screen)
            #expect(facts.tokens == 12 && facts.ending == "length")
            let chat = try #require(test.app.openWindows.first?.shownChat)
            #expect(try await test.app.services.chats.prompt(of: chat, to: nil).contains("pirate"))
            let with = facts.promptTokens
            try screen.press("n", modifiers: .command)
            try screen.limitAnswers(to: 9)
            let without = try await ask("Tell me a story about a cat.", test, screen)
            #expect(without.tokens == 9 && without.promptTokens < with)
        }
    }
}
