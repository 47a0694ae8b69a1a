import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

extension OneByOne {
    /// What the sidebar says when there is nothing, too much, or something wrong.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct SidebarStateTests {
        private nonisolated static let failure = EngineError(
            kind: .files, message: "the disk does not answer", detail: "", remedy: .tryAgain)

        /// The app of a preview, past its first steps.
        private func launch(_ services: AppServices) -> Screen {
            services.settings.change { $0.onboarding = .done }
            return Screen(app: TandemApp(Startup(AppModel(services))))
        }

        @Test func withoutChatsItInvites() async throws {
            let screen = try await TestApp().launch()
            try await screen.wait(for: "the invitation") { $0.contains("No Chats Yet") }
            try screen.tap("New Chat", near: "No Chats Yet")
        }

        @Test func aFailureHasAWayOn() async throws {
            let mock = MockChatStore.preview(.chat)
            mock.tell { $0.list = { _, _, _ throws(EngineError) in throw Self.failure } }
            var services = AppServices.preview(.chat)
            services.chats = mock
            let screen = launch(services)
            try await screen.wait(for: "the failure") { $0.contains("The disk does not answer.") }
            mock.tell { $0.list = { _, skip, _ throws(EngineError) in skip == 0 ? PreviewContent.chat.chats : [] } }
            try screen.tap("Try Again")
            try await screen.waitForRow("Bread without kneading")
            // Later it is a line below what is there.
            mock.tell { $0.setPinned = { _, _ throws(EngineError) in throw Self.failure } }
            try screen.choose("Pin", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "the failure") { $0.contains("The disk does not answer.") }
            #expect(screen.rows().contains("Bread without kneading"))
            try screen.tap("Dismiss")
            #expect(!screen.contains("The disk does not answer."))
        }

        @Test func aThousandChatsAreThereAndADrawnRowIsNotDrawnAgain() async throws {
            let screen = launch(.preview(.many(1000)))
            try await screen.waitForRow("Chat 1")
            #expect(screen.rows().count { $0.hasPrefix("Chat ") } == 1000)
            let before = screen.redraws(of: ChatRow.self)
            try screen.type("x", into: "Message")
            #expect(screen.redraws(of: ChatRow.self) == before)
        }

        @Test func aRowSaysWhenAndThatAnAnswerIsBeingWritten() async throws {
            let test = try await TestApp()
            let (stream, continuation) = AnswerSteps.Stream.makeStream()
            test.engine.tell { $0.answer = { _ in AnswerSteps(stream) {} } }
            let screen = test.launch()
            try screen.type("Why is the sky blue?", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the mark at the chat") {
                (try? $0.spoken("Why is the sky blue?"))?.value?.hasPrefix("An answer is being written, ") == true
            }
            continuation.yield(.text("Because."))
            continuation.yield(.ended(AnswerAccount(text: "Because.", ending: .stop)))
            continuation.finish()
            try await screen.wait(for: "the end of the mark") {
                (try? $0.spoken("Why is the sky blue?"))?.value?.hasPrefix("An answer") == false
            }
        }

        @Test func damagedChatsAreRepairedAfterAQuestion() async throws {
            let damaged = MockChatStore.preview(.chat)
            damaged.tell {
                $0.condition = .salvaged(chats: 2, messages: 2, source: "/home/chats.sqlite")
                $0.repair = { () throws(EngineError) in "/home/chats-damaged.sqlite" }
            }
            var services = AppServices.preview(.chat)
            services.chats = damaged
            services.reopenChats = { MockChatStore.preview(.chat) }
            let screen = launch(services)
            try screen.tap("Repair…")
            try screen.tap("Repair")
            try await screen.wait(for: "what was done") {
                $0.question == "Your chats are in a new file. The damaged one is kept: /home/chats-damaged.sqlite"
            }
            try screen.tap("OK")
            try await screen.waitForRow("Bread without kneading")
            #expect(throws: ScreenError.self) { try screen.tap("Repair…") }
        }

        @Test func chatsThatCannotBeWrittenAreSaidToBeSo() async throws {
            let mock = MockChatStore.preview(.chat)
            mock.tell { $0.condition = .readOnly("the disk is locked") }
            var services = AppServices.preview(.chat)
            services.chats = mock
            let screen = launch(services)
            #expect(screen.contains("Chats can be read but nothing new is kept: the disk is locked"))
            #expect(throws: ScreenError.self) { try screen.tap("Repair…") }
        }
    }
}
