import EngineKit
import Foundation
import TestHub
import Testing

extension Live {
    /// Downloads from a hub that misbehaves, up to an answer of the model that came.
    struct DownloadTests {
        let home: LiveHome
        let hub: TestHub

        init() throws {
            home = try LiveHome()
            hub = try TestHub()
        }

        private func library() async throws -> (LiveEngine, LiveModelLibrary) {
            let engine = try await home.engine { $0.hub = hub.address }
            return (engine, engine.models())
        }

        /// Follows a download to a phase; it must never go back.
        private func wait(
            _ download: any DownloadProtocol, until reached: (DownloadProgress) -> Bool
        ) async throws -> DownloadProgress {
            var furthest = 0.0
            for await progress in download.progress() {
                #expect(progress.fraction >= furthest)
                furthest = progress.fraction
                if reached(progress) { return progress }
                if case .failed(let error) = progress.phase { throw error }
            }
            throw UnexpectedSuccess()
        }

        private func isDone(_ progress: DownloadProgress) -> Bool {
            if case .done = progress.phase { return true }
            return false
        }

        @Test func aModelThatIsPausedAndResumedAnswersWithItsCompanion() async throws {
            let pocket = checkout.appendingPathComponent("models/pocket")
            try hub.tell("put some/model \(pocket.path)/target")
            try hub.tell("put some/companion \(pocket.path)/companion")
            try hub.tell("stall 9000000")
            let (engine, library) = try await library()
            let download = try await library.pull(DownloadRequest(repository: "some/model"))
            // What has arrived counts when it is recorded, which is after each 8 MiB.
            let recorded: UInt64 = 8 << 20
            _ = try await wait(download) { $0.bytes >= recorded }
            download.pause()
            let paused = try await wait(download) { $0.phase == .paused }
            #expect(paused.fraction < 1 && paused.total > 14_000_000)
            #expect(try await library.list().models.first?.state != .whole)
            #expect(Meter.read().downloads == 1)

            try hub.tell("behave")
            download.resume()
            let done = try await wait(download, until: isDone)
            #expect(done.bytes == done.total && done.fraction == 1)
            // What was recorded did not come again.
            #expect(try hub.sent() <= done.total + 9_000_000 - recorded)
            // Whoever looks later sees the end too.
            #expect(try await wait(download, until: isDone) == done)
            #expect(try await library.unfinished().isEmpty)

            let companion = try await library.pull(DownloadRequest(repository: "some/companion"))
            _ = try await wait(companion, until: isDone)
            try await library.pair("some/model", with: "some/companion")
            let offer = try await library.show("some/model", context: 4096)
            #expect(offer.installed?.owned == true && offer.bytesToFetch == 0 && offer.memory != nil)
            guard case .paired(let paired)? = offer.installedCompanion else {
                Issue.record("it drafts with \(String(describing: offer.installedCompanion))")
                return
            }
            #expect(paired.name == "some/companion")

            var request = try await question(engine, tokens: 32)
            request.model = try await library.folders(of: "some/model")
            request.speculate = .depth(2)
            let (text, account) = try await follow(engine.answer(request))
            #expect(!text.isEmpty && account.speculation.active && account.speculation.accepted > 0)

            #expect(try await library.unpair("some/model"))
            #expect(try await library.delete("some/companion") > 4_000_000)
            #expect(try await library.list().models.map(\.name) == ["some/model"])
        }

        @Test func aConnectionThatBreaksIsTakenUpAgain() async throws {
            try hub.tell("put some/model \(checkout.path)/models/pocket/companion")
            try hub.tell("break")
            let (_, library) = try await library()
            let download = try await library.pull(DownloadRequest(repository: "some/model"))
            let done = try await wait(download, until: isDone)
            #expect(done.bytes == done.total)
            let (files, _) = try await result(library.verify("some/model"))
            #expect(files.count >= 3 && files.allSatisfy { $0.state == .good })
        }

        @Test func aDownloadThatIsCancelledLeavesNothingAndItsStreamsEnd() async throws {
            try hub.tell("put some/model \(checkout.path)/models/pocket/companion")
            try hub.tell("stall 100000")
            let (_, library) = try await library()
            let download = try await library.pull(DownloadRequest(repository: "some/model"))
            _ = try await wait(download) { $0.bytes > 0 }
            // Nobody looks at it any more; it goes on.
            let again = try await library.pull(DownloadRequest(repository: "some/model"))
            #expect(Meter.read().downloads == 1)
            download.cancel()
            let last = try await wait(again) { $0.phase.isOver }
            #expect(last.phase == .cancelled)
            #expect(try await library.list().models.isEmpty)
            #expect(try await library.unfinished().isEmpty)
        }

        @Test func whatWasBegunIsKnownToTheNextRun() async throws {
            try hub.tell("put some/model \(checkout.path)/models/pocket/companion")
            try hub.tell("stall 100000")
            let request = DownloadRequest(repository: "some/model", revision: "main")
            let (_, library) = try await library()
            let download = try await library.pull(request)
            _ = try await wait(download) { $0.bytes > 0 }
            download.pause()
            _ = try await wait(download) { $0.phase == .paused }
            try hub.tell("behave")
            let (_, next) = try await self.library()
            #expect(try await next.unfinished() == [request])
            _ = try await wait(try await next.pull(request), until: isDone)
            #expect(try await next.unfinished().isEmpty)
        }

        @Test func theHubIsSearchedAndTheCuratedModelsAreShown() async throws {
            try hub.tell("put some/model \(checkout.path)/models/pocket/companion")
            let (_, library) = try await library()
            #expect(try await library.search("some", limit: 9).map(\.repository) == ["some/model"])
            let curated = try await library.curated("")
            #expect(!curated.isEmpty && curated.allSatisfy { $0.available == false })
        }
    }
}
