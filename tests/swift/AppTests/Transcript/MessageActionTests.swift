import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

/// What is done with messages.
@MainActor @Suite(.serialized)
struct MessageActionTests {
    private func answered(_ text: String = "It is **blue**.\n\n- sky\n- sea") async throws -> (TestApp, Screen) {
        let test = try await TestApp()
        test.answers(text)
        let screen = test.launch()
        try await screen.ask("which color?", of: test)
        return (test, screen)
    }

    @Test func anAnswerIsCopiedPlainAndAsMarkdown() async throws {
        let (test, screen) = try await answered()
        try screen.tap("Copy", near: "sky")
        try screen.tap("Copy as Markdown")
        #expect(test.mac.pasteboard.texts == ["It is blue.\n\n• sky\n• sea", "It is **blue**.\n\n- sky\n- sea"])
    }

    @Test func whatIsHeldLongerThanItsWindowDoesNoHarm() async throws {
        let test = try await TestApp()
        var window: WindowModel? = WindowModel(test.app)
        let actions = try #require(window?.actions)
        window = nil
        #expect(actions.window == nil)
        actions.putEditAside()
        actions.editLast()
        actions.leave()
        actions.copyConversation()
        actions.forgetSteps()
        #expect(!actions.isSpeaking && !actions.thinkingIsShown && !actions.hasEdit)
    }

    @Test func theCommandsCopyAnswerAndChat() async throws {
        let (test, screen) = try await answered()
        test.app.perform(.copyAnswer, in: try test.window)
        #expect(test.mac.pasteboard.texts == ["It is blue.\n\n• sky\n• sea"])
        test.app.perform(.copyConversation, in: try test.window)
        try await screen.wait(for: "the copy") { _ in test.mac.pasteboard.texts.count == 2 }
        #expect(test.mac.pasteboard.texts[1].contains("which color?"))
        #expect(test.mac.pasteboard.texts[1].contains("**blue**"))
    }

    @Test func whatIsCopiedAndReadAloudIsWhatIsSeen() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("which color?", of: test)
        let told = test.toldAnswers()
        try screen.ask("and then?")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        // Nothing has come yet: what was said before is the last answer.
        test.app.perform(.copyAnswer, in: try test.window)
        #expect(test.mac.pasteboard.texts == ["Because air scatters blue light."])
        told.tell(.text("First.\n\nThen half"))
        try await screen.wait(for: "half of it") { $0.contains("Then half") }
        test.app.perform(.copyAnswer, in: try test.window)
        #expect(test.mac.pasteboard.texts.last == "First.\n\nThen half")
        test.app.perform(.speakAnswer, in: try test.window)
        #expect(test.mac.speaker.spoken == ["First.\nThen half"])
        told.end()
        try await screen.wait(for: "the end") { $0.controls.contains("Send") }
        // One that failed before its first word puts nothing over what was copied.
        try screen.ask("go on")
        try await screen.wait(for: "the question to arrive") { _ in told.requests.count == 2 }
        told.end(.failed(.test(.backend, "the computation failed", .tryAgain)))
        try await screen.wait(for: "the failure") { $0.contains("The computation failed.") }
        test.app.perform(.copyAnswer, in: try test.window)
        #expect(test.mac.pasteboard.texts.last == "First.\n\nThen half")
    }

    @Test func voiceOverAndTheMenuOnAMessageOfferTheSame() async throws {
        let (test, screen) = try await answered()
        try screen.choose("Copy as Markdown", inMenuOf: "It is blue.")
        try screen.perform("Copy as Markdown", on: "Built-in model")
        #expect(test.mac.pasteboard.texts.count == 2)
        try screen.perform("Edit", on: "You")
        #expect(screen.controls.contains("Send Again"))
    }

    @Test func anAnswerIsReadAloudUntilItIsStopped() async throws {
        let (test, screen) = try await answered("Look:\n\n```\nx = 1\n```\n\nDone.")
        try screen.tap("Speak")
        #expect(test.mac.speaker.spoken == ["Look:\nHere is a piece of code.\nDone."])
        try screen.tap("Stop Speaking")
        #expect(screen.controls.contains("Speak"))
        test.app.perform(.speakAnswer, in: try test.window)
        #expect(test.mac.speaker.spoken.count == 2)
        test.mac.speaker.stop()
        #expect(screen.controls.contains("Speak"))
    }

    @Test func aQuestionIsSaidAnewAndBothVersionsStay() async throws {
        let (test, screen) = try await answered("Blue.")
        test.answers("Red.")
        try screen.tap("Edit")
        #expect(try screen.text(in: "Message to Edit") == "which color?")
        #expect(screen.focus == "Message to Edit")
        try screen.type("which other color?", into: "Message to Edit")
        try screen.press(.return)
        try await screen.wait(for: "the other answer") {
            $0.contains("Red.") && $0.contains("2/2") && $0.controls.contains("Send")
        }
        #expect(try test.shown == ["which other color?", "Red."])
        #expect(!screen.controls.contains("Send Again"))
        try screen.tap("Previous Version")
        try await screen.wait(for: "the first version") { $0.contains("1/2") }
        #expect(try test.shown == ["which color?", "Blue."])
        try screen.press("]", modifiers: .command)
        try await screen.wait(for: "the second version") { $0.contains("2/2") }
        #expect(try screen.spoken("Version 2 of 2").role == "text")
    }

    @Test func tabLeavesTheEditor() async throws {
        let (_, screen) = try await answered("Blue.")
        try screen.tap("Edit")
        try screen.press(.tab)
        #expect(screen.focus != "Message to Edit")
        #expect(try screen.text(in: "Message to Edit") == "which color?")
    }

    @Test func editingIsGivenUpByEscape() async throws {
        let (test, screen) = try await answered("Blue.")
        test.app.perform(.editLastMessage, in: try test.window)
        try screen.type("something else", into: "Message to Edit")
        try screen.press(.escape)
        #expect(!screen.controls.contains("Send Again"))
        #expect(try test.shown == ["which color?", "Blue."])
        #expect(screen.focus == "Message")
    }

    @Test func whatCannotBeKeptStaysInTheEditor() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("which color?", of: test)
        try screen.tap("Edit")
        let window = try test.window
        window.actions.edit?.text = String(repeating: "x", count: Composer.longestText + 1)
        #expect(throws: ScreenError.self) { try screen.tap("Send Again") }
        #expect(screen.controls.contains("Cancel"))
    }

    @Test func aQuestionIsAnsweredAgain() async throws {
        let (test, screen) = try await answered("Blue.")
        test.answers("Azure.")
        try screen.tap("Answer Again")
        try await screen.wait(for: "the other answer") { $0.contains("Azure.") && $0.contains("2/2") }
        try await screen.wait(for: "the end") { $0.controls.contains("Send") }
        test.answers("Cyan.")
        try screen.press("r", modifiers: .command)
        try await screen.wait(for: "the third answer") {
            $0.contains("Cyan.") && $0.contains("3/3") && $0.controls.contains("Send")
        }
        #expect(try test.shown == ["which color?", "Cyan."])
    }

    @Test(arguments: [(12.5, "Thought for 12 seconds"), (nil, "Thoughts")] as [(Double?, String)])
    func thoughtsOfAKeptAnswerHaveTheTimeThatWasKept(_ seconds: Double?, _ title: String) async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.thinking("Hm."), .text("Yes."))
        told.end(thinking: seconds)
        try await screen.wait(for: "the end") { $0.controls.contains("Send") }
        let app = AppModel(test.services)
        let again = Screen(app: TandemApp(Startup(app)))
        try await again.wait(for: "the sidebar") { $0.rows().contains("go") }
        try again.select("go")
        try await again.wait(for: "the chat") { $0.contains(title) }
        #expect(again.texts().count { $0.hasPrefix("Thought") } == 1)
        try again.tap(title)
        #expect(again.contains("Hm."))
        try again.choose("View", "Collapse Thinking")
        #expect(!again.contains("Hm."))
    }

    @Test func whatIsWrittenAnewIsThereAgainUntilItIsThrownAway() async throws {
        let test = try await TestApp()
        try await test.keep("Bread without kneading")
        let screen = test.launch()
        try await screen.ask("which color?", of: test)
        let chat = try #require(try test.window.shownChat)
        try screen.tap("Edit")
        try screen.type("which other color?", into: "Message to Edit")
        try screen.select("Bread without kneading")
        try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
        #expect(!screen.controls.contains("Send Again"))
        try test.window.open(chat)
        try await screen.wait(for: "the editor") { $0.controls.contains("Send Again") }
        #expect(try screen.text(in: "Message to Edit") == "which other color?")
        // Escape closes it and throws nothing away.
        try screen.press(.escape)
        #expect(!screen.controls.contains("Send Again"))
        try screen.tap("Edit")
        #expect(try screen.text(in: "Message to Edit") == "which other color?")
        // Another start of the app.
        test.app.drafts.write()
        let drafts = DraftStore(test.draftFile)
        #expect(EditDrafts(drafts).messages(in: chat).count == 1)
        try screen.tap("Cancel")
        try screen.tap("Edit")
        #expect(try screen.text(in: "Message to Edit") == "which color?")
    }

    @Test func whatWasSaidAnewIsNotOfferedAgain() async throws {
        let (test, screen) = try await answered("Blue.")
        try screen.tap("Edit")
        try screen.type("which other color?", into: "Message to Edit")
        try screen.tap("Send Again")
        try await screen.wait(for: "the other version") { $0.contains("2/2") && $0.controls.contains("Send") }
        try screen.tap("Previous Version")
        try await screen.wait(for: "the first version") { $0.contains("1/2") && !$0.isDisabled("Edit") }
        try screen.tap("Edit")
        #expect(try screen.text(in: "Message to Edit") == "which color?")
        #expect(try test.shown.first == "which color?")
    }
}
