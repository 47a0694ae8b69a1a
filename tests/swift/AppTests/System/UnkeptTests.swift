import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Synchronization
import Testing

@testable import Tandem

extension OneByOne {
    /// What is not on the disk: nothing says that it is kept, and it does not go without a question.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct UnkeptTests {
        private let words = "Something that was answered or written is not on the disk and will be gone."

        /// Over a disk on which no piece of an answer has room.
        private func answeredInVain(_ test: TestApp) async throws -> (AppModel, Screen) {
            let chats = try await LiveChatStore.temporary()
            let full = EngineError(kind: .noSpace, message: "the disk is full", detail: "", remedy: .tryAgain)
            var script = MockChatStore.Script()
            script.condition = .healthy
            script.create = { new throws(EngineError) in try await chats.create(new) }
            script.chat = { id throws(EngineError) in try await chats.chat(id) }
            script.list = { shelf, skip, limit throws(EngineError) in
                try await chats.list(shelf, skip: skip, limit: limit)
            }
            script.folders = { () throws(EngineError) in [] }
            script.conversation = { id throws(EngineError) in try await chats.conversation(id) }
            script.add = { message, chat, parent throws(EngineError) in
                try await chats.add(message, to: chat, after: parent)
            }
            script.prompt = { message, options throws(EngineError) in try await chats.prompt(of: message, to: options) }
            script.beginAnswer = { question, model throws(EngineError) in
                try await chats.beginAnswer(to: question, model: model)
            }
            script.append = { _, _ throws(EngineError) in throw full }
            script.untitled = { _ throws(EngineError) in nil }
            script.purgeDeleted = { _ throws(EngineError) in 0 }
            var services = test.services
            services.chats = MockChatStore(script)
            let app = AppModel(services)
            let screen = Screen(app: TandemApp(Startup(app)))
            try screen.type("Why?", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the notice") { $0.texts().contains { $0.contains("not on the disk") } }
            return (app, screen)
        }

        @Test func anAnswerDoesNotGoWithTheAppUnasked() async throws {
            let (app, screen) = try await answeredInVain(try await TestApp())
            #expect(app.holdsUnkeptWords)
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" && $0.contains(words) }
            try screen.tap("Cancel")
            try await screen.wait(for: "the answer") { $0.quits == false }
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            try screen.tap("Quit Tandem")
            try await screen.wait(for: "the end") { $0.quits == true }
        }

        @Test func aNewStartSaysWhatItCosts() async throws {
            let test = try await TestApp()
            let (app, screen) = try await answeredInVain(test)
            let lost = EngineError(kind: .backend, message: "the GPU is lost", detail: "", remedy: .restart)
            test.engine.tell { script in script.answer = { _ in AnswerSteps(.init { $0.finish(throwing: lost) }) {} } }
            try screen.press("n", modifiers: .command)
            try await screen.wait(for: "a new chat") { $0.windows == ["New Chat"] }
            try screen.type("And now?", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the banner") {
                $0.contains("Tandem has to be opened anew before it can answer again. What is not on the disk is lost.")
            }
            app.relaunch()
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" && $0.contains(words) }
            #expect(test.mac.citizen.started == 0)
        }

        @Test func whatIsWrittenDoesNotGoWithTheAppUnasked() async throws {
            var services = AppServices.preview(.chat)
            services.drafts = DraftStore(NoRoom())
            services.settings.change { $0.onboarding = .done }
            let screen = Screen(app: TandemApp(Startup(AppModel(services))))
            try await screen.waitForRow("Why the sky is blue")
            try screen.type("A thought", into: "Message")
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the news") { $0.question == ComposerWords.draftsNotKept }
            try screen.tap("OK")
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" && $0.contains(words) }
            try screen.tap("Cancel")
            try await screen.wait(for: "the answer") { $0.quits == false }
        }

        @Test func theNextWindowGoesOnWithWhatAClosedOneHeld() async throws {
            let test = try await TestApp()
            let screen = test.launch()
            try screen.type("A thought", into: "Message")
            // A view may hold it for longer than the window is there.
            let held = try test.window
            screen.closeWindow()
            await screen.settle()
            test.app.openWindow?(.main)
            try await screen.wait(for: "the next window") { try $0.text(in: "Message") == "A thought" }
            #expect(try test.window !== held)
        }

        @Test func repairingSaysThatPrivateChatsGoAndEverythingBeginsAnew() async throws {
            let damaged = MockChatStore.preview(.chat)
            damaged.tell {
                $0.condition = .salvaged(chats: 2, messages: 2, source: "/home/chats.sqlite")
                $0.repair = { () throws(EngineError) in "/home/chats-damaged.sqlite" }
            }
            let listed = Mutex(0)
            let models = MockModelLibrary()
            models.tell { script in
                script.list = { () throws(EngineError) in
                    listed.withLock { $0 += 1 }
                    return ModelListing(models: [], notices: [])
                }
            }
            var services = AppServices.preview(.chat)
            (services.chats, services.models) = (damaged, models)
            services.reopenChats = { MockChatStore.preview(.chat) }
            services.settings.change { $0.onboarding = .done }
            let app = AppModel(services)
            let screen = Screen(app: TandemApp(Startup(app)))
            try await screen.waitForRow("Why the sky is blue")
            try screen.press("n", modifiers: [.shift, .command])
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
            try screen.type("A secret", into: "Message")
            try screen.tap("Repair…")
            #expect(screen.texts().contains { $0.hasSuffix("Private chats are kept nowhere and will be gone.") })
            let before = listed.withLock { $0 }
            try screen.tap("Repair")
            try await screen.wait(for: "the models, read anew") { _ in listed.withLock { $0 } > before }
        }
    }
}

private struct NoRoom: DocumentKeeping {
    func read() -> Data? { nil }
    func write(_ data: Data) throws { throw CocoaError(.fileWriteOutOfSpace) }
    func setAside() {}
}
