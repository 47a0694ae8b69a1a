import Core
import Screen
import SwiftUI
import Testing

@testable import Tandem

@MainActor @Suite(.serialized)
struct FindTests {
    private func chat() async throws -> (TestApp, Screen) {
        let test = try await TestApp()
        let screen = test.launch()
        test.answers("The cat sat.\n\n| Cat | 1 |\n|--|--|\n| dog | 2 |\n\n```\ncat = 3\n```\n")
        try await screen.ask("a cat?", of: test)
        return (test, screen)
    }

    private func open(_ test: TestApp, _ screen: Screen) throws {
        test.app.perform(.find, in: try test.window)
        _ = screen.texts()
    }

    @Test func wordsAreFoundMarkedCountedAndGoneThrough() async throws {
        let (test, screen) = try await chat()
        try open(test, screen)
        #expect(screen.focus == "Find in Chat")
        try screen.type("cat", into: "Find in Chat")
        #expect(screen.contains("1 of 4"))
        #expect(screen.marked() == ["cat", "cat", "Cat", "cat"])
        // Whoever sees no colors sees lines.
        #expect(screen.looks("cat").count { $0 == "underlined" } == 3)
        try screen.press(.return)
        #expect(screen.contains("2 of 4"))
        try screen.tap("Find Next")
        test.app.perform(.findNext, in: try test.window)
        #expect(screen.contains("4 of 4"))
        try screen.tap("Find Next")
        #expect(screen.contains("1 of 4"))
        try screen.tap("Find Previous")
        #expect(screen.contains("4 of 4"))
        try screen.type("horse", into: "Find in Chat")
        #expect(screen.contains("Not Found"))
        #expect(screen.marked().isEmpty)
        #expect(throws: ScreenError.self) { try screen.tap("Find Next") }
    }

    @Test func keysAndTheMenuFindTheNextAndTheOneBefore() async throws {
        let (test, screen) = try await chat()
        try screen.press("f", modifiers: .command)
        #expect(screen.focus == "Find in Chat")
        try screen.type("cat", into: "Find in Chat")
        try screen.press("g", modifiers: .command)
        #expect(screen.contains("2 of 4"))
        try screen.press("g", modifiers: [.shift, .command])
        #expect(screen.contains("1 of 4"))
        try screen.press(.escape)
        try screen.choose("Edit", "Find", "Find…")
        #expect(try screen.focus == "Find in Chat" && test.window.find.isOpen)
        try screen.choose("Edit", "Find", "Find Next")
        #expect(screen.contains("2 of 4"))
    }

    @Test func escapeClosesItAndGivesTheKeyboardBack() async throws {
        let (test, screen) = try await chat()
        try open(test, screen)
        try screen.type("cat", into: "Find in Chat")
        try screen.press(.escape)
        #expect(!screen.controls.contains("Find in Chat"))
        #expect(screen.marked().isEmpty)
        #expect(screen.focus == "Message")
        // The next one opens it again with the same words.
        test.app.perform(.findNext, in: try test.window)
        #expect(screen.contains("1 of 4"))
    }

    @Test func whatIsSaidMeanwhileIsFoundToo() async throws {
        let (test, screen) = try await chat()
        try open(test, screen)
        try screen.type("cat", into: "Find in Chat")
        try screen.tap("Find Next")
        test.answers("Another cat.")
        try await screen.ask("more", of: test)
        try await screen.wait(for: "the new match") { $0.contains("2 of 5") }
    }

    @Test func thoughtsAreFoundWhereTheyAreOpen() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.thinking("A hidden cat."), .text("No."))
        told.end()
        try await screen.wait(for: "the end") { $0.controls.contains("Send") }
        try open(test, screen)
        try screen.type("cat", into: "Find in Chat")
        #expect(screen.contains("Not Found"))
        test.app.perform(.toggleThinking, in: try test.window)
        try await screen.wait(for: "the thought") { $0.contains("1 of 1") }
        #expect(screen.marked() == ["cat"])
    }

    @Test func voiceOverHearsHowManyThereAre() async throws {
        let (test, screen) = try await chat()
        try open(test, screen)
        try screen.type("cat", into: "Find in Chat")
        try await screen.wait(for: "the word") { _ in test.mac.announcer.all.contains("1 of 4") }
    }
}
