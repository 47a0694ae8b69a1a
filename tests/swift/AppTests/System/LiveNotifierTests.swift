import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

/// Notes over the stand-in for the system's notifications.
@MainActor @Suite(.serialized)
struct LiveNotifierTests {
    /// The app with the notifier that it has on a Mac.
    private func launch(_ test: TestApp, _ notifier: LiveNotifier) -> Screen {
        var services = test.services
        services.system.citizen.notifier = notifier
        return Screen(app: TandemApp(Startup(AppModel(services))))
    }

    private func ask(_ text: String, _ screen: Screen) async throws {
        try screen.ask(text)
        try await screen.wait(for: "the answer to “\(text)”") { screen in
            screen.texts().contains("Because air scatters blue light.") && screen.controls.contains("Send")
        }
    }

    @Test func theUserIsAskedWhenThereIsFirstSomethingToTell() async throws {
        let tray = NotificationTray(isAllowed: true)
        let test = try await TestApp()
        let screen = launch(test, LiveNotifier(isPossible: true))
        try await ask("why?", screen)
        // In front, there is nothing to tell, and so nothing to ask.
        #expect(tray.questions == 0 && tray.notes.isEmpty)
        test.mac.citizen.isInFront = false
        try screen.choose("File", "New Chat")
        try await ask("why not?", screen)
        try await screen.wait(for: "the note") { _ in tray.notes.map(\.title) == ["why not?"] }
        #expect(tray.questions == 1 && tray.notes.map(\.body) == ["Because air scatters blue light."])
        try screen.choose("File", "New Chat")
        try await ask("how?", screen)
        try await screen.wait(for: "the second note") { _ in tray.notes.count == 2 }
        #expect(tray.questions == 1)
    }

    @Test func whoRefusesIsToldNothingAndAskedNoMore() async throws {
        let tray = NotificationTray(isAllowed: false)
        let test = try await TestApp()
        test.mac.citizen.isInFront = false
        let screen = launch(test, LiveNotifier(isPossible: true))
        try await ask("why?", screen)
        try await screen.wait(for: "the question") { _ in tray.questions == 1 }
        try screen.choose("File", "New Chat")
        try await ask("why not?", screen)
        await screen.settle()
        #expect(tray.questions == 1 && tray.notes.isEmpty)
    }

    @Test func aClickOnANoteThatStartsTheAppLeadsToItsChat() async throws {
        let tray = NotificationTray(isAllowed: true)
        let test = try await TestApp()
        try await test.keep("Why is the sky blue?")
        try await test.keep("Why is grass green?", "Chlorophyll.")
        let chat = try #require(try await test.chats.list(.all, skip: 0, limit: 9).first { $0.title.contains("sky") })
        let before = LiveNotifier(isPossible: true)
        let note = UserNote(
            .answerEnded(chat: chat.id, title: chat.title, .stop, text: "It scatters.", isPrivate: false),
            isInFront: false, isWanted: true)
        before.show(try #require(note))
        // The app was quit meanwhile: its notifier is there before anything that could lead somewhere.
        let notifier = LiveNotifier(isPossible: true)
        tray.click(try #require(tray.notes.first))
        await Task.yield()
        let screen = launch(test, notifier)
        try await screen.wait(for: "the chat") { $0.contains("An answer.") }
        #expect(tray.notes.isEmpty)
    }

    @Test func notesOfAChatThatIsGoneGoToo() throws {
        let tray = NotificationTray(isAllowed: true)
        let notifier = LiveNotifier(isPossible: true)
        for chat: Int64 in [1, 2] {
            let note = UserNote(
                .answerEnded(chat: chat, title: "Chat \(chat)", .stop, text: "Yes.", isPrivate: false),
                isInFront: false, isWanted: true)
            notifier.show(try #require(note))
        }
        notifier.forget([1])
        #expect(tray.notes.map(\.title) == ["Chat 2"])
    }

    @Test func aProgramThatIsNoAppDoesNotTouchNotifications() throws {
        let tray = NotificationTray(isAllowed: true)
        let note = UserNote(.downloadEnded(title: "org/model"), isInFront: false, isWanted: true)
        LiveNotifier(isPossible: false).show(try #require(note))
        #expect(tray.questions == 0 && tray.notes.isEmpty)
    }
}
