import Core
import EngineKit
import Foundation
import Testing

/// The app's decisions over the real engine with the built-in model.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
final class LiveCoreTests {
    private let home: URL
    private let engine: LiveEngine
    private let models: LiveModelLibrary
    private let chats: LiveChatStore
    private let conversations: Conversations

    init() async throws {
        home = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        var settings = EngineSettings()
        settings.home = home.path
        settings.modelsFolder = home.appendingPathComponent("models").path
        engine = try await LiveEngine(settings)
        models = engine.models()
        chats = try await engine.chats()
        conversations = Conversations(
            ConversationServices(chats: chats, engine: engine, models: models, settings: { Settings() }))
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    private func chat(tokens: UInt64, speculate: SpeculationChoice = .auto) async -> ConversationStore {
        let store = conversations.begin()
        var parameters = ChatParameters()
        parameters[.maxTokens] = tokens
        parameters[.temperature] = 0
        parameters.speculation = speculate
        await store.setParameters(parameters)
        return store
    }

    private func idle(_ store: ConversationStore) async throws {
        while store.isAnswering { try await Task.sleep(for: .milliseconds(5)) }
        if let failure = store.failure { throw failure.error }
    }

    private func kept(_ store: ConversationStore) async throws -> [ChatMessage] {
        let id = try #require(store.chat?.id)
        return ConversationTree(try await chats.conversation(id).messages).shown
    }

    private func facts(_ store: ConversationStore) async throws -> AnswerFacts {
        let statistics = try #require(try await kept(store).last?.statistics)
        return try #require(AnswerFacts(kept: statistics))
    }

    @Test func aChatIsAnsweredEditedAndBranchedWithTheCompanionDrafting() async throws {
        let store = await chat(tokens: 48, speculate: .depth(2))
        #expect(await store.send(MessageDraft(text: "Tell me a story about a cat.")))
        try await idle(store)
        let first = try #require(store.tree.last)
        #expect(!first.text.isEmpty && store.tree.shown == store.tree.shown.filter { $0.state == .complete })
        #expect(try await kept(store).map(\.text) == store.tree.shown.map(\.text))
        let facts = try await facts(store)
        #expect(facts.speculates && facts.accepted > 0 && facts.tokens > 0 && store.contextUsed == facts.context)
        #expect(AnswerSummary(facts).line.contains("tokens a round"))
        #expect(SpeculationStatus(facts).kind == .active || SpeculationStatus(facts).kind == .losing)

        store.regenerate(first.id)
        try await idle(store)
        #expect(store.tree.branch(of: try #require(store.tree.path.last)).text == "2/2")
        #expect(await store.edit(store.tree.path[0], to: "Tell me a story about a dog."))
        try await idle(store)
        #expect(store.tree.branch(of: store.tree.path[0]).text == "2/2")
        await store.showVersion(-1, of: store.tree.path[0])
        #expect(store.tree.shown.first?.text == "Tell me a story about a cat.")
        #expect(try await kept(store).map(\.id) == store.tree.path)
    }

    @Test func theBuiltInModelIsMeasuredAndWhatWasFoundIsKept() async throws {
        let settings = SettingsStore(DocumentFile(home.appendingPathComponent("settings.json")))
        let store = MeasureStore(engine: engine, models: models, settings: settings)
        (store.plan.promptTokens, store.plan.generate) = (16, 12)
        (store.plan.depths, store.plan.repetitions) = ([0, 2], 1)
        store.ask(ModelNames.builtIn)
        store.start()
        while store.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        guard case .done(let measured) = store.state else {
            Issue.record("\(store.state)")
            return
        }
        #expect(measured.rows.map(\.depth) == [0, 2] && measured.rows[0].gain == 1 && measured.rows[1].gain != nil)
        #expect(measured.rows[1].acceptedByPosition.count == 2 && measured.rowsCost.count >= 3)
        #expect(measured.rowsCost[0].cost == 1 && measured.verdict != .unknown)
        #expect(store.measured?.isUsed == true)
        let read = SettingsStore(DocumentFile(home.appendingPathComponent("settings.json")))
        #expect(read.settings.measured[ModelNames.builtIn] == settings.settings.measured[ModelNames.builtIn])
        #expect(read.settings.measured[ModelNames.builtIn]?.isUsed == true)
    }

    @Test func aMessageIsDeletedWithWhatFollowsAndComesBackInTheRealStore() async throws {
        let store = await chat(tokens: 8)
        #expect(await store.send(MessageDraft(text: "Tell me about owls.")))
        try await idle(store)
        let before = store.tree.path
        #expect(store.drafted.keys.allSatisfy(before.contains))
        #expect(await store.delete(before[0]))
        #expect(try await kept(store).isEmpty && store.tree.path.isEmpty)
        #expect(try await chats.search("owls", limit: 5).isEmpty)
        #expect(await store.undoDelete())
        #expect(try await kept(store).map(\.id) == before && store.tree.path == before)
        #expect(try await chats.search("owls", limit: 5).isEmpty == false)
    }

    @Test func anAnswerIsStoppedInTheMiddleAndTheNextOneComes() async throws {
        let store = await chat(tokens: 100_000)
        _ = await store.send(MessageDraft(text: "Tell me a story about a cat."))
        while store.live?.text.isEmpty == true { try await Task.sleep(for: .milliseconds(2)) }
        store.stop()
        try await idle(store)
        let half = try #require(try await kept(store).last)
        #expect(!half.text.isEmpty && half.text == store.tree.last?.text && half.state == .complete)
        #expect(half.finishReason == "cancelled" && half.statistics?.contains("tokens_per_round") == true)
        var parameters = store.parameters
        parameters[.maxTokens] = 8
        await store.setParameters(parameters)
        #expect(await store.send(MessageDraft(text: "And then?")))
        try await idle(store)
        #expect(try await kept(store).count == 4)
    }

    /// Why the companion did not draft comes from the engine, kept or fresh.
    @Test func whyNothingIsDraftedIsUnderstood() async throws {
        let store = await chat(tokens: 8, speculate: .off)
        _ = await store.send(MessageDraft(text: "Hello."))
        try await idle(store)
        #expect(SpeculationStatus(try await facts(store)).kind == .switchedOff)
        var request = AnswerRequest(model: try await models.folders(of: "pocket"), prompt: .raw("Hello"))
        request.maxTokens = 8
        request.model.companion = .none
        var account: AnswerAccount?
        for try await step in engine.answer(request) { if case .ended(let ended) = step { account = ended } }
        #expect(SpeculationStatus(AnswerFacts(try #require(account))).kind == .noCompanion)
    }

    @Test func quittingInTheMiddleKeepsWhatHasCome() async throws {
        let store = await chat(tokens: 100_000)
        _ = await store.send(MessageDraft(text: "Tell me a story about a cat."))
        while store.live?.text.isEmpty == true { try await Task.sleep(for: .milliseconds(2)) }
        await conversations.quit()
        let half = try #require(try await kept(store).last)
        #expect(half.state == .cut && !half.text.isEmpty)
    }

    @Test func aQuestionFromOutsideIsAnsweredInTimeOrInPart() async throws {
        let service = AskService(engine: engine, models: models) { "pocket" }
        var request = AskRequest(.shortcut, prompt: "Tell me a story about a cat.")
        request.maxTokens = 16
        guard case .answered(let whole) = await service.ask(request) else {
            Issue.record("no answer")
            return
        }
        #expect(!whole.text.isEmpty && whole.account != nil)
        request.maxTokens = nil
        request.longestAnswer = 20
        guard case .answered(let short) = await service.ask(request) else {
            Issue.record("no answer")
            return
        }
        #expect(short.text.count <= 20 && short.ending == .length)
        request.longestAnswer = nil
        request.maxTokens = 100_000
        request.deadline = .milliseconds(1)
        #expect(await service.ask(request) == .refused(.nothingInTime))
    }
}
