import Core
import EngineKit
import Foundation
import Screen
import TestHub
import Testing

@testable import Tandem

extension Live {
    /// What surrounds the chats, over the real engine.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct Around {
        private func window(_ test: LiveApp) throws -> WindowModel { try #require(test.app.openWindows.first) }

        /// Asks something for so many tokens, and waits until it is answered.
        private func ask(_ test: LiveApp, _ screen: Screen, tokens: Int) async throws -> ChatMessage {
            try screen.limitAnswers(to: tokens)
            try screen.ask("Tell me a story about a cat.")
            try await test.answered(screen)
            return try #require(try window(test).conversation.tree.last)
        }

        @Test func whoSkipsTheFirstStepsIsAnsweredAtOnceAndOffline() async throws {
            let test = try await LiveApp()
            test.app.settings.change { $0.onboarding = .welcome }
            test.app.firstRun.restart()
            let screen = test.launch()
            try screen.tap("Skip All")
            #expect(test.app.settings.settings.onboarding == .done)
            let answer = try await ask(test, screen, tokens: 12)
            #expect(!answer.text.isEmpty)
            try await screen.wait(for: "the model in memory") { _ in test.app.library.loadedFolder != nil }
            try await screen.wait(for: "the end of the work", within: .seconds(60)) { _ in
                !test.app.citizen.use.isBusy
            }
            #expect(test.mac.citizen.activities.first == "Answering")
            #expect(test.mac.citizen.activities.last == .some(nil))
            #expect(test.app.context.modelLoaded)
            let engine = test.app.services.engine
            let loaded = try await engine.memory().active
            try screen.choose("Model", "Free the Model’s Memory")
            #expect(try await engine.hasRoom(below: loaded))
        }

        @Test func theNextAnswerObeysTheSettingOfThinking() async throws {
            let test = try await LiveApp()
            let screen = test.launch()
            #expect(try await ask(test, screen, tokens: 12).thinking.isEmpty)
            try screen.press(",", modifiers: .command)
            try screen.tap("Models")
            try screen.pick("On", in: "Thinking")
            screen.closeWindow()
            try screen.choose("File", "New Chat")
            #expect(try await !ask(test, screen, tokens: 24).thinking.isEmpty)
        }

        @Test func whatHadComeAndWhatWasTypedAreThereAfterQuittingInTheMiddle() async throws {
            let home = TemporaryHome()
            var shown = ""
            do {
                let test = try await LiveApp(home)
                let screen = test.launch()
                try screen.limitAnswers(to: 100_000)
                let window = try window(test)
                try screen.ask("Tell me a story about a cat.")
                try await screen.wait(for: "some words", within: .seconds(120)) { _ in
                    window.conversation.live?.text.isEmpty == false
                }
                try screen.type("and then?", into: "Message")
                let delegate = AppDelegate()
                delegate.startup = Startup(test.app)
                #expect(delegate.applicationShouldTerminate(.shared) == .terminateLater)
                try await screen.wait(for: "the end") { _ in !window.conversation.isAnswering }
                shown = try #require(window.conversation.tree.last).text
                #expect(!shown.isEmpty)
            }
            let test = try await LiveApp(home)
            let screen = test.launch()
            try await screen.wait(for: "the chat") { $0.rows().contains { $0.contains("cat") } }
            try screen.select(try #require(screen.rows().first { $0.contains("cat") }))
            try await screen.wait(for: "what had come") { _ in
                try window(test).conversation.tree.last?.text == shown
            }
            #expect(try window(test).conversation.tree.last?.state == .cut)
            #expect(try screen.text(in: "Message") == "and then?")
        }

        @Test func aDownloadFromABadHubIsPausedResumedAndTold() async throws {
            let hub = try TestHub()
            try hub.tell("put some/model \(checkout.path)/models/pocket/target")
            try hub.tell("stall 9000000")
            let test = try await LiveApp(hub: hub.address)
            let screen = test.launch()
            try screen.press("m", modifiers: [.shift, .command])
            try screen.type("some/model", into: "Search, or owner/name")
            try screen.press(.return)
            try await screen.wait(for: "the page") { $0.dump().contains("“Download”") && $0.contains("Name") }
            try screen.tap("Download")
            try await screen.wait(for: "some of it", within: .seconds(60)) { _ in
                test.app.downloads.list.items.first.map { $0.progress.bytes >= 8 << 20 } == true
            }
            #expect(test.mac.citizen.activities == ["Downloading a model"])
            try screen.tap("Pause")
            try await screen.wait(for: "the pause") { $0.texts().contains { $0.hasPrefix("Paused at") } }
            try await screen.wait(for: "the end of the activity") { _ in test.mac.citizen.activities.last == .some(nil)
            }
            try hub.tell("behave")
            test.mac.citizen.isInFront = false
            try screen.tap("Resume")
            try await screen.wait(for: "the end", within: .seconds(60)) { $0.contains("Downloaded.") }
            try await screen.wait(for: "the note") { _ in test.mac.citizen.notes.map(\.title) == ["model"] }
            try await screen.wait(for: "the model in the list") { _ in
                test.app.library.usable.contains("some/model")
            }
        }
    }
}
