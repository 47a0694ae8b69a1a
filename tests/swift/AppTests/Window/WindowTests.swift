import AppKit
import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

extension OneByOne {
    /// Several windows on the same chats, and what is left of them at the next launch.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct WindowTests {
        private let test: TestApp
        private let bread: Int64
        private let sky: Int64

        init() async throws {
            test = try await TestApp()
            bread = try await test.keep("Bread without kneading")
            sky = try await test.keep("Why the sky is blue", "Air scatters blue light.")
        }

        @Test func theSameChatInTwoWindowsIsOne() async throws {
            let screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.contains("Air scatters blue light.") }
            try screen.choose("Open in New Window", inMenuOf: "Why the sky is blue")
            try await screen.wait(for: "the chat in both") {
                $0.windows == ["Why the sky is blue", "Why the sky is blue"]
            }
            let windows = test.app.openWindows
            #expect(windows.count == 2 && windows[0].conversation === windows[1].conversation)
            try screen.type("And at night?", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
            try screen.bringToFront("Why the sky is blue")
            #expect(screen.contains("And at night?") && screen.contains("Because air scatters blue light."))
        }

        @Test func whatOneWindowRenamesOrDeletesTheOtherShows() async throws {
            let screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.windows == ["Why the sky is blue"] }
            try screen.press("n", modifiers: [.option, .command])
            try await screen.waitForRow("Why the sky is blue")
            try screen.choose("Rename…", inMenuOf: "Why the sky is blue")
            try screen.type("Blue", into: "Chat Name")
            try screen.press(.return)
            try await screen.wait(for: "the name in the other window") { $0.windows == ["Blue", "New Chat"] }
            try screen.choose("Move to Trash", inMenuOf: "Blue")
            try await screen.wait(for: "the neighbour in the other window") {
                $0.windows == ["Bread without kneading", "New Chat"]
            }
            try screen.bringToFront("Bread without kneading")
            try await screen.waitForRow("Blue", isThere: false)
        }

        @Test func whatComesFromOutsideIsShownInTheWindowThatWasLastInFront() async throws {
            let screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
            for _ in 0..<3 { test.app.openWindow?(.main) }
            await screen.settle()
            let windows = test.app.openWindows
            #expect(windows.count == 4)
            try screen.select("Why the sky is blue")
            try await screen.wait(for: "the chat") { $0.windows.last == "Why the sky is blue" }
            test.app.openWindow?(.settings)
            await screen.settle()
            #expect(screen.windows.last != "Why the sky is blue")
            test.app.follow([try #require(URL(string: "tandem://chat/\(bread)"))])
            try await screen.wait(for: "the chat in that window") { $0.windows.last == "Bread without kneading" }
            #expect(screen.windows.count { $0 == "New Chat" } == 3)
        }

        @Test func windowsAreKeptUnlessTheUserHasChosenOtherwise() throws {
            let name = "tandem-\(UUID().uuidString)"
            let defaults = try #require(UserDefaults(suiteName: name))
            defer { defaults.removePersistentDomain(forName: name) }
            WindowRestoration.register(in: defaults)
            #expect(defaults.bool(forKey: WindowRestoration.key))
            defaults.set(false, forKey: WindowRestoration.key)
            #expect(!defaults.bool(forKey: WindowRestoration.key))
        }

        @Test func aWindowComesBackAsItWas() async throws {
            let screen = Screen(
                SeededWindow(WindowSeed(chat: sky, showsSidebar: false, showsStatistics: false), test.app))
            try await screen.wait(for: "the chat") { $0.contains("Air scatters blue light.") }
            let window = try #require(test.app.openWindows.first)
            #expect(!window.showsSidebar && !window.showsStatistics)
            #expect(screen.contains("seed: chat \(sky), sidebar false, statistics false"))
            window.showsSidebar = true
            window.open(bread)
            try await screen.wait(for: "the seed") {
                $0.contains("seed: chat \(bread), sidebar true, statistics false")
            }
            window.newPrivateChat()
            try await screen.wait(for: "no trace of a private chat") {
                $0.contains("seed: chat none, sidebar true, statistics false")
            }
        }

        @Test func aChatThatIsGoneGivesANewOne() async throws {
            try await test.chats.trash(sky)
            for chat in [sky, 4711] {
                let screen = Screen(SeededWindow(WindowSeed(chat: chat), test.app))
                await screen.settle()
                try await screen.waitForRow("Bread without kneading")
                try await screen.wait(for: "an empty seed") { $0.texts().contains { $0.hasPrefix("seed: chat none") } }
                let window = try #require(test.app.openWindows.last)
                #expect(window.error == nil && window.shownChat == nil)
            }
        }

        @Test func aClickOnTheDockShowsAWindow() async throws {
            let screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
            #expect(test.app.reopened(hasWindows: true))
            #expect(screen.windows.count == 1)
            screen.closeWindow()
            #expect(screen.windows.isEmpty)
            let delegate = AppDelegate()
            delegate.startup = Startup(test.app)
            #expect(!delegate.applicationShouldHandleReopen(NSApp, hasVisibleWindows: false))
            #expect(screen.windows == ["New Chat"])
        }

        @Test func theTitleTellsTheModel() async throws {
            let screen = test.launch()
            #expect(screen.subtitle == "Built-in model")
            try screen.press("n", modifiers: [.shift, .command])
            try await screen.wait(for: "the private chat") { $0.subtitle == "Private, Built-in model" }
        }
    }
}

/// A window whose seed can be read.
private struct SeededWindow: View {
    let app: AppModel
    @State private var seed: WindowSeed

    init(_ seed: WindowSeed, _ app: AppModel) {
        self.app = app
        _seed = State(initialValue: seed)
    }

    var body: some View {
        ChatWindow(seed: $seed, app: app)
        Text(
            verbatim: "seed: chat \(seed.chat.map { "\($0)" } ?? "none"), sidebar"
                + " \(seed.showsSidebar.map { "\($0)" } ?? "none"), statistics"
                + " \(seed.showsStatistics.map { "\($0)" } ?? "none")")
    }
}
