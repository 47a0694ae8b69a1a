import EngineKit
import Foundation
import Testing

@testable import Tandem

/// A message that is written anew in two windows at once.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EditInTwoWindowsTests {
    private let test: TestApp
    private let chat: Int64
    private let other: Int64
    private let a: WindowModel
    private let b: WindowModel
    private let message: ChatMessage

    init() async throws {
        test = try await TestApp()
        chat = try await test.keep("Bread without kneading")
        other = try await test.keep("Other")
        a = test.app.window(UUID())
        b = test.app.window(UUID())
        for window in [a, b] { await Self.show(chat, in: window) }
        message = try #require(a.conversation.tree.shown.first)
        a.actions.edit(message)
        a.actions.edit?.text = "A paragraph"
        b.actions.edit(message)
    }

    private static func show(_ chat: Int64, in window: WindowModel) async {
        window.open(chat)
        while window.shownChat != chat { await Task.yield() }
    }

    private func leaveAndComeBack() async {
        await Self.show(other, in: a)
        await Self.show(chat, in: a)
    }

    @Test func eachHasItsOwnWords() async {
        #expect(b.actions.edit?.text == message.text)
        b.actions.edit?.text = "b"
        await leaveAndComeBack()
        #expect(a.actions.edit?.text == "A paragraph")
        b.actions.cancelEdit()
        await leaveAndComeBack()
        #expect(a.actions.edit?.text == "A paragraph")
    }

    @Test func whatOneSendsLeavesTheOtherItsWords() async {
        b.actions.edit?.text = "b"
        b.actions.sendEdit()
        while b.actions.edit != nil || b.conversation.isAnswering { await Task.yield() }
        await leaveAndComeBack()
        a.actions.edit(message)
        #expect(a.actions.edit?.text == "A paragraph")
    }

    @Test func theNextWindowGoesOnWithWhatAClosedOneLeft() async {
        a.closed()
        let next = test.app.window(UUID())
        await Self.show(chat, in: next)
        #expect(next.actions.edit?.text == "A paragraph")
    }
}
