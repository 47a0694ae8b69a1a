import Core
import EngineKit
import Foundation
import Screen
import Synchronization
import Testing

@testable import Tandem

extension Live {
    /// How long an unused model stays in memory.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct Idle {
        /// What the engine is made with in a home.
        private func options(_ home: TemporaryHome) async throws -> EngineSettings {
            let given = Mutex(EngineSettings())
            _ = try await AppServices.live(home.folder, cpu: true, system: TestMac().services) { settings in
                let made = settings
                given.withLock { $0 = made }
            }
            return given.withLock { $0 }
        }

        @Test func whatIsChosenInTheSettingsHoldsFromTheNextStart() async throws {
            let home = TemporaryHome()
            let test = try await LiveApp(home)
            #expect(try await options(home).idleUnloadSeconds == 600)
            let screen = test.launch()
            try screen.press(",", modifiers: .command)
            try screen.tap("Models")
            #expect(screen.texts().contains { $0.contains("Counts from the next start of Tandem.") })
            try screen.pick("After 30 minutes", in: "Free an unused model’s memory")
            #expect(try await options(home).idleUnloadSeconds == 1800)
            try screen.pick("Never", in: "Free an unused model’s memory")
            #expect(try await options(home).idleUnloadSeconds == nil)
        }

        @Test func afterThatTimeItsMemoryIsFree() async throws {
            let home = TemporaryHome()
            let services = try await AppServices.live(home.folder, cpu: true, system: TestMac().services) { settings in
                settings.idleUnloadSeconds = 1
            }
            services.settings.change { $0.onboarding = .done }
            let app = AppModel(services)
            let screen = Screen(app: TandemApp(Startup(app)))
            try screen.limitAnswers(to: 8)
            try screen.ask("Tell me a story about a cat.")
            try await screen.wait(for: "the model in memory") { _ in app.library.loadedFolder != nil }
            #expect(try await services.engine.hasRoom(below: try await services.engine.memory().active))
        }
    }
}

extension EngineProtocol {
    /// Waits until as much memory is free again as the built-in model takes. A process has one count, with the models of
    /// other tests in it, so that what counts is the difference.
    func hasRoom(below loaded: UInt64) async throws -> Bool {
        for _ in 0..<600 {
            if try await memory().active + 10_000_000 <= loaded { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }
}
