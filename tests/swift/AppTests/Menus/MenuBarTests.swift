import Core
import EngineKit
import Observation
import Screen
import Synchronization
import Testing

@testable import Tandem

extension OneByOne {
    /// The menu bar on the screen is the one that Core describes.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct MenuBarTests {
        /// What the screen would list for a menu: Tandem's own items and those that SwiftUI does not bring along.
        private func expected(_ menu: Core.Menu) -> [String] {
            menu.drawn.compactMap { item in
                switch item {
                case .command(let item):
                    item.title + (item.shortcut.map { " " + $0.text } ?? "") + (item.isChecked ? " ✓" : "")
                        + (item.availability.isAvailable ? "" : " (disabled)")
                case .submenu(let menu): menu.title
                case .system(let item): item.title + (item.shortcut.map { " " + $0.text } ?? "")
                case .separator: nil
                }
            }
        }

        private func compare(_ screen: Screen, _ context: CommandContext, _ where: String) throws {
            let bar = MenuBar(context)
            for place in MenuBar.Place.allCases where place != .app {
                let menu = bar[place]
                let expected = expected(menu)
                let shown = try screen.items(of: menu.title)
                #expect(shown.filter(expected.contains) == expected, "\(menu.title), \(`where`)")
                for case .submenu(let inside) in menu.items {
                    #expect(
                        try screen.items(of: menu.title, inside.title) == self.expected(inside),
                        "\(inside.title), \(`where`)")
                }
            }
            // No item stands in two menus.
            var all: [String] = []
            for menu in bar.menus.dropFirst() { all += try screen.items(of: menu.title) }
            for title in bar.menus.flatMap(expected) { #expect(all.count { $0 == title } <= 1, "\(title), \(`where`)") }
            #expect(screen.contestedShortcuts().isEmpty, "\(`where`)")
        }

        @Test func itIsAsCoreSaysInEveryContext() async throws {
            let test = try await TestApp()
            try await test.keep("Bread without kneading")
            try await test.keep("Why the sky is blue")
            let screen = test.launch()
            let window = try #require(test.app.openWindows.first)
            try compare(screen, window.context, "a new chat")
            try await screen.waitForRow("Why the sky is blue")
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.contains("An answer.") }
            try compare(screen, window.context, "a chat, in the sidebar")
            try screen.select("Bread without kneading", adding: true)
            try compare(screen, window.context, "two chats")
            try screen.type("More", into: "Message")
            try screen.choose("View", "Tint Drafted Text")
            try screen.choose("View", "Hide Statistics")
            try compare(screen, window.context, "writing, tinting")
            #expect(try screen.items(of: "View").contains("Tint Drafted Text ✓"))
            #expect(try screen.items(of: "View").contains("Show Statistics ⌥⌘I"))
            try screen.choose("File", "New Private Chat")
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
            try compare(screen, window.context, "a private chat")
            try screen.tap("Trash")
            try await screen.wait(for: "the trash") { $0.contains("The Trash Is Empty") }
            try compare(screen, window.context, "the trash")
            screen.closeWindow()
            try compare(screen, test.app.context, "no window")
        }

        @Test func typingOnDrawsNoMenuAnew() async throws {
            let test = try await TestApp()
            let screen = test.launch()
            let window = try #require(test.app.openWindows.first)
            let draws = Mutex(0)
            func watch() {
                draws.withLock { $0 = 0 }
                withObservationTracking {
                    _ = window.context
                } onChange: {
                    draws.withLock { $0 += 1 }
                }
            }
            watch()
            try screen.type("W", into: "Message")
            #expect(draws.withLock { $0 } == 1)
            watch()
            for text in ["Wh", "Why", "Why?"] { try screen.type(text, into: "Message") }
            #expect(draws.withLock { $0 } == 0)
            #expect(try !screen.items(of: "Chat").contains { $0.hasPrefix("Send") && $0.hasSuffix("(disabled)") })
            try screen.type(" ", into: "Message")
            #expect(draws.withLock { $0 } == 1)
            #expect(try screen.items(of: "Chat").contains { $0.hasPrefix("Send") && $0.hasSuffix("(disabled)") })
        }

        @Test func theStandardItemsAreThereOnce() async throws {
            let screen = try await TestApp().launch()
            for (menu, titles) in [
                (
                    "Edit",
                    [
                        "Undo ⌘Z (disabled)", "Cut ⌘X (disabled)", "Select All ⌘A (disabled)",
                        "Paste and Match Style ⌥⇧⌘V",
                    ]
                ),
                ("File", ["Close ⌘W"]), ("Window", ["Minimize ⌘M", "Next Chat ⌃⇥ (disabled)"]),
                ("Help", ["Tandem Help ⌘?"]), ("View", ["Enter Full Screen ⌃⌘F"]),
            ] {
                let items = try screen.items(of: menu)
                for title in titles { #expect(items.count { $0 == title } == 1, "\(title)") }
            }
            #expect(screen.dumpMenus().contains("Settings…"))
            #expect(!screen.dumpMenus().contains("Relaunch"))
        }

        @Test func theKeyOfTheNextChatIsThatOfNoTab() async throws {
            let screen = try await TestApp().launch()
            #expect(try screen.items(of: "Window").filter { $0.contains("⌃⇥") }.count == 1)
            #expect(try !screen.items(of: "View").contains("Show Tab Bar"))
        }

        @Test func itSpeaksTheLanguageOfTheMac() async throws {
            let test = try await TestApp()
            let (file, chat) = try await Localization.speaking("de") { () async throws -> ([String], [String]) in
                let screen = test.launch()
                await screen.settle()
                return (try screen.items(of: "File"), try screen.items(of: "Chat"))
            }
            #expect(file.first == "Neuer Chat ⌘N")
            #expect(chat.first == "Senden ⌘↩ (disabled)")
        }

        @Test func aDisabledItemSaysWhy() async throws {
            let screen = try await TestApp().launch()
            #expect(try screen.help(of: "Chat", "Answer Again") == "The chat has no messages yet.")
            #expect(try screen.help(of: "File", "New Chat") == "")
            // Nothing looks as if it did something that is not there yet.
            #expect(try screen.items(of: "Window").contains("Quick Prompt (disabled)"))
            let why = try screen.help(of: "Window", "Quick Prompt")
            #expect(why == "The quick prompt comes with a later version of Tandem.")
        }

        @Test func whatIsOfferedIsWhatIsThere() async throws {
            let test = try await TestApp()
            try await test.keep("Bread without kneading")
            let screen = test.launch()
            try await screen.waitForRow("Bread without kneading")
            // Beside a new chat, the one in the list is another.
            #expect(try screen.items(of: "Window").contains("Next Chat ⌃⇥"))
            try screen.choose("Window", "Next Chat")
            try await screen.wait(for: "the chat") { $0.windows == ["Bread without kneading"] }
            #expect(try screen.items(of: "Window").contains("Next Chat ⌃⇥ (disabled)"))
            #expect(try screen.help(of: "View", "Expand Thinking") == "The last answer came without thoughts.")
        }

        @Test func itemsForTextGoToTheText() async throws {
            let test = try await TestApp()
            let screen = test.launch()
            try screen.choose("Edit", "Find", "Use Selection for Find")
            #expect(test.mac.textActions.items == [.useSelectionForFind])
            #expect(SystemItem.allCases.filter { $0.textAction != nil }.count == 6)
        }

        @Test func shortcutsDoWhatTheItemsDo() async throws {
            let test = try await TestApp()
            try await test.keep("Bread without kneading")
            let sky = try await test.keep("Why the sky is blue")
            let screen = test.launch()
            let window = try #require(test.app.openWindows.first)
            try await screen.waitForRow("Why the sky is blue")
            try screen.press(.tab, modifiers: .control)
            try await screen.wait(for: "the first chat") { _ in window.shownChat == sky }
            try screen.press(.tab, modifiers: [.control, .shift])
            try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
            try screen.press("n", modifiers: .command)
            #expect(screen.windows == ["New Chat"])
            try screen.press("s", modifiers: [.control, .command])
            #expect(!window.showsSidebar)
            try screen.press("n", modifiers: [.option, .command])
            #expect(screen.windows.count == 2)
        }

        @Test func withoutAWindowACommandOpensOneFirst() async throws {
            let test = try await TestApp()
            let screen = test.launch()
            try screen.choose("File", "New Chat")
            screen.closeWindow()
            #expect(screen.windows.isEmpty)
            try screen.choose("File", "New Private Chat")
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
        }
    }
}
