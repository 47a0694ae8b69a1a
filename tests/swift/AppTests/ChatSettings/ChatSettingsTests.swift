import Core
import EngineKit
import Screen
import SwiftUI
import Testing

@testable import Tandem

@MainActor
struct ChatSettingsTests {
    private func opened() async throws -> (TestApp, Screen) {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.press("i", modifiers: .command)
        return (test, screen)
    }

    private func conversation(_ test: TestApp) throws -> ConversationStore {
        try #require(test.app.openWindows.first?.conversation)
    }

    @Test func whatIsSetBeforeTheFirstMessageIsAskedForWithIt() async throws {
        let (test, screen) = try await opened()
        let answers = test.answersAsTold()
        try screen.type("Be brief.", into: "System prompt")
        try screen.tap("Temperature: the model’s own")
        try screen.type("0,5", into: "Temperature")
        try screen.tap("Longest answer: the model’s own")
        try screen.type("30", into: "Longest answer")
        try screen.pick("On", in: "Thinking")
        try screen.pick("2 drafts a round", in: "Drafting")
        try screen.tap("Done")
        #expect(throws: ScreenError.self) { try screen.text(in: "System prompt") }
        try screen.type("Why?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the question to be asked") { _ in !answers.requests.isEmpty }
        let request = try #require(answers.requests.first)
        #expect(request.sampling.temperature == 0.5 && request.maxTokens == 30 && request.speculate == .depth(2))
        guard case .chat(let messages, _, let thinking) = request.prompt else { return }
        #expect(messages.contains("Be brief.") && thinking == true)
        let chat = try #require(test.app.openWindows.first?.shownChat)
        #expect(try await test.chats.chat(chat).systemPrompt == "Be brief.")
    }

    @Test func whatIsChangedLaterIsOnTheDiskWhenTheSheetIsClosed() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.type("Why?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
        let chat = try #require(test.app.openWindows.first?.shownChat)
        try screen.press("i", modifiers: .command)
        try screen.type("Be kind.", into: "System prompt")
        try screen.tap("Done")
        let conversation = try conversation(test)
        try await screen.wait(for: "the prompt to be kept") { _ in conversation.systemPrompt == "Be kind." }
        #expect(try await test.chats.chat(chat).systemPrompt == "Be kind.")
        try screen.press("i", modifiers: .command)
        #expect(try screen.text(in: "System prompt") == "Be kind.")
    }

    @Test(arguments: ["a note", "a new chat"])
    func theyCloseAndAreKeptWhenAnotherChatIsShown(_ way: String) async throws {
        let (test, screen) = try await opened()
        let chat = try await test.keep("Bread without kneading")
        try screen.type("Be brief.", into: "System prompt")
        // At once: before a moment has passed, after which they are kept.
        let first = try conversation(test)
        if way == "a note" {
            test.app.open(UserNote.Target.chat(chat))
            try await screen.wait(for: "the chat") { _ in test.app.openWindows.first?.shownChat == chat }
            #expect(test.app.drafts.drafts[.chat(chat)].isEmpty)
        }
        test.app.openWindows.first?.newChat()
        try await screen.wait(for: "the new chat") { _ in
            let shown = test.app.openWindows.first?.conversation
            return shown !== first && shown?.chat == nil
        }
        #expect(test.app.openWindows.first?.sheet == nil)
        #expect(try conversation(test).systemPrompt == "Be brief.")
        #expect(try await test.chats.chat(chat).systemPrompt.isEmpty)
    }

    @Test func whatCannotBeIsSaidAndNotUsed() async throws {
        let (test, screen) = try await opened()
        try screen.tap("Top P: the model’s own")
        #expect(try screen.text(in: "Top P") == "0.95")
        try screen.type("2", into: "Top P")
        #expect(screen.contains("From 0.001 to 1."))
        try screen.type("much", into: "Top P")
        #expect(screen.contains("That is no number.") && !screen.contains("From 0.001 to 1."))
        try screen.tap("Top P: the model’s own")
        #expect(!screen.contains("That is no number."))
        #expect(throws: ScreenError.self) { try screen.text(in: "Top P") }
        try screen.tap("Done")
        await screen.settle()
        #expect(try conversation(test).parameters[.topP] == nil)
    }

    @Test func resettingLeavesThePrompt() async throws {
        let (test, screen) = try await opened()
        try screen.type("Be brief.", into: "System prompt")
        try screen.pick("Off", in: "Drafting")
        #expect(screen.contains("The model makes every token alone."))
        try screen.tap("Seed: the model’s own")
        try screen.tap("Reset")
        #expect(throws: ScreenError.self) { try screen.text(in: "Seed") }
        #expect(!screen.contains("The model makes every token alone."))
        try screen.tap("Done")
        let conversation = try conversation(test)
        try await screen.wait(for: "the prompt") { _ in conversation.systemPrompt == "Be brief." }
        #expect(conversation.parameters.json == "{}")
    }

    @Test func presetsAreSavedReplacedUsedAndDeleted() async throws {
        let (test, screen) = try await opened()
        try screen.type("Be brief.", into: "System prompt")
        try screen.choose("Presets", "Save as Preset…")
        try screen.type("Short", into: "Name")
        try screen.tap("Save")
        try await screen.wait(for: "the preset") { try $0.items(of: "Presets").contains("Short") }
        try screen.type("Be very brief.", into: "System prompt")
        try screen.choose("Presets", "Save as Preset…")
        try screen.type("Short", into: "Name")
        try screen.tap("Save")
        #expect(screen.contains("What it held is lost. Chats that used it keep their settings."))
        try screen.tap("Replace")
        var presets = try await test.chats.presets()
        while presets.first?.systemPrompt != "Be very brief." {
            await screen.settle()
            presets = try await test.chats.presets()
        }
        await screen.settle()
        try screen.type("Be wild.", into: "System prompt")
        try screen.choose("Presets", "Short")
        try await screen.wait(for: "the preset’s prompt") { try $0.text(in: "System prompt") == "Be very brief." }
        try screen.choose("Presets", "Delete Preset", "Short")
        try screen.tap("Delete")
        try await screen.wait(for: "the preset to go") { try !$0.items(of: "Presets").contains("Short") }
        #expect(try await test.chats.presets().isEmpty)
    }

    @Test func aPrivateChatKeepsItsPromptToItselfAndItsPresetsForAll() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        test.app.openWindows.first?.newPrivateChat()
        try await screen.wait(for: "the private chat") { _ in test.app.openWindows.first?.isPrivate == true }
        try screen.press("i", modifiers: .command)
        try screen.type("Be secret.", into: "System prompt")
        try screen.choose("Presets", "Save as Preset…")
        try screen.type("Mine", into: "Name")
        try screen.tap("Save")
        try await screen.wait(for: "the preset") { try $0.items(of: "Presets").contains("Mine") }
        try screen.tap("Done")
        let conversation = try conversation(test)
        try await screen.wait(for: "the prompt") { _ in conversation.systemPrompt == "Be secret." }
        #expect(try await test.chats.presets().map(\.name) == ["Mine"])
    }
}
