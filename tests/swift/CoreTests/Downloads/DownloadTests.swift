import EngineKit
import Observation
import Synchronization
import Testing

@testable import Core

@Suite struct DownloadListTests {
    private func order(_ name: String, bytes: UInt64 = 0) -> DownloadOrder {
        DownloadOrder(DownloadRequest(repository: "o/\(name)"), bytes: bytes)
    }

    private func progress(
        _ fraction: Double, of total: UInt64, _ phase: DownloadProgress.Phase = .downloading(notice: nil)
    ) -> DownloadProgress {
        DownloadProgress(phase: phase, bytes: UInt64(fraction * Double(total)), total: total, fraction: fraction)
    }

    @Test func theWholeIsTheSumOfItsParts() {
        var list = DownloadList()
        list.add(order("a"))
        #expect(list.fraction == nil && list.running == 1)
        list.add(order("b"))
        list.update(order("a").request, progress(0.5, of: 100))
        #expect(list.fraction == 0.5)
        list.update(order("b").request, progress(0.8, of: 300))
        #expect(list.fraction == 0.725 && list.summary == "2 downloads, 73 %")
    }

    /// Sizes become known late, downloads are added, cancelled and fail: the bar never goes back.
    @Test(arguments: 0..<40)
    func itNeverGoesBack(seed: UInt64) {
        var random = Seeded(seed)
        var list = DownloadList()
        var last = 0.0
        var fractions: [String: Double] = [:]
        list.add(order("anchor", bytes: 1000))
        for _ in 0..<400 {
            let name = "\(Int.random(in: 0..<6, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: list.add(order(name, bytes: UInt64.random(in: 0...900, using: &random)))
            case 1: list.update(order(name).request, progress(0, of: 0, .cancelled))
            case 2: list.update(order(name).request, progress(0, of: 0, .failed(.test())))
            case 3: list.update(order(name).request, progress(1, of: 500, .done(folder: "/x")))
            default:
                fractions[name] = min(1, (fractions[name] ?? 0) + Double.random(in: -0.1...0.2, using: &random))
                list.update(
                    order(name).request,
                    progress(max(0, fractions[name] ?? 0), of: UInt64.random(in: 1...2000, using: &random)))
            }
            #expect((list.fraction ?? 0) >= last && (list.fraction ?? 0) <= 1)
            last = list.fraction ?? last
        }
    }

    @Test func aNewGroupBeginsAnew() {
        var list = DownloadList()
        list.add(order("a"))
        list.update(order("a").request, progress(1, of: 10, .done(folder: "/a")))
        #expect(list.fraction == 1 && !list.isBusy && list.summary == "No downloads")
        list.add(order("b"))
        #expect(list.fraction == nil && list.items.map(\.title) == ["b"])
        list.update(order("b").request, progress(0, of: 0, .cancelled))
        list.clear()
        #expect(list.items.isEmpty)
    }

    @Test func oneThatIsThereIsNotAddedTwice() {
        var list = DownloadList()
        let first = list.add(order("a"))
        let second = list.add(order("a"))
        #expect(first && !second && list.items.count == 1)
        list.update(order("x").request, progress(1, of: 1))
        #expect(list.items.count == 1)
    }

    @Test(arguments: [
        (DownloadProgress.Phase.listing, "Asking"), (.downloading(notice: nil), "2 GB of 4 GB, 50 MB/s, 40 s left"),
        (.downloading(notice: "the connection broke"), "50 % – the connection broke"), (.checking, "Checking"),
        (.paused, "Paused at 50 %"), (.failed(.test(.noSpace, "the disk is full")), "The disk is full."),
        (.done(folder: "/x"), "Downloaded"), (.cancelled, "Cancelled"),
    ])
    func eachStateIsSaid(_ phase: DownloadProgress.Phase, _ words: String) throws {
        var list = DownloadList()
        list.add(order("a"))
        var progress = progress(0.5, of: 4_000_000_000, phase)
        (progress.bytesPerSecond, progress.secondsLeft) = (50_000_000, 40)
        list.update(order("a").request, progress)
        let item = try #require(list.items.first)
        #expect(item.status.contains(words))
        let isFailed = if case .failed = phase { true } else { false }
        #expect((item.notice != nil) == isFailed && item.canCancel == !phase.isOver)
        #expect(item.canResume == (phase == .paused || isFailed) && !(item.canPause && item.canResume))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1, 0.5])
    func aSpeedThatIsNoNumberOfBytesIsNotSaid(_ speed: Double) {
        var list = DownloadList()
        list.add(order("a"))
        var progress = progress(0.5, of: 10)
        progress.bytesPerSecond = speed
        list.update(order("a").request, progress)
        #expect(list.items.first?.status == "5 bytes of 10 bytes")
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
final class DownloadsStoreTests {
    private let library = MockModelLibrary()
    private let made = Recorded<MockDownload>()
    private var done: [String] = []
    private lazy var store = DownloadsStore(library) { [unowned self] in done.append($0.request.repository) }

    init() {
        library.tell { [made] in
            $0.pull = { request throws(EngineError) in
                let download = MockDownload(request)
                made.add(download)
                return download
            }
        }
    }

    private func order(_ name: String, for model: String? = nil, companionOnly: Bool = false) -> DownloadOrder {
        DownloadOrder(DownloadRequest(repository: name, companionOnly: companionOnly), for: model)
    }

    private func download(_ name: String) throws -> MockDownload {
        try #require(made.all.last { $0.request.repository == name })
    }

    private func tell(_ name: String, _ phase: DownloadProgress.Phase, _ fraction: Double = 0.5) async throws {
        try download(name).tell(DownloadProgress(phase: phase, bytes: 5, total: 10, fraction: fraction))
        await eventually { self.store.list[DownloadRequest(repository: name)]?.progress.phase == phase }
    }

    @Test func severalAreDownloadedPausedResumedAndCancelled() async throws {
        await store.start([order("o/a"), order("o/b")])
        try await tell("o/a", .downloading(notice: nil))
        try await tell("o/b", .downloading(notice: nil))
        #expect(store.list.running == 2)
        store.pause(order("o/a").request)
        store.resume(order("o/a").request)
        #expect(try download("o/a").orders == [.pause])
        try await tell("o/a", .paused)
        store.pause(order("o/a").request)
        store.resume(order("o/a").request)
        #expect(try download("o/a").orders == [.pause, .resume])
        await store.cancel(order("o/b").request)
        try await tell("o/b", .cancelled)
        await store.cancel(order("o/b").request)
        #expect(try download("o/b").orders == [.cancel])
        store.clear()
        #expect(store.list.items.map(\.title) == ["a"])
    }

    @Test func whatArrivesChangesNotHowManyRun() async throws {
        await store.start([order("o/a")])
        try await tell("o/a", .downloading(notice: nil))
        let changes = Mutex(0)
        withObservationTracking {
            _ = (store.running, store.resumable)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try await tell("o/a", .downloading(notice: "again"), 0.6)
        #expect(changes.withLock { $0 } == 0 && store.running == 1 && store.resumable == 0)
        try await tell("o/a", .paused)
        #expect(changes.withLock { $0 } == 1 && store.running == 0 && store.resumable == 1)
    }

    @Test func allArePausedAndResumedTogether() async throws {
        await store.start([order("o/a"), order("o/b")])
        try await tell("o/a", .downloading(notice: nil))
        try await tell("o/b", .paused)
        store.pauseAll()
        #expect(try download("o/a").orders == [.pause] && download("o/b").orders.isEmpty)
        try await tell("o/a", .paused)
        store.resumeAll()
        #expect(try download("o/a").orders == [.pause, .resume] && download("o/b").orders == [.resume])
    }

    @Test func startingOneThatIsThereGoesOnWithIt() async throws {
        await store.start(order("o/a"))
        await store.start(order("o/a"))
        #expect(made.all.count == 1)
        try await tell("o/a", .failed(.test(.network)))
        await store.start(order("o/a"))
        #expect(try download("o/a").orders == [.resume] && made.all.count == 1)
        try await tell("o/a", .cancelled)
        await eventually { self.store.list.items.allSatisfy(\.isOver) }
        await store.start(order("o/a"))
        #expect(made.all.count == 2)
    }

    @Test func whatAnEarlierRunLeftWaitsForTheUser() async throws {
        library.tell {
            $0.unfinished = { () throws(EngineError) in
                [
                    DownloadRequest(repository: "o/a"), DownloadRequest(repository: "o/b"),
                    DownloadRequest(repository: "o/c"),
                ]
            }
        }
        await store.findLeftOver()
        #expect(made.all.isEmpty && store.list.running == 0 && store.list.resumable == 3)
        #expect(store.list.items.first?.status.contains("Left unfinished") == true)
        #expect(store.list.summary == "3 downloads to go on with")
        store.resume(order("o/a").request)
        await eventually { self.made.all.count == 1 }
        try await tell("o/a", .downloading(notice: nil))
        await store.cancel(order("o/b").request)
        #expect(try download("o/b").orders == [.cancel])
        await store.start(order("o/c"))
        #expect(try download("o/c").orders.isEmpty && store.list.running == 2)
        library.tell { $0.unfinished = { () throws(EngineError) in throw .test(.files) } }
        await store.findLeftOver()
        #expect(store.error == nil)
    }

    /// The library hands out the next download only when this is finished.
    private func holdPull() -> (pulls: Recorded<String>, release: AsyncStream<Void>.Continuation) {
        let pulls = Recorded<String>()
        let (held, release) = AsyncStream<Void>.makeStream()
        library.tell { [made] in
            $0.pull = { request throws(EngineError) in
                pulls.add(request.repository)
                for await _ in held {}
                let download = MockDownload(request)
                made.add(download)
                return download
            }
        }
        return (pulls, release)
    }

    @Test func aPauseWhileItIsBegunPausesIt() async throws {
        let (pulls, release) = holdPull()
        let starting = Task { await store.start(order("o/a")) }
        await eventually { !pulls.all.isEmpty }
        store.pause(order("o/a").request)
        release.finish()
        await starting.value
        #expect(try download("o/a").orders == [.pause] && pulls.all.count == 1)
    }

    @Test func aCancelWhileItIsBegunCancelsItAndPullsOnce() async throws {
        let (pulls, release) = holdPull()
        let starting = Task { await store.start(order("o/a")) }
        await eventually { !pulls.all.isEmpty }
        await store.cancel(order("o/a").request)
        store.pause(order("o/a").request)
        release.finish()
        await starting.value
        #expect(try download("o/a").orders == [.cancel] && pulls.all.count == 1)
    }

    @Test func oneLeftOverThatIsWantedAgainWhileItIsCancelledGoesOn() async throws {
        library.tell { $0.unfinished = { () throws(EngineError) in [DownloadRequest(repository: "o/a")] } }
        await store.findLeftOver()
        let (pulls, release) = holdPull()
        let cancelling = Task { await store.cancel(order("o/a").request) }
        await eventually { !pulls.all.isEmpty }
        await store.start(order("o/a"))
        release.finish()
        await cancelling.value
        #expect(try download("o/a").orders.isEmpty && pulls.all.count == 1 && store.list.running == 1)
    }

    @Test func oneBegunAnewCanBePausedWhileTheLastIsPaired() async throws {
        let pairing = Recorded<String>()
        let cancelled = Recorded<Bool>()
        let (held, release) = AsyncStream<Void>.makeStream()
        library.tell {
            $0.pair = { _, companion throws(EngineError) in
                pairing.add(companion)
                for await _ in held {}
                cancelled.add(Task.isCancelled)
            }
        }
        await store.start(order("o/c", for: "o/m"))
        try download("o/c").tell(DownloadProgress(phase: .done(folder: "/c")))
        await eventually { !pairing.all.isEmpty }
        await store.start(order("o/c", for: "o/m"))
        try await tell("o/c", .downloading(notice: nil))
        release.finish()
        await eventually { self.done == ["o/c"] }
        store.pause(order("o/c").request)
        #expect(try download("o/c").orders == [.pause] && made.all.count == 2 && cancelled.all == [false])
    }

    @Test func aCompanionIsPairedWhenItsModelIsThere() async throws {
        let pairs = Recorded<String>()
        let installed = Recorded<String>()
        library.tell {
            $0.pair = { model, companion throws(EngineError) in
                guard !installed.all.isEmpty else { throw .test(.notFound) }
                pairs.add("\(model) \(companion)")
            }
        }
        await store.start([order("o/m"), order("o/c", for: "o/m")])
        try await tell("o/c", .done(folder: "/c"))
        await eventually { self.done == ["o/c"] }
        #expect(pairs.all.isEmpty && store.error == nil)
        installed.add("o/m")
        try await tell("o/m", .done(folder: "/m"))
        await eventually { self.done == ["o/c", "o/m"] }
        #expect(pairs.all == ["o/m o/c"])
    }

    @Test func companionsThatArriveWhileOneIsPairedArePairedOnceEach() async throws {
        let pairs = Recorded<String>()
        let (held, release) = AsyncStream<Void>.makeStream()
        library.tell {
            $0.pair = { _, companion throws(EngineError) in
                pairs.add(companion)
                if companion == "o/c" { for await _ in held {} }
            }
        }
        await store.start([order("o/c", for: "o/m"), order("o/d", for: "o/n")])
        try download("o/c").tell(DownloadProgress(phase: .done(folder: "/c")))
        await eventually { pairs.all == ["o/c"] }
        try download("o/d").tell(DownloadProgress(phase: .done(folder: "/d")))
        await eventually { self.store.list[DownloadRequest(repository: "o/d")]?.isOver == true }
        for _ in 0..<50 { await Task.yield() }
        release.finish()
        await eventually { self.done.count == 2 }
        #expect(pairs.all.sorted() == ["o/c", "o/d"])
    }

    @Test func aCompanionIsNotForgottenThatArrivesWhileAnotherWaitsForItsModel() async throws {
        let pairs = Recorded<String>()
        let installed = Recorded<String>()
        let (held, release) = AsyncStream<Void>.makeStream()
        library.tell {
            $0.pair = { model, companion throws(EngineError) in
                if companion == "o/c", installed.all.isEmpty {
                    pairs.add("asked")
                    for await _ in held {}
                    throw .test(.notFound)
                }
                guard installed.all.contains(model) else { throw .test(.notFound) }
                pairs.add("\(model) \(companion)")
            }
        }
        await store.start([
            order("o/m"), order("o/n"), order("o/c", for: "o/m"), order("o/d", for: "o/n"),
        ])
        try download("o/c").tell(DownloadProgress(phase: .done(folder: "/c")))
        await eventually { pairs.all == ["asked"] }
        // All the rest arrives while the first is still asked for.
        try download("o/d").tell(DownloadProgress(phase: .done(folder: "/d")))
        installed.add("o/m")
        try download("o/m").tell(DownloadProgress(phase: .done(folder: "/m")))
        await eventually { self.store.list[DownloadRequest(repository: "o/m")]?.isOver == true }
        for _ in 0..<50 { await Task.yield() }
        release.finish()
        await eventually { pairs.all.contains("o/m o/c") }
        installed.add("o/n")
        try download("o/n").tell(DownloadProgress(phase: .done(folder: "/n")))
        await eventually { self.done.count == 4 }
        #expect(pairs.all == ["asked", "o/m o/c", "o/n o/d"] && store.error == nil)
    }

    @Test func aCompanionIsTakenOutOfItsRelease() async throws {
        let kept = Recorded<String>()
        library.tell {
            $0.keepCompanion = { release, folder, model throws(EngineError) in
                kept.add("\(release) \(folder) \(model)")
                return InstalledModel(name: "c", folder: "/c")
            }
        }
        await store.start(order("o/r", for: "o/m", companionOnly: true))
        try download("o/r").tell(DownloadProgress(phase: .done(folder: "/r")))
        await eventually { self.done == ["o/r"] }
        #expect(kept.all == ["o/r /r o/m"])
    }

    @Test func whatCannotBePairedOrBegunIsSaid() async throws {
        library.tell { $0.pair = { _, _ throws(EngineError) in throw .test(.companionMismatch) } }
        await store.start(order("o/c", for: "o/m"))
        try download("o/c").tell(DownloadProgress(phase: .done(folder: "/c")))
        await eventually { self.store.error?.kind == .companionMismatch }
        store.dismissError()
        library.tell { $0.pull = { _ throws(EngineError) in throw .test(.network, remedy: .checkNetwork) } }
        await store.start(order("o/x"))
        #expect(
            store.error?.kind == .network && store.list[order("o/x").request]?.notice?.action == .openNetworkSettings)
        #expect(store.list[order("o/x").request]?.canResume == true)
    }
}
