import Screen
import Testing

@testable import Tandem

/// The buttons of a message for whoever does not point at it.
@MainActor @Suite(.serialized)
struct MessageKeyboardTests {
    /// Two questions with their answers: the buttons of the first are not those of the last message.
    private func asked(_ conditions: Conditions = Conditions()) async throws -> (TestApp, Screen) {
        let test = try await TestApp()
        let screen = test.launch(conditions)
        test.answers("Blue.")
        try await screen.ask("which color?", of: test)
        test.answers("Red.")
        try await screen.ask("which other color?", of: test)
        return (test, screen)
    }

    @Test func buttonsOfOlderMessagesAreSeenWhereOnePoints() async throws {
        let (_, screen) = try await asked()
        #expect(try screen.opacity(of: "Copy as Markdown", near: "Blue.") == 0)
        #expect(try screen.opacity(of: "Copy as Markdown", near: "Red.") == 1)
        try screen.hover(over: "Built-in model", near: "Blue.")
        #expect(try screen.opacity(of: "Copy as Markdown", near: "Blue.") == 1)
    }

    @Test func buttonsThatHaveTheKeyboardAreSeen() async throws {
        var conditions = Conditions()
        conditions.keyboardNavigation = true
        let (_, screen) = try await asked(conditions)
        try screen.click(into: "Message")
        // Back from the composer: the last answer first, then what was asked before it.
        for _ in 0..<40 where screen.focus != "Edit" { try screen.press(.tab, modifiers: .shift) }
        #expect(try screen.opacity(of: "Edit", near: "which other color?") == 1)
        #expect(try screen.opacity(of: "Copy", near: "which other color?") == 1)
        #expect(try screen.opacity(of: "Copy", near: "Blue.") == 0)
        try screen.press(.space)
        #expect(try screen.text(in: "Message to Edit") == "which other color?")
    }

    @Test func voiceOverAndKeyboardNavigationSeeThemAlways() async throws {
        var conditions = Conditions()
        conditions.voiceOver = true
        let (_, screen) = try await asked(conditions)
        #expect(try screen.opacity(of: "Copy as Markdown", near: "Blue.") == 1)
        let test = try await TestApp()
        test.mac.citizen.reachesControlsByKeyboard = true
        let other = test.launch()
        try await other.ask("which color?", of: test)
        try await other.ask("which other color?", of: test)
        #expect(try other.opacity(of: "Edit", near: "which color?") == 1)
    }
}
