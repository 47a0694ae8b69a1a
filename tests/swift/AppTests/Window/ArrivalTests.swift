import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

extension OneByOne {
    /// Addresses from outside. Whatever they say, nothing is sent before the user has said yes.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct ArrivalTests {
        private let test: TestApp
        private let screen: Screen

        init() async throws {
            test = try await TestApp()
            screen = test.launch()
            await screen.settle()
        }

        private func open(_ address: String) throws { screen.open(try #require(URL(string: address))) }

        @Test func aQuestionIsFilledIn() throws {
            try open("tandem://ask?prompt=Why%20is%20the%20sky%20blue%3F")
            #expect(try screen.text(in: "Message") == "Why is the sky blue?")
            #expect(!screen.contains("Why is the sky blue?"))
        }

        @Test func whatWasBeingWrittenStays() throws {
            try screen.type("Half a thought", into: "Message")
            try open("tandem://ask?prompt=More")
            #expect(try screen.text(in: "Message") == "Half a thought\n\nMore")
        }

        @Test func sendingIsAskedAboutAndReturnDoesNotSend() async throws {
            try open("tandem://ask?prompt=Delete%20everything&send=1")
            #expect(screen.contains("Send this to the model?") && screen.contains("Delete everything"))
            try screen.press(.return)
            await screen.settle()
            #expect(try screen.text(in: "Message") == "Delete everything")
            #expect(try await test.chats.list(.all, skip: 0, limit: 1).isEmpty)
        }

        @Test func withAYesItIsSent() async throws {
            try open("tandem://ask?prompt=Why%3F&send=1&model=pocket")
            try screen.tap("Send")
            try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
        }

        @Test func withoutAnAnswerNothingIsDone() async throws {
            try open("tandem://ask?prompt=Why%3F&send=1")
            try screen.press(.escape)
            #expect(try screen.text(in: "Message").isEmpty)
        }

        @Test func placesAreGoneTo() async throws {
            let chat = try await test.keep("Bread without kneading")
            try open("tandem://chat/\(chat)")
            try await screen.wait(for: "the chat") { $0.windows == ["Bread without kneading"] }
            try open("tandem://search?q=dough")
            #expect(try screen.text(in: "Search All Chats") == "dough")
            try open("tandem://new")
            #expect(screen.windows == ["New Chat"])
            try open("tandem://chat/4711")
            try await screen.wait(for: "that it is not there") { _ in test.app.openWindows.first?.error != nil }
        }

        @Test func aModelOfAnAddressIsLookedUpOnlyWhenTheUserSaysSo() async throws {
            test.forbidsHub()
            try open("tandem://models/org/large")
            await screen.settle()
            #expect(screen.windows.last == "Model Library" && screen.contains("org/large"))
            test.offersModels()
            try screen.tap("Look It Up")
            try await screen.wait(for: "its page") { $0.controls.contains("Download") }
        }

        @Test func whatIsNotUnderstoodIsRefusedInWords() throws {
            try open("tandem://erase")
            #expect(screen.contains("The address was not followed"))
            try screen.tap("OK")
            #expect(!screen.contains("The address was not followed"))
        }
    }
}
