import EngineKit
import Foundation
import Testing

/// A home of its own for the real engine, gone with the test.
final class LiveHome: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    func engine(_ change: (inout EngineSettings) -> Void = { _ in }) async throws -> LiveEngine {
        var settings = EngineSettings()
        settings.home = folder.path
        settings.modelsFolder = path("models")
        // Nothing may ask the real hub.
        settings.hub = "http://127.0.0.1:9"
        change(&settings)
        return try await LiveEngine(settings)
    }
}

/// A question to the built-in model, answered in the same way each time.
func question(_ engine: LiveEngine, tokens: UInt64) async throws -> AnswerRequest {
    var request = AnswerRequest(
        model: try await engine.models().folders(of: "pocket"),
        prompt: .chat(messages: #"[{"role": "user", "content": "Tell me a story about a cat."}]"#))
    request.maxTokens = tokens
    request.sampling.temperature = 0
    return request
}

/// A question whose answer does not end by itself for a long time.
func endlessQuestion(_ engine: LiveEngine) async throws -> AnswerRequest {
    var request = try await question(engine, tokens: 100_000)
    request.stopRepetition = false
    request.sampling.temperature = 1
    request.sampling.seed = 1
    return request
}

/// All steps of an answer that does not fail.
func follow(_ steps: AnswerSteps) async throws -> (text: String, account: AnswerAccount) {
    var text = ""
    var accounts: [AnswerAccount] = []
    for try await step in steps {
        #expect(accounts.isEmpty, "a step came after the end")
        switch step {
        case .text(let piece): text += piece
        case .ended(let account): accounts.append(account)
        case .reading, .thinking, .toolCall, .drafts: break
        }
    }
    #expect(accounts.count == 1)
    return (text, try #require(accounts.first))
}

/// The error that ends an answer, which its last step tells as well.
func failure(_ steps: AnswerSteps, at place: SourceLocation = #_sourceLocation) async throws -> EngineError {
    var told: EngineError?
    do {
        for try await step in steps {
            if case .ended(let account) = step, case .failed(let error) = account.ending { told = error }
        }
    } catch let error as EngineError {
        #expect(error == told)
        return error
    }
    Issue.record("it does not fail", sourceLocation: place)
    throw UnexpectedSuccess()
}

/// The error that a call throws.
func failure<T: Sendable>(
    at place: SourceLocation = #_sourceLocation, _ call: () async throws(EngineError) -> T
) async throws -> EngineError {
    do { _ = try await call() } catch { return error }
    Issue.record("it does not fail", sourceLocation: place)
    throw UnexpectedSuccess()
}

struct UnexpectedSuccess: Error {}

/// The value at the end of some work, and how often it told how far it is.
func result<Value>(_ steps: WorkSteps<Value>) async throws -> (value: Value, told: Int) {
    var told = 0
    var value: Value?
    for try await step in steps {
        switch step {
        case .progress(let done, let total):
            #expect(value == nil && done <= total)
            told += 1
        case .done(let found): value = found
        }
    }
    return (try #require(value), told)
}
