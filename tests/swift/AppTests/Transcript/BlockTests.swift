import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

/// How an answer's Markdown stands on the screen.
@MainActor @Suite(.serialized)
struct BlockTests {
    private func answered(_ text: String, _ conditions: Conditions = Conditions()) async throws -> (TestApp, Screen) {
        let test = try await TestApp()
        test.answers(text)
        let screen = test.launch(conditions)
        try await screen.ask("go", of: test)
        return (test, screen)
    }

    @Test func headingsAreHeadingsForVoiceOver() async throws {
        let (_, screen) = try await answered("# Bread\n\n## Dough\n\nFlour.")
        for title in ["Bread", "Dough"] { #expect(try screen.spoken(title).traits.contains("header")) }
        #expect(try !screen.spoken("Flour.").traits.contains("header"))
    }

    @Test func looksOfWordsAreSeen() async throws {
        let (_, screen) = try await answered("It is **bold**, *slanted*, ~~gone~~ and `code`.")
        #expect(screen.contains("It is bold, slanted, gone and code."))
        #expect(screen.looks("bold").contains { $0.hasSuffix(" bold") })
        #expect(screen.looks("slanted").contains { $0.hasSuffix("italic") })
        #expect(screen.looks("gone").contains("struck"))
        #expect(screen.looks("code").contains { $0.contains("monospaced") })
    }

    @Test func onlyPagesAndMailsAreOpened() async throws {
        let opened = Opened()
        let window = try await answered(
            "[page](https://example.org/a) [mail](mailto:a@example.org) [file](file:///etc/passwd) [js](javascript:alert(1))"
        ).0.window
        let screen = Screen(
            TranscriptView(window: window).environment(
                \.openURL,
                OpenURLAction {
                    opened.urls.append($0)
                    return .handled
                }))
        try screen.follow("page")
        try screen.follow("mail")
        #expect(opened.urls.map(\.absoluteString) == ["https://example.org/a", "mailto:a@example.org"])
        for name in ["file", "js"] { #expect(throws: ScreenError.self) { try screen.follow(name) } }
    }

    private final class Opened {
        var urls: [URL] = []
    }

    @Test func listsHaveTheirSignsAndTasksTheirBoxes() async throws {
        let (_, screen) = try await answered("3. third\n4. fourth\n   - inner\n\n- [x] done\n- [ ] open")
        let texts = screen.texts()
        for sign in ["3.", "4.", "•"] { #expect(texts.contains(sign)) }
        let spoken = screen.spoken().map(\.label)
        for words in ["3., third", "•, inner", "Done, done", "Not done, open"] { #expect(spoken.contains(words)) }
    }

    @Test func aTableIsThereCellByCell() async throws {
        let (_, screen) = try await answered("| Animal | Legs |\n|:--|--:|\n| cat | 4 |\n| bird | 2 |")
        for cell in ["Animal", "Legs", "cat", "4", "bird", "2"] { #expect(screen.contains(cell)) }
        #expect(try screen.spoken("Animal").traits.contains("header"))
        #expect(try !screen.spoken("cat").traits.contains("header"))
    }

    @Test func codeHasItsLanguageItsColoursAndAButtonThatCopies() async throws {
        let (test, screen) = try await answered("So:\n\n```python\nx = 'a'  # note\n```\n")
        #expect(screen.contains("python"))
        #expect(screen.contains("x = 'a'  # note"))
        try await screen.wait(for: "the colours") { $0.looks("# note").contains { $0.hasPrefix("colored") } }
        try screen.tap("Copy Code")
        #expect(test.mac.pasteboard.texts == ["x = 'a'  # note\n"])
        #expect(try screen.spoken("Copied").isControl)
    }

    @Test func codeHasOtherColoursInTheDark() async throws {
        var dark = Conditions()
        dark.colorScheme = .dark
        let text = "```python\nx = 'a'\n```\n"
        var strong = Conditions()
        strong.contrast = .increased
        let (_, light) = try await answered(text)
        let (_, night) = try await answered(text, dark)
        let (_, clear) = try await answered(text, strong)
        for screen in [light, night, clear] {
            try await screen.wait(for: "the colours") { $0.looks("'a'").contains { $0.hasPrefix("colored") } }
        }
        #expect(light.looks("'a'") != night.looks("'a'"))
        // Whoever wants more contrast has it.
        #expect(light.looks("'a'") != clear.looks("'a'"))
    }

    @Test func codeThatIsPartedIsCopiedWhole() async throws {
        let lines = (1...900).map { "line \($0)" }.joined(separator: "\n") + "\n"
        let (test, screen) = try await answered("```\n\(lines)```\n")
        #expect(try test.window.transcripts[#require(try test.window.conversation.tree.last)].answer.settled.count > 1)
        try screen.tap("Copy Code")
        #expect(test.mac.pasteboard.texts == [lines])
    }

    @Test func textGrowsWithTheSettingAndWithTheSystem() async throws {
        let (test, screen) = try await answered("words")
        #expect(screen.looks("words") == ["font system 14.0"])
        try screen.press("+", modifiers: .command)
        #expect(test.app.settings.settings.textSize > 1)
        #expect(screen.looks("words") == ["font system \(14 * test.app.settings.settings.textSize)"])
        var large = Conditions()
        large.dynamicTypeSize = .xxLarge
        let (_, other) = try await answered("words", large)
        #expect(other.looks("words") != ["font system 14.0"])
    }
}
