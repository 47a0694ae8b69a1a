// What the bridges cost on this machine: one call across each, and their share of an answer of about a thousand tokens
// a second. Run from the repository's folder: `swift run -c release bridge-overhead`.

import EngineKit
import Foundation
import TandemBindings

let calls = 200_000

/// Nanoseconds of one call, the least of several rounds: the others were disturbed.
func cost(_ call: () -> Void) -> Double {
    let clock = ContinuousClock()
    let rounds = (0..<7).map { _ in
        clock.measure { for _ in 0..<calls { call() } }
    }
    return (rounds.min() ?? .zero) / .nanoseconds(1) / Double(calls)
}

#if os(Linux)
    /// Tokens a second of an answer, and the processor time by which the bridge and Swift took part in it, for each of its
    /// seconds. The engine's own threads, and those that MLX starts from them, are not counted.
    func share(of engine: LiveEngine, _ model: String) async throws -> (rate: Double, share: Double) {
        var request = EngineKit.AnswerRequest(
            model: EngineKit.ModelFolders(target: model, companion: .none), prompt: .raw("hello"))
        request.maxTokens = 4000
        request.stopRepetition = false
        let before = processorTimeBesideTheEngine()
        var length = 0
        for try await step in engine.answer(request) {
            switch step {
            case .text(let text): length += text.utf8.count
            case .ended(let account):
                let spent = processorTimeBesideTheEngine() - before
                return (account.time.tokensPerSecond, spent / account.time.decoding)
            case .reading, .thinking, .toolCall, .drafts: break
            }
        }
        return (0, 0)
    }
#endif

let home = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
let bridge = try await BridgeEngine.open(
    settings: TandemBindings.EngineSettings(
        home: home.path, modelsFolder: nil, cpu: false, idleUnloadSeconds: nil, memory: nil, hub: nil))
let models = bridge.models()

// Adding the results up keeps the calls from being left out.
var sum: UInt64 = 0
let meter = cost { sum &+= readMeter().tokens }
let call = cost { sum &+= UInt64(models.modelsFolder().utf8.count) }
print("swift-bridge, a struct of 23 numbers: \(meter.formatted()) ns")
print("uniffi, a method that returns a string: \(call.formatted()) ns (\(sum % 2))")

#if os(Linux)
    var settings = EngineKit.EngineSettings()
    settings.home = home.path
    let engine = try await LiveEngine(settings)
    let model = try FastModel.make(in: home.appendingPathComponent("fast"))
    // The first answer starts threads and loads the model.
    _ = try await share(of: engine, model)
    var answers: [(rate: Double, share: Double)] = []
    for _ in 0..<11 { answers.append(try await share(of: engine, model)) }
    answers.sort { $0.share < $1.share }
    let (rate, share) = answers[answers.count / 2]
    print(
        "an answer of \(Int(rate)) tokens a second: the bridge and Swift take \((100 * share).formatted()) % of a processor",
        "(\((100 * answers[0].share).formatted()) to \((100 * answers[10].share).formatted()) in 11 answers)")
#endif
try? FileManager.default.removeItem(at: home)
