import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

@MainActor
struct DownloadsViewTests {
    private let request = DownloadRequest(repository: "org/large")

    private func open(_ test: TestApp) async throws -> Screen {
        test.offersModels()
        let screen = test.launch()
        try screen.press("m", modifiers: [.shift, .command])
        try await screen.wait(for: "the library") { $0.contains("On This Mac") }
        return screen
    }

    private func begin(_ test: TestApp) async -> MockDownload {
        let download = MockDownload(request)
        test.models.tell { script in script.pull = { _ throws(EngineError) in download } }
        await test.app.downloads.start(DownloadOrder(request))
        return download
    }

    @Test func aDownloadIsPausedResumedAndCancelledAfterAQuestion() async throws {
        let test = try await TestApp()
        let screen = try await open(test)
        let download = await begin(test)
        try await screen.wait(for: "the download") { $0.contains("1 download") }
        try screen.select("1 download")
        download.tell(
            DownloadProgress(
                phase: .downloading(notice: nil), bytes: 1_000_000_000, total: 4_000_000_000, fraction: 0.25,
                bytesPerSecond: 50_000_000, secondsLeft: 60))
        try await screen.wait(for: "the progress") { $0.contains("1 GB of 4 GB, 50 MB/s, 1 min left") }
        try screen.tap("Pause")
        #expect(download.orders == [.pause])
        download.tell(DownloadProgress(phase: .paused, bytes: 1, total: 4, fraction: 0.25))
        try await screen.wait(for: "the pause") { $0.contains("Paused at 25 %.") }
        try screen.tap("Resume")
        #expect(download.orders == [.pause, .resume])
        try screen.tap("Cancel…")
        try screen.tap("Go On")
        #expect(download.orders.count == 2)
        try screen.tap("Cancel…")
        try screen.tap("Cancel the Download")
        try await screen.wait(for: "the order") { _ in download.orders.last == .cancel }
        download.tell(DownloadProgress(phase: .cancelled))
        try await screen.wait(for: "the end") { $0.contains("Cancelled.") }
        try screen.tap("Clear the List")
        try await screen.wait(for: "nothing") { $0.contains("No downloads") }
    }

    @Test func whatAnEarlierRunLeftIsShownAndGoesOnWhenItIsWanted() async throws {
        let test = try await TestApp()
        let request = request
        test.models.tell { script in script.unfinished = { () throws(EngineError) in [request] } }
        await test.app.begin()
        let screen = try await open(test)
        try screen.select("1 download to go on with")
        #expect(screen.contains("Left unfinished the last time."))
        let download = MockDownload(request)
        test.models.tell { script in script.pull = { _ throws(EngineError) in download } }
        try screen.tap("Resume")
        try await screen.wait(for: "the download") { _ in test.app.downloads.list.isBusy }
    }

    @Test func eachFailureOffersWhatHelps() async throws {
        let test = try await TestApp()
        test.models.tell { script in
            script.hasToken = { () throws(EngineError) in false }
            script.keepToken = { _ throws(EngineError) in }
        }
        let screen = try await open(test)
        let download = await begin(test)
        try await screen.wait(for: "the download") { $0.contains("1 download") }
        try screen.select("1 download")
        func fail(_ kind: EngineError.Kind, _ message: String, _ remedy: EngineError.Remedy) async throws {
            download.tell(
                DownloadProgress(
                    phase: .failed(EngineError(kind: kind, message: message, detail: "", remedy: remedy))))
            try await screen.wait(for: message) { $0.contains(message) }
        }
        try await fail(.network, "The line is broken.", .tryAgain)
        try screen.tap("Try Again")
        #expect(download.orders == [.resume])
        try await fail(.noAccess, "Its terms have to be accepted.", .acceptTerms)
        try screen.tap("Open the Model’s Page")
        #expect(test.mac.citizen.opened.last?.absoluteString == "https://huggingface.co/org/large")
        try await fail(.noSpace, "The disk is full.", .freeSpace)
        try screen.tap("Show Storage…")
        #expect(test.mac.citizen.opened.count == 2)
        try await fail(.noAccess, "It needs a token.", .enterToken)
        try screen.tap("Enter Token…")
        try screen.type("hf_0123456789", into: "Token")
        try screen.tap("Keep Token")
        try await screen.wait(for: "the token") { _ in test.app.token.isKept }
        try screen.tap("Try Again")
        #expect(download.orders == [.resume, .resume])
    }
}
