import Core
import EngineKit
import Screen
import SwiftUI
import Testing

@testable import Tandem

/// Where the transcript stands, and who moves it.
@MainActor @Suite(.serialized)
struct ScrollTests {
    private func geometry(_ offset: Double, content: Double = 2000) -> ScrollGeometry {
        ScrollGeometry(
            contentOffset: CGPoint(x: 0, y: offset), contentSize: CGSize(width: 600, height: content),
            contentInsets: EdgeInsets(), containerSize: CGSize(width: 600, height: 500))
    }

    @Test func whoScrollsUpIsLeftThereAndHasAButtonBack() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("go", of: test)
        try screen.scroll(to: geometry(1500))
        try screen.scroll(to: geometry(300))
        try await screen.wait(for: "the button") { $0.controls.contains("Jump to the End") }
        try screen.tap("Jump to the End")
        try screen.scroll(to: geometry(1500))
        try await screen.wait(for: "no button") { !$0.controls.contains("Jump to the End") }
    }

    @Test func nothingIsScrolledInTheMiddleOfALayout() async {
        let follower = ScrollFollower()
        var commands: [ScrollFollow.Command] = []
        follower.scroll = { commands.append($0) }
        follower.post(.moved(.init(offset: 0, content: 500, window: 500)))
        follower.post(.moved(.init(offset: 0, content: 900, window: 500)))
        #expect(commands.isEmpty)
        for _ in 0..<100 where commands.isEmpty { await Task.yield() }
        #expect(commands == [.scrollToEnd(animated: false)])
    }

    @Test func aMessageThatWasFoundIsShownOnItsBranchAndMarkedForAMoment() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("go", of: test)
        let first = try #require(try test.window.conversation.tree.last?.id)
        test.answers("Another.")
        try screen.tap("Answer Again")
        try await screen.wait(for: "the other answer") { $0.contains("Another.") && $0.controls.contains("Send") }
        try test.window.revealed = first
        try await screen.wait(for: "the first answer") { $0.contains("Because air scatters blue light.") }
        try await screen.wait(for: "the mark to go") { _ in try test.window.revealed == nil }
    }

    @Test func oneMessageMoreRedrawsNoneOfThoseBefore() async throws {
        let test = try await TestApp()
        let chat = try await test.chats.create(NewChat())
        var last: Int64?
        for index in 1...40 {
            last = try await test.chats.add(MessageDraft(text: "question \(index)"), to: chat, after: last)
            last = try await test.chats.add(MessageDraft(role: .assistant, text: "answer \(index)"), to: chat, after: last)
        }
        let window = test.app.window(.init())
        window.open(chat)
        let screen = Screen(TranscriptView(window: window))
        try await screen.wait(for: "the messages", within: .seconds(30)) { _ in
            window.conversation.tree.shown.count == 80
        }
        let rows = screen.redraws(of: MessageRow.self)
        #expect(rows == 80)
        window.composer.send(.type("one more"))
        window.composer.send(.send)
        try await screen.wait(for: "the answer", within: .seconds(30)) { _ in
            window.conversation.tree.shown.count == 82 && !window.conversation.isAnswering
        }
        // The new ones as they come and end, and the one that is not the last any more.
        #expect(screen.redraws(of: MessageRow.self) - rows <= 10)
    }
}
