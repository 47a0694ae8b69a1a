import Core
import Screen
import Testing

@testable import Tandem

@MainActor @Suite(.serialized)
struct DeletionTests {
    @Test func aMessageIsDeletedWithWhatFollowsAndComesBack() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        test.answers("One.")
        try await screen.ask("first", of: test)
        test.answers("Two.")
        try await screen.ask("second", of: test)
        try screen.tap("Delete…", near: "second")
        #expect(screen.texts().contains { $0.hasPrefix("2 messages go") })
        try screen.tap("Cancel")
        #expect(try test.shown.count == 4)
        try screen.tap("Delete…", near: "second")
        try screen.tap("Delete 2 Messages")
        try await screen.wait(for: "the messages to go") { _ in try test.shown == ["first", "One."] }
        try await screen.wait(for: "the word") { _ in test.mac.announcer.all.last == "Deleted 2 messages." }
        try screen.choose("Edit", "Undo Delete Message")
        try await screen.wait(for: "the messages to be back") { _ in try test.shown.count == 4 }
        try await screen.wait(for: "the word") { _ in test.mac.announcer.all.last == "Undone." }
    }

    @Test func aMessageComesBackFromWithinAnotherChat() async throws {
        let test = try await TestApp()
        try await test.keep("Bread without kneading")
        let screen = test.launch()
        try await screen.ask("first", of: test)
        try await screen.ask("second", of: test)
        let chat = try #require(try test.window.shownChat)
        try await delete("second", screen, test)
        try screen.select("Bread without kneading")
        try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
        try screen.choose("Edit", "Undo Delete Message")
        // What has come back is shown.
        try await screen.wait(for: "the chat") { _ in try test.window.shownChat == chat && test.shown.count == 4 }
        #expect(try await test.chats.conversation(chat).messages.count == 4)
    }

    @Test func whileAnAnswerComesTheStepIsNotUsedUp() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("first", of: test)
        try await screen.ask("second", of: test)
        try await delete("second", screen, test)
        let told = test.toldAnswers()
        try screen.ask("third")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        try screen.choose("Edit", "Undo Delete Message")
        try await screen.wait(for: "the step to be there again") {
            try $0.items(of: "Edit").first == "Undo Delete Message ⌘Z"
        }
        told.tell(.text("Three."))
        told.end()
        try await screen.wait(for: "the end") { $0.controls.contains("Send") }
        try screen.choose("Edit", "Undo Delete Message")
        try await screen.wait(for: "the message to be back") { _ in try test.shown.contains("second") }
    }

    @Test func whatTheWindowForgetsTheMenuDoesNotOffer() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("first", of: test)
        try await screen.ask("second", of: test)
        try await delete("second", screen, test)
        let window = try test.window
        window.sidebar.trash([try #require(window.shownChat)])
        // As when the chats were repaired: another model goes on in the same window.
        window.closed()
        #expect(try screen.items(of: "Edit").first == "Undo ⌘Z (disabled)")
    }

    private func delete(_ question: String, _ screen: Screen, _ test: TestApp) async throws {
        try screen.tap("Delete…", near: question)
        try screen.tap("Delete 2 Messages")
        try await screen.wait(for: "the messages to go") { _ in try !test.shown.contains(question) }
        try await screen.wait(for: "the step") { try $0.items(of: "Edit").first == "Undo Delete Message ⌘Z" }
    }
}
