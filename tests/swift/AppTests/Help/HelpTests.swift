import Screen
import Testing

@testable import Tandem

@MainActor
struct HelpTests {
    @Test func helpSaysWhatTandemIsAndListsItsKeys() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.press("?", modifiers: .command)
        #expect(screen.windows.last == "Tandem Help")
        #expect(screen.contains("What Tandem is") && screen.contains("New Private Chat") && screen.contains("⇧⌘N"))
    }
}
