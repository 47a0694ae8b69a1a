// What one call across each bridge costs on this machine: `swift run -c release bridge-overhead`.

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

let home = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
let engine = try await BridgeEngine.open(
    settings: EngineSettings(
        home: home.path, modelsFolder: nil, cpu: false, idleUnloadSeconds: nil, memory: nil, hub: nil))
let models = engine.models()

// Adding the results up keeps the calls from being left out.
var sum: UInt64 = 0
let meter = cost { sum &+= readMeter().tokens }
let call = cost { sum &+= UInt64(models.modelsFolder().utf8.count) }
try? FileManager.default.removeItem(at: home)
print("swift-bridge, a struct of 23 numbers: \(meter.formatted()) ns")
print("uniffi, a method that returns a string: \(call.formatted()) ns (\(sum % 2))")
