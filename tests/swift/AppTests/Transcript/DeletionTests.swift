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
        #expect(test.mac.announcer.all.contains("Deleted 2 messages."))
        try screen.choose("Edit", "Undo Delete Message")
        try await screen.wait(for: "the messages to be back") { _ in try test.shown.count == 4 }
        #expect(test.mac.announcer.all.last == "Undone.")
    }
}
