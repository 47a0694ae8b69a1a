import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

@MainActor @Suite(.serialized)
struct ComposerTests {
    @Test func theKeyboardIsInTheMessageFromTheBeginningAndAfterSending() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        #expect(screen.focus == "Message")
        #expect(try test.window.focus == .text)
        for key in "hi" { try screen.press(KeyEquivalent(key)) }
        try screen.press(.return)
        try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
        #expect(try test.shown.first == "hi")
        #expect(screen.focus == "Message")
        #expect(try screen.text(in: "Message").isEmpty)
    }

    @Test func shiftReturnBreaksTheLineAndCommandReturnSends() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.type("one", into: "Message")
        try screen.press(.return, modifiers: .shift)
        try screen.press("2")
        #expect(try screen.text(in: "Message") == "one\n2")
        try screen.press(.return, modifiers: .command)
        try await screen.wait(for: "the question") { _ in try test.shown.first == "one\n2" }
    }

    @Test func tabLeavesTheMessageAndWithOptionIsWritten() async throws {
        let test = try await TestApp()
        try await test.keep("Bread without kneading")
        let screen = test.launch()
        try await screen.waitForRow("Bread without kneading")
        for modifiers in [EventModifiers(), .shift] {
            try screen.click(into: "Message")
            try screen.press(.tab, modifiers: modifiers)
            #expect(screen.focus != "Message")
            #expect(try screen.text(in: "Message").isEmpty)
        }
        try screen.click(into: "Message")
        try screen.press(.tab, modifiers: .option)
        #expect(try screen.text(in: "Message") == "\t" && screen.focus == "Message")
    }

    @Test func anExampleStandsBehindWhatIsWritten() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let example = ExampleQuestions.all[0]
        try screen.type("My own words.", into: "Message")
        try screen.tap(example)
        #expect(try screen.text(in: "Message") == "My own words.\n\n" + example)
        try screen.type("", into: "Message")
        try screen.tap(example)
        #expect(try screen.text(in: "Message") == example)
    }

    @Test func whatCannotBeKeptIsTold() async throws {
        var services = AppServices.preview(.chat)
        services.drafts = DraftStore(FullDisk())
        services.settings.change { $0.onboarding = .done }
        let app = AppModel(services)
        let screen = Screen(app: TandemApp(Startup(app)))
        try await screen.waitForRow("Why the sky is blue")
        try screen.type("A thought", into: "Message")
        app.drafts.write()
        try await screen.wait(for: "the news") { $0.question == ComposerWords.draftsNotKept }
    }

    @Test func returnBreaksTheLineWhereTheUserWantsThat() async throws {
        let test = try await TestApp { $0.sendKey = .commandReturn }
        let screen = test.launch()
        try screen.type("one", into: "Message")
        try screen.press(.return)
        #expect(try screen.text(in: "Message") == "one\n")
        test.app.settings.change { $0.sendKey = .return }
        _ = screen.texts()
        try screen.press(.return)
        try await screen.wait(for: "the question") { _ in try test.shown.first == "one\n" }
    }

    @Test func returnInACompositionBelongsToTheInputMethod() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.compose("にほん", in: "Message")
        #expect(try screen.text(in: "Message") == "にほん")
        try screen.press(.return)
        #expect(try test.shown.isEmpty)
        #expect(try screen.text(in: "Message") == "にほん")
        try screen.press(.return)
        try await screen.wait(for: "the question") { _ in try test.shown.first == "にほん" }
    }

    @Test func escapeInACompositionBelongsToTheInputMethodToo() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        try screen.compose("か", in: "Message")
        try screen.press(.escape)
        #expect(try screen.text(in: "Message").isEmpty)
        #expect(told.stops == 0)
    }

    @Test func textIsPastedWhereTheCursorIs() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.type("see ", into: "Message")
        try screen.paste("this", into: "Message")
        #expect(try screen.text(in: "Message") == "see this")
        try screen.paste(String(repeating: "x", count: Composer.longestText), into: "Message")
        #expect(try screen.text(in: "Message") == "see this")
        #expect(screen.texts().contains { $0.contains("Add it as a file.") })
        try screen.tap("Dismiss")
        #expect(!screen.texts().contains { $0.contains("Add it as a file.") })
    }

    @Test func filesArePastedDroppedChosenAndTakenAway() async throws {
        let test = try await TestApp()
        let folder = FileManager.default.temporaryDirectory.appending(path: "chips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try ["a.txt", "b.md", "c.swift"].map { name in
            let url = folder.appending(path: name)
            try Data("content of \(name)".utf8).write(to: url)
            return url
        }
        let screen = test.launch()
        try screen.paste(files: [files[0]], into: "Message")
        try await screen.drop([files[1]], onto: "Chat")
        try screen.tap("Attach Files…")
        try screen.chooseFiles([files[2]])
        for name in ["a.txt", "b.md", "c.swift"] { #expect(screen.contains(name)) }
        try screen.tap("Remove b.md")
        #expect(!screen.contains("b.md"))
        try await screen.wait(for: "the files") { $0.controls.contains("Send") && !$0.isDisabled("Send") }
        try screen.tap("Send")
        try await screen.wait(for: "the question") { _ in
            try test.window.conversation.tree.shown.first?.attachments.map(\.name) == ["a.txt", "c.swift"]
        }
        #expect(screen.contains("a.txt"))
    }

    @Test func textIsDroppedIntoTheMessage() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.drop(["dropped"], onto: "Chat")
        #expect(try screen.text(in: "Message") == "dropped")
        let page = try #require(URL(string: "https://example.org/x"))
        try await screen.drop([page], onto: "Chat")
        #expect(try screen.text(in: "Message") == "droppedhttps://example.org/x")
    }

    @Test func whatCannotBeReadSaysSo() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.paste(files: [URL(fileURLWithPath: "/nowhere/at all.txt")], into: "Message")
        try await screen.wait(for: "the notice") { $0.controls.contains("Dismiss") }
        #expect(!screen.contains("at all.txt"))
    }

    @Test func eachChatKeepsItsDraft() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("first", of: test)
        try screen.type("half a thought", into: "Message")
        try screen.choose("File", "New Chat")
        #expect(try screen.text(in: "Message").isEmpty)
        try screen.type("another", into: "Message")
        try screen.select("first")
        try await screen.wait(for: "the draft") { try $0.text(in: "Message") == "half a thought" }
    }

    @Test func theModelIsSwitchedForTheNextQuestion() async throws {
        let test = try await TestApp()
        test.models.tell { script in
            script.list = { () throws(EngineError) in
                ModelListing(models: [InstalledModel(name: "org/Qwen3.5-4B", folder: "/q")], notices: [])
            }
        }
        let screen = test.launch()
        await test.app.begin()
        try screen.choose("Answering Model", "Qwen3.5-4B")
        try await screen.wait(for: "the switch") { _ in try test.window.conversation.model == "org/Qwen3.5-4B" }
        #expect(try screen.spoken("Answering Model").value == "Qwen3.5-4B")
        try await screen.ask("go", of: test)
        #expect(try test.window.conversation.tree.last?.model == "org/Qwen3.5-4B")
        #expect(screen.contains("Qwen3.5-4B"))
    }

    @Test func thinkingIsSwitchedForThisChat() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.pick("Thinks First", in: "Thinking")
        try await screen.wait(for: "the switch") { _ in try test.window.conversation.parameters.thinking == .on }
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        guard case .chat(_, _, true)? = told.requests.first?.prompt else {
            Issue.record("it was not asked to think")
            return
        }
    }

    @Test func theGaugeMaySayOverAHundred() async throws {
        let test = try await TestApp()
        var services = test.services
        services.meter = {
            var reading = LiveReading()
            reading.context = 100
            return reading
        }
        let screen = Screen(app: TandemApp(Startup(AppModel(services))))
        #expect(try screen.spoken("Context").value == "0 %")
        try screen.type(String(repeating: "word ", count: 200), into: "Message")
        #expect(try screen.spoken("Context").value == "250 %")
        try screen.tap("Context")
        #expect(screen.texts().contains { $0.contains("The first messages would be left out") })
    }

    @Test func aPrivateChatSaysSoAndKeepsNothing() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.choose("File", "New Private Chat")
        try await screen.wait(for: "the private chat") { $0.contains("Message that is not kept") }
        #expect(screen.texts().contains { $0.hasPrefix("This chat is private") })
        try await screen.drop(["secret"], onto: "Chat")
        #expect(try screen.text(in: "Message") == "secret")
        try await screen.ask("a secret", of: test)
        #expect(try await test.chats.list(.all, skip: 0, limit: 10).isEmpty)
        #expect(test.app.drafts.drafts == Drafts())
    }

    @Test func anEmptyChatTellsWhoAnswersAndOffersSomethingToAsk() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        #expect(screen.texts().contains { $0.hasPrefix("The built-in model answers. It is tiny") })
        let question = ExampleQuestions.all[0]
        try screen.tap(question)
        #expect(try screen.text(in: "Message") == question)
        #expect(screen.focus == "Message")
        try screen.tap("Choose Another Model…")
        #expect(try test.window.sheet == .models)
    }
}

extension Screen {
    func isDisabled(_ name: String) -> Bool { spoken().contains { $0.label == name && !$0.isEnabled } }
}

private struct FullDisk: DocumentKeeping {
    func read() -> Data? { nil }
    func write(_ data: Data) throws { throw CocoaError(.fileWriteOutOfSpace) }
    func setAside() {}
}
