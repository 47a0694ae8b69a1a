import EngineKit
import Foundation
import Testing

/// The real engine with the built-in model.
@Suite(.serialized)
final class LiveEngineTests: Sendable {
    let home: URL

    init() throws {
        home = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    private func engine(_ change: (inout EngineSettings) -> Void = { _ in }) async throws -> LiveEngine {
        var settings = EngineSettings()
        settings.home = home.path
        settings.modelsFolder = home.appendingPathComponent("models").path
        change(&settings)
        return try await LiveEngine(settings)
    }

    private func question(_ engine: LiveEngine, tokens: UInt64) async throws -> AnswerRequest {
        var request = AnswerRequest(
            model: try await engine.models().folders(of: "pocket"),
            prompt: .chat(messages: #"[{"role": "user", "content": "Tell me a story about a cat."}]"#))
        request.maxTokens = tokens
        request.sampling.temperature = 0
        return request
    }

    /// All steps of an answer that does not fail.
    private func follow(_ steps: AnswerSteps) async throws -> (text: String, account: AnswerAccount) {
        var text = ""
        var accounts: [AnswerAccount] = []
        for try await step in steps {
            #expect(accounts.isEmpty, "a step came after the end")
            switch step {
            case .text(let piece): text += piece
            case .ended(let account): accounts.append(account)
            case .reading, .thinking, .toolCall: break
            }
        }
        #expect(accounts.count == 1)
        return (text, try #require(accounts.first))
    }

    @Test func anAnswerStreamsWithTheCompanionDrafting() async throws {
        let engine = try await engine()
        let model = try await engine.models().folders(of: "pocket")
        let loaded = try await engine.load(model, anyway: false)
        #expect(loaded.hasCompanion && loaded.context > 0)
        #expect(Meter.read().context == loaded.context)
        var request = try await question(engine, tokens: 64)
        request.speculate = .depth(2)
        let (text, account) = try await follow(engine.answer(request))
        #expect(!text.isEmpty && text == account.text)
        #expect(account.speculation.active && account.speculation.accepted > 0)
        #expect(account.tokens.answer > 0 && account.time.tokensPerSecond > 0)
        let meter = Meter.read()
        #expect(!meter.answering && meter.tokens == account.tokens.answer)
        #expect(meter.rounds == account.speculation.rounds)
        let positions = account.speculation.acceptedByPosition
        #expect((0..<meter.positions).map(meter.accepted(at:)) == positions)
        #expect(meter.accepted(at: 8) == 0)
        #expect(try await engine.memory().active > 0)
        try await engine.unload()
        #expect(Meter.read().context == 0)
    }

    @Test func theSameTextComesWithAndWithoutTheCompanion() async throws {
        let engine = try await engine()
        var request = try await question(engine, tokens: 48)
        request.exact = true
        request.speculate = .depth(2)
        let drafted = try await follow(engine.answer(request))
        request.speculate = .off
        let plain = try await follow(engine.answer(request))
        #expect(drafted.text == plain.text && !plain.account.speculation.active)
    }

    @Test func anAnswerIsCancelledInTheMiddleAndTheNextOneComes() async throws {
        let engine = try await engine()
        var endless = try await question(engine, tokens: 100_000)
        endless.stopRepetition = false
        endless.sampling.temperature = 1
        endless.sampling.seed = 1
        let reader = Task { [endless] in
            for try await step in engine.answer(endless) {
                if case .text = step { return true }
            }
            return false
        }
        // Whoever stops reading has cancelled.
        #expect(try await reader.value)
        let next = try await follow(engine.answer(question(engine, tokens: 8)))
        #expect(next.account.ending != .cancelled && next.account.tokens.answer > 0)
    }

    @Test func aTaskThatIsCancelledCancelsItsAnswer() async throws {
        let engine = try await engine()
        var endless = try await question(engine, tokens: 100_000)
        endless.stopRepetition = false
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let reader = Task { [endless] in
            for try await step in engine.answer(endless) {
                if case .text = step { beginning.yield() }
            }
        }
        for await _ in began { break }
        reader.cancel()
        _ = await reader.result
        let next = try await follow(engine.answer(question(engine, tokens: 8)))
        #expect(next.account.tokens.answer > 0)
    }

    @Test func twoAnswersTakeTurns() async throws {
        let engine = try await engine()
        let request = try await question(engine, tokens: 24)
        async let first = follow(engine.answer(request))
        async let second = follow(engine.answer(request))
        let texts = try await (first.text, second.text)
        #expect(texts.0 == texts.1 && !texts.0.isEmpty)
    }

    /// The error that ends an answer, which its last step tells as well.
    private func failure(_ steps: AnswerSteps) async throws -> EngineError {
        var told: EngineError?
        do {
            for try await step in steps {
                if case .ended(let account) = step, case .failed(let error) = account.ending { told = error }
            }
        } catch let error as EngineError {
            #expect(error == told)
            return error
        }
        throw UnexpectedSuccess()
    }

    private struct UnexpectedSuccess: Error {}

    @Test func whatCannotBeAnsweredSaysWhy() async throws {
        let engine = try await engine()
        var request = try await question(engine, tokens: 8)
        let secret = "a very private word"

        request.prompt = .chat(messages: "[{\"role\": \"user\", \"content\": \"\(secret)\"")
        var error = try await failure(engine.answer(request))
        #expect(error.kind == .invalidRequest && error.remedy == .changeRequest)
        #expect(!"\(error)".contains(secret))

        request.prompt = .raw("x")
        request.templateArguments = nil
        request.sampling.temperature = -1
        error = try await failure(engine.answer(request))
        #expect(error.kind == .invalidRequest)
        request.sampling.temperature = 0

        request.prompt = .raw(String(repeating: "\(secret) ", count: 20_000))
        error = try await failure(engine.answer(request))
        #expect(error.kind == .promptTooLong && error.remedy == .shorten)
        #expect(!"\(error)".contains(secret))

        request.model = ModelFolders(target: home.appendingPathComponent("none").path)
        error = try await failure(engine.answer(request))
        #expect(error.kind == .notFound && error.remedy == .chooseModel)
    }

    @Test func modelsThatCannotBeLoadedSayWhy() async throws {
        let engine = try await engine()
        let pocket = try await engine.models().folders(of: "pocket")
        let copy = home.appendingPathComponent("copy")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: pocket.target), to: copy)
        let model = ModelFolders(target: copy.path, companion: .none)
        let config = copy.appendingPathComponent("config.json")
        let text = try String(contentsOf: config, encoding: .utf8)

        try "{".write(to: config, atomically: true, encoding: .utf8)
        var error = await #expect(throws: EngineError.self) { try await engine.load(model, anyway: false) }
        #expect(error?.kind == .damagedModel && error?.remedy == .fetchAgain)

        let foreign = text.replacingOccurrences(of: "qwen3_5", with: "other")
        try foreign.write(to: config, atomically: true, encoding: .utf8)
        error = await #expect(throws: EngineError.self) { try await engine.load(model, anyway: false) }
        #expect(error?.kind == .unsupportedModel)

        error = await #expect(throws: EngineError.self) { try await engine.models().folders(of: "nobody/nothing") }
        #expect(error?.kind == .notFound)
    }

    @Test func aModelThatDoesNotFitLoadsIfTheUserInsists() async throws {
        let engine = try await engine { $0.memory = 1_000_000 }
        let model = try await engine.models().folders(of: "pocket")
        let error = await #expect(throws: EngineError.self) { try await engine.load(model, anyway: false) }
        #expect(error?.kind == .doesNotFit && error?.remedy == .loadAnyway)
        #expect(try await engine.load(model, anyway: true).weightBytes > 0)
    }

    @Test func aChatIsKeptWhileItsAnswerStreamsThenEditedAndBranched() async throws {
        let engine = try await engine()
        let chats = try await engine.chats()
        let chat = try await chats.create(systemPrompt: "Be brief.", model: "pocket")
        let asked = try await chats.add("Tell me a story.", to: chat, after: nil)
        let answer = try await chats.beginAnswer(to: asked, model: "pocket")
        var request = try await question(engine, tokens: 24)
        request.prompt = .chat(messages: try await chats.prompt(of: chat, to: asked))
        var kept: AnswerAccount?
        for try await step in engine.answer(request) {
            switch step {
            case .text(let text): try await chats.append([.text(text)], to: answer)
            case .thinking(let text): try await chats.append([.thinking(text)], to: answer)
            case .ended(let account): kept = account
            case .reading, .toolCall: break
            }
        }
        let account = try #require(kept)
        #expect(try await chats.conversation(chat).messages.last?.state == .streaming)
        try await chats.finish(answer, reason: "length", statistics: account.json)

        let edited = try await chats.edit(asked, to: "Tell me another story.")
        #expect(try await chats.conversation(chat).path == [edited])
        try await chats.choose(answer)
        let conversation = try await chats.conversation(chat)
        #expect(conversation.path == [asked, answer] && conversation.messages.count == 3)
        #expect(conversation.messages.first { $0.id == answer }?.text == account.text)

        try await chats.trash(chat)
        #expect(try await chats.list(skip: 0, limit: 10).isEmpty)
        try await chats.restore(chat)
        #expect(try await chats.list(skip: 0, limit: 10).map(\.id) == [chat])
        let error = await #expect(throws: EngineError.self) { try await chats.conversation(chat + 1) }
        #expect(error?.kind == .notFound)
    }
}
