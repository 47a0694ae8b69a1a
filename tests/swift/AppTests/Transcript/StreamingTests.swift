import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

/// An answer as it comes.
@MainActor @Suite(.serialized)
struct StreamingTests {
    @Test func whatIsSettledIsNotEvaluatedAgainWhileMoreComes() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.text((1...50).map { "Paragraph \($0).\n\n" }.joined()))
        try await screen.wait(for: "the paragraphs") { $0.contains("Paragraph 50.") }
        let before = screen.redraws(of: BlockView.self)
        let rows = screen.redraws(of: MessageRow.self)
        let composer = screen.redraws(of: ComposerView.self)
        for word in 1...20 {
            told.tell(.text("word\(word) "))
            try await screen.wait(for: "word \(word)") { $0.texts().contains { $0.hasSuffix("word\(word)") } }
        }
        // The paragraph that grows, each time; nothing of the fifty before it.
        #expect(screen.redraws(of: BlockView.self) - before <= 21)
        #expect(screen.redraws(of: MessageRow.self) == rows)
        #expect(screen.redraws(of: ComposerView.self) == composer)
        told.end()
        try await screen.wait(for: "the end") { _ in try !test.window.conversation.isAnswering }
    }

    @Test func oneSeesWhatIsWaitedFor() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the wait") { $0.contains("Getting the model ready…") && !told.requests.isEmpty }
        told.tell(.reading(done: 30, total: 120))
        try await screen.wait(for: "the reading") { $0.contains("Reading the chat…") }
        #expect(try screen.spoken("Reading the chat…").value == "25 %")
        told.tell(.thinking("Let me see."))
        try await screen.wait(for: "the thoughts") { $0.contains("Thinking…") }
        #expect(!screen.contains("Let me see."))
        told.tell(.text("Yes."))
        try await screen.wait(for: "the text") { $0.contains("Yes.") }
        #expect(!screen.contains("Reading the chat…"))
        told.end()
        try await screen.wait(for: "the end") { $0.contains("Thought for less than a second") }
        try screen.tap("Thought for less than a second")
        #expect(screen.contains("Let me see."))
    }

    @Test func anotherAnswerComesFirst() async throws {
        let test = try await TestApp()
        _ = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("first")
        try await screen.wait(for: "the wait") { $0.contains("Getting the model ready…") }
        try screen.choose("File", "New Chat")
        try screen.ask("second")
        try await screen.wait(for: "the other wait") { $0.contains("Waiting for another answer to end…") }
    }

    @Test func whatTheUserStoppedStaysAndSaysSo() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.text("Half"))
        try await screen.wait(for: "the text") { $0.contains("Half") }
        try screen.press(.escape)
        #expect(told.stops == 1)
        try await screen.wait(for: "the end") { $0.contains("Stopped.") && $0.controls.contains("Send") }
        #expect(screen.contains("Half"))
    }

    @Test func theMenuStopsToo() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.text("Half"))
        try await screen.wait(for: "the text") { $0.contains("Half") }
        try screen.press(".", modifiers: .command)
        try await screen.wait(for: "the end") { $0.contains("Stopped.") }
    }

    @Test func aFailureSaysWhyAndItsButtonHelps() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.text("Half"))
        told.end(.failed(.test(.backend, "the computation failed", .tryAgain)))
        try await screen.wait(for: "the notice") { $0.contains("The computation failed.") }
        #expect(screen.contains("Half"))
        test.answers("Whole.")
        try screen.tap("Try Again")
        try await screen.wait(for: "the new answer") { $0.contains("Whole.") }
        #expect(!screen.contains("The computation failed."))
    }

    @Test func aChatThatIsTooLongIsAnsweredWithoutItsBeginning() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.end(.failed(.test(.promptTooLong, "the chat is too long", .shorten)))
        try await screen.wait(for: "the notice") { $0.contains("The chat is too long.") }
        try screen.tap("Leave Out the Beginning")
        try await screen.wait(for: "the second question") { _ in told.requests.count == 2 }
        #expect(told.requests.map(\.shorten) == [false, true])
    }

    @Test func aModelThatDoesNotFitIsLoadedAnyway() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let loaded = Recorded<Bool>()
        test.engine.tell { script in
            script.load = { folders, anyway throws(EngineError) in
                loaded.add(anyway)
                return LoadedModel(
                    folder: folders.target, architecture: "", context: 1, hasCompanion: false, device: "cpu",
                    weightBytes: 0)
            }
        }
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.end(.failed(.test(.doesNotFit, "the model does not fit", .loadAnyway)))
        try await screen.wait(for: "the notice") { $0.contains("The model does not fit.") }
        try screen.tap("Load Anyway")
        try await screen.wait(for: "the second question") { _ in told.requests.count == 2 }
        #expect(loaded.all == [true])
    }

    @Test func tryAgainSendsWhatCouldNotBeSent() async throws {
        let mock = MockChatStore.preview(.chat)
        mock.tell { script in
            script.add = { _, _, _ throws(EngineError) in throw .test(.chats, "the chats are busy", .tryAgain) }
        }
        var services = AppServices.preview(.chat)
        services.chats = mock
        services.settings.change { $0.onboarding = .done }
        let app = AppModel(services)
        let screen = Screen(app: TandemApp(Startup(app)))
        try await screen.waitForRow("Why the sky is blue")
        let window = try #require(app.openWindows.first)
        window.open(1)
        try await screen.wait(for: "the chat") { $0.contains("Why is the sky blue?") }
        try screen.ask("And the sea?")
        // It comes a moment before what was refused can be sent again.
        try await screen.wait(for: "the notice") { $0.contains("The chats are busy.") && window.composer.canSend }
        let added = Recorded<String>()
        mock.tell { script in
            script.add = { draft, _, _ throws(EngineError) in
                added.add(draft.text)
                return 3
            }
        }
        try screen.tap("Try Again")
        try await screen.wait(for: "the message") { _ in
            window.conversation.tree.shown.count == 3 && window.composer.composer.draft.isEmpty
        }
        #expect(added.all == ["And the sea?"])
        #expect(window.conversation.tree.branch(of: 2).count == 1)
    }

    @Test func tryAgainSaysAnewWhatCouldNotBeSaidAnew() async throws {
        let mock = MockChatStore.preview(.chat)
        let edited = Recorded<String>()
        mock.tell { script in
            script.edit = { _, text, _ throws(EngineError) in
                edited.add(text)
                throw .test(.chats, "the chats are busy", .tryAgain)
            }
        }
        var services = AppServices.preview(.chat)
        services.chats = mock
        services.settings.change { $0.onboarding = .done }
        let app = AppModel(services)
        let screen = Screen(app: TandemApp(Startup(app)))
        try await screen.waitForRow("Why the sky is blue")
        let window = try #require(app.openWindows.first)
        window.open(1)
        try await screen.wait(for: "the chat") { $0.contains("Why is the sky blue?") }
        try screen.tap("Edit")
        try screen.type("Why is it black?", into: "Message to Edit")
        try screen.tap("Send Again")
        try await screen.wait(for: "the notice") {
            $0.contains("The chats are busy.") && window.actions.edit?.canSend == true && window.conversation.canSend
        }
        #expect(try screen.text(in: "Message to Edit") == "Why is it black?")
        try screen.tap("Try Again")
        try await screen.wait(for: "another attempt") { _ in edited.all.count == 2 }
        #expect(edited.all == ["Why is it black?", "Why is it black?"] && !window.conversation.isAnswering)
    }

    @Test func tryAgainOpensTheChatThatCouldNotBeShown() async throws {
        let mock = MockChatStore.preview(.chat)
        let asked = Recorded<Int64>()
        mock.tell { script in
            script.conversation = { id throws(EngineError) in
                asked.add(id)
                throw .test(.chats, "the chats are busy", .tryAgain)
            }
        }
        var services = AppServices.preview(.chat)
        services.chats = mock
        services.settings.change { $0.onboarding = .done }
        let app = AppModel(services)
        let screen = Screen(app: TandemApp(Startup(app)))
        try await screen.waitForRow("Why the sky is blue")
        app.openWindows.first?.open(1)
        try await screen.wait(for: "the notice") { $0.contains("The chats are busy.") }
        try screen.tap("Try Again")
        try await screen.wait(for: "another attempt") { _ in asked.all == [1, 1] }
    }

    @Test func noticesLeadToWhereSomethingCanBeDone() async throws {
        let test = try await TestApp()
        _ = test.launch()
        let window = try test.window
        window.perform(ErrorNotice.Action.chooseModel)
        #expect(window.sheet == .models)
        window.perform(ErrorNotice.Action.changeSettings)
        #expect(window.sheet == .chatSettings)
        window.perform(ErrorNotice.Action.repairChats)
        #expect(window.sidebar.question == .repair)
        window.perform(ErrorNotice.Action.enterToken)
        #expect(test.app.wantedSettings == .privacy)
        window.perform(ErrorNotice.Action.fetchAgain)
        #expect(test.app.wantedChoice == .page(window.conversation.model))
        // The hub is asked only where the user wants something of it.
        window.perform(ErrorNotice.Action.chooseCompanion)
        #expect(test.app.wantedChoice == .named(window.conversation.model))
    }

    @Test func anAnswerCutAtItsLengthSaysWhatCanBeDone() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.text("Long"))
        told.end(.length)
        try await screen.wait(for: "the note") {
            $0.texts().contains { $0.hasPrefix("Cut at the longest length. Ask for the rest") }
        }
        try screen.tap("Chat Settings…")
        #expect(try test.window.sheet == .chatSettings)
    }
}

extension EngineError {
    static func test(_ kind: Kind, _ message: String, _ remedy: Remedy) -> EngineError {
        EngineError(kind: kind, message: message, detail: "", remedy: remedy)
    }
}
