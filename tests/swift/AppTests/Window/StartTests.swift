import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

/// The way to the first window.
@MainActor
struct StartTests {
    @Test func aStartThatFailsSaysWhyAndIsTriedAgain() async throws {
        let test = try await TestApp()
        let attempts = Recorded<Int>()
        let services = test.services
        let startup = Startup { () async throws(EngineError) in
            attempts.add(1)
            if attempts.all.count == 1 { throw .preview("the disk is full") }
            return services
        }
        let screen = Screen(app: TandemApp(startup))
        try await screen.wait(for: "the failure") { $0.contains("The disk is full.") }
        #expect(screen.contains("Tandem could not open") && startup.app == nil)
        try screen.tap("Try Again")
        try await screen.wait(for: "the window") { $0.focus == "Message" }
        #expect(attempts.all.count == 2 && startup.app != nil)
        try screen.ask("Why is the sky blue?")
        try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
    }
}
