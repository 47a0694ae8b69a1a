import AppKit
import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

@MainActor
struct LeavingTests {
    private let lost = EngineError(kind: .backend, message: "the GPU is lost", detail: "", remedy: .restart)

    @Test func quittingStopsWhatRunsAndKeepsWhatIsTyped() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let (stream, continuation) = AnswerSteps.Stream.makeStream()
        test.engine.tell { script in script.answer = { _ in AnswerSteps(stream) {} } }
        try screen.type("Why?", into: "Message")
        try screen.tap("Send")
        continuation.yield(.text("Because"))
        try await screen.wait(for: "the answer") { $0.contains("Because") }
        try screen.type("and then", into: "Message")
        let download = MockDownload(DownloadRequest(repository: "org/a"))
        test.models.tell { script in script.pull = { _ throws(EngineError) in download } }
        await test.app.downloads.start(DownloadOrder(download.request))
        download.tell(DownloadProgress(phase: .downloading(notice: nil)))
        try await screen.wait(for: "the download") { _ in test.app.downloads.list.isBusy }

        let delegate = AppDelegate()
        delegate.startup = Startup(test.app)
        #expect(delegate.applicationShouldTerminate(.shared) == .terminateLater)
        // Whoever asks again meanwhile, as logging out does, waits for the same.
        #expect(delegate.applicationShouldTerminate(.shared) == .terminateLater)
        try await screen.wait(for: "the end of the answer") { _ in !test.app.conversations.isAnswering }
        try await screen.wait(for: "the draft") { _ in
            try test.draftFile.read().map { String(decoding: $0, as: UTF8.self) }?.contains("and then") == true
        }
        #expect(download.orders == [.pause])
        let chat = try #require(try await test.chats.list(.all, skip: 0, limit: 9).first)
        let answer = try #require(try await test.chats.conversation(chat.id).messages.last)
        #expect(answer.state == .cut && answer.text == "Because")
    }

    @Test func beforeTheEngineIsOpenThereIsNothingToWaitFor() {
        let delegate = AppDelegate()
        #expect(delegate.applicationShouldTerminate(.shared) == .terminateNow)
        #expect(!delegate.applicationShouldTerminateAfterLastWindowClosed(.shared))
    }

    private func loses(_ test: TestApp, _ screen: Screen) async throws {
        let lost = lost
        test.engine.tell { script in
            script.answer = { _ in
                let (stream, continuation) = AnswerSteps.Stream.makeStream()
                continuation.yield(.text("Half"))
                continuation.yield(.ended(AnswerAccount(text: "Half", ending: .failed(lost))))
                continuation.finish(throwing: lost)
                return AnswerSteps(stream) {}
            }
        }
        try screen.type("Why?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the banner") {
            $0.texts().contains { $0.hasPrefix("Tandem has to be opened anew") }
        }
    }

    @Test func aLostGraphicsProcessorIsSaidInEveryWindowAndANewStartLosesNothing() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        #expect(!test.app.context.availability(of: .relaunch).isAvailable)
        try await loses(test, screen)
        for window in [AppWindow.main, .models, .settings] {
            test.app.openWindow?(window)
            try await screen.wait(for: "the banner of \(window)") {
                $0.texts().contains { $0.hasPrefix("Tandem has to be opened anew") }
            }
        }
        #expect(test.app.context.availability(of: .relaunch).isAvailable)
        try screen.bringToFront(screen.windows[0])
        try screen.type("and then", into: "Message")
        try screen.tap(
            "Relaunch Tandem", near: "Tandem has to be opened anew before it can answer again. Nothing is lost.")
        try await screen.wait(for: "the end") { _ in test.mac.citizen.terminated == 1 }
        #expect(test.mac.citizen.started == 1)
        #expect(try test.draftFile.read().map { String(decoding: $0, as: UTF8.self) }?.contains("and then") == true)
        let chat = try #require(try await test.chats.list(.all, skip: 0, limit: 9).first)
        #expect(try await test.chats.conversation(chat.id).messages.last?.text == "Half")
    }

    @Test func theBannerSaysThatPrivateWordsAreLost() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await loses(test, screen)
        try screen.press("n", modifiers: [.shift, .command])
        try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
        #expect(screen.contains("Tandem has to be opened anew before it can answer again. Nothing is lost."))
        try screen.type("A secret", into: "Message")
        #expect(
            screen.contains("Tandem has to be opened anew before it can answer again. Only private chats are lost."))
    }

    @Test func whereMacOSOpensNoOtherTandemItIsSaid() async throws {
        let test = try await TestApp()
        test.mac.citizen.canStartAnother = false
        let screen = test.launch()
        try await loses(test, screen)
        let download = MockDownload(DownloadRequest(repository: "org/a"))
        test.models.tell { script in script.pull = { _ throws(EngineError) in download } }
        await test.app.downloads.start(DownloadOrder(download.request))
        download.tell(DownloadProgress(phase: .downloading(notice: nil)))
        try await screen.wait(for: "the download") { _ in test.app.downloads.list.running == 1 }
        let window = try test.window
        try screen.type("and then", into: "Message")
        var couldSend = true
        test.mac.citizen.whileStarting = {
            couldSend = window.composer.canSend
            download.tell(DownloadProgress(phase: .paused))
            while test.app.downloads.list.resumable == 0 { await Task.yield() }
        }
        test.app.perform(.relaunch, in: nil)
        try await screen.wait(for: "the news") { $0.texts().contains { $0.hasPrefix("macOS did not open Tandem") } }
        // It goes on as before: what was ended can be begun again.
        #expect(!couldSend && window.composer.canSend && window.conversation.canSend)
        #expect(download.orders == [.pause, .resume])
        #expect(test.mac.citizen.terminated == 0)
        try screen.tap("Quit Tandem")
        #expect(test.mac.citizen.terminated == 1)
    }
}
