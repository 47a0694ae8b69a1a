import EngineKit
import Foundation

/// Asks the built-in model something without any window, to see that a package is whole.
enum SmokeTest {
    static let flag = "--smoke-test"

    /// Ends the process with 0 if there is an answer.
    static func runAndExit() -> Never {
        let task = Task.detached {
            do {
                print(try await run())
                exit(0)
            } catch {
                // One line, for whoever reads what a script prints.
                FileHandle.standardError.write(Data("smoke test failed: \(error.localizedDescription)\n".utf8))
                exit(1)
            }
        }
        // The task is all there is; the process ends with it.
        withExtendedLifetime(task) { dispatchMain() }
    }

    /// What it came to; in a folder that is gone afterwards, and without the network.
    static func run() async throws -> String {
        let home = FileManager.default.temporaryDirectory.appending(path: "tandem-smoke-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        var settings = EngineSettings()
        settings.home = home.path
        settings.modelsFolder = home.appending(path: "models").path
        settings.hub = "http://127.0.0.1:9"
        let engine = try await LiveEngine(settings)
        var request = AnswerRequest(
            model: try await engine.models().folders(of: "pocket"),
            prompt: .chat(messages: #"[{"role": "user", "content": "Tell me a story about a cat."}]"#))
        request.maxTokens = 24
        request.sampling.temperature = 0
        request.speculate = .depth(2)
        for try await step in engine.answer(request) {
            guard case .ended(let account) = step else { continue }
            guard account.tokens.answer > 0, !account.text.isEmpty else { throw NoAnswer() }
            return
                "smoke test passed: \(account.tokens.answer) tokens, drafts accepted \(account.speculation.accepted)"
        }
        throw NoAnswer()
    }

    struct NoAnswer: LocalizedError {
        var errorDescription: String? { "the built-in model did not answer" }
    }
}
