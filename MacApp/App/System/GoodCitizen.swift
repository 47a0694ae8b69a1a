import Core
import EngineKit
import Observation

/// What Tandem does for the Mac and its other programs, and what it tells its user when it is not in front.
@Observable @MainActor
final class GoodCitizen {
    private(set) var use = EngineUse()
    /// What the user is to know of the Mac's memory.
    private(set) var memoryBanner: String?
    @ObservationIgnored private let services: CitizenServices
    @ObservationIgnored private let settings: SettingsStore
    @ObservationIgnored private let engine: WatchedEngine
    @ObservationIgnored private let library: ModelLibraryStore
    @ObservationIgnored private let downloads: DownloadsStore
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let elapsed: @MainActor () -> Duration
    @ObservationIgnored private var activity = ActivityPolicy()
    @ObservationIgnored private var pressure = MemoryPressurePolicy()
    @ObservationIgnored private var ends = DownloadEnds()
    @ObservationIgnored private var following: OwnedTask?
    @ObservationIgnored private var looking: OwnedTask?
    @ObservationIgnored private var ticking: OwnedTask?
    @ObservationIgnored private var unloading: OwnedTask?
    @ObservationIgnored private var waking: OwnedTask?
    @ObservationIgnored private var watches: [Any] = []
    /// Told of each model that has been downloaded.
    @ObservationIgnored var downloaded: (@MainActor (String) -> Void)?
    /// Writes what is not on the disk.
    @ObservationIgnored var write: (@MainActor () -> Void)?

    init(
        _ services: CitizenServices, settings: SettingsStore, engine: WatchedEngine, library: ModelLibraryStore,
        downloads: DownloadsStore, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.services = services
        self.settings = settings
        self.engine = engine
        self.library = library
        self.downloads = downloads
        self.clock = clock
        elapsed = timeSinceNow(on: clock)
        // An app before this one, in the same process, may have left one.
        services.activity.end()
        let uses = engine.uses
        let task = Task { [weak self] in
            for await use in uses { self?.take(use) }
        }
        following = OwnedTask(task)
        services.pressure.watch { [weak self] level in
            self?.press { $0.changed(to: level, at: $1) }
        }
        services.power.watch { [weak self] in
            self?.write?()
        } wake: { [weak self] in
            self?.woke()
        }
        watches = [
            ValueWatch {
                downloads.list
            } changed: { [weak self] list in
                self?.holdActivity()
                self?.look(at: list)
            }
        ]
    }

    var needsRelaunch: Bool { use.needsRelaunch }

    // MARK: Activity and memory

    private func take(_ new: EngineUse) {
        let old = use
        use = new
        holdActivity()
        library.loadedFolder = new.isLoaded ? new.folder : nil
        for _ in 0..<max(0, new.running - old.running) { press { $0.answerBegan(at: $1) } }
        for _ in 0..<max(0, old.running - new.running) { press { $0.answerEnded(at: $1) } }
        if old.isLoaded != new.isLoaded { press { $0.loaded(new.isLoaded, at: $1) } }
        if new.isBusy { looking = nil } else if new.ended != old.ended { lookAtMemory() }
    }

    private func holdActivity() {
        var work = ActivityPolicy.Work()
        (work.answers, work.downloads) = (use.running, downloads.list.running)
        switch activity.changed(to: work) {
        case .begin(let reason): services.activity.begin(reason)
        case .end: services.activity.end()
        case nil: break
        }
    }

    /// Sees what the last use has left in memory, and again when the engine will have freed it.
    private func lookAtMemory() {
        let (engine, clock) = (engine, clock)
        let limit = settings.settings.idleUnloadSeconds.map { Duration.seconds(Int64($0) + 5) }
        let task = Task {
            await engine.look()
            guard let limit else { return }
            do { try await clock.sleep(for: limit, tolerance: .seconds(5)) } catch { return }
            await engine.look()
        }
        looking = OwnedTask(task)
    }

    private func press(_ change: (inout MemoryPressurePolicy, Duration) -> [MemoryPressurePolicy.Action]) {
        for action in change(&pressure, elapsed()) {
            switch action {
            case .bannerChanged: memoryBanner = pressure.banner
            case .unload:
                let engine = engine
                let task = Task { _ = try? await engine.unload() }
                unloading = OwnedTask(task)
            }
        }
        engine.setAcceptsLoads(pressure.acceptsLoads)
        ticking = nil
        guard let next = pressure.nextTick else { return }
        let (clock, wait) = (clock, max(.zero, next - elapsed()))
        let task = Task { [weak self] in
            do { try await clock.sleep(for: wait, tolerance: .seconds(1)) } catch { return }
            self?.press { $0.tick(at: $1) }
        }
        ticking = OwnedTask(task)
    }

    /// Disks may have come and gone meanwhile. Nothing is asked of the network.
    private func woke() {
        let library = library
        let task = Task { await library.refresh() }
        waking = OwnedTask(task)
    }

    // MARK: Notes

    private func look(at list: DownloadList) {
        for end in ends.look(at: list) {
            if end.failure == nil { downloaded?(end.request.repository) }
            tell(end.event)
        }
    }

    /// Tells that an answer has ended, if its reader is elsewhere. `text` is without marks.
    func answered(
        _ conversation: ConversationStore, _ ending: AnswerAccount.Ending, text: String, isPrivate: Bool
    ) {
        tell(
            .answerEnded(
                chat: isPrivate ? nil : conversation.chat?.id, title: conversation.shownTitle, ending,
                text: text, isPrivate: isPrivate))
    }

    private func tell(_ event: NotificationPolicy.Event) {
        let note = UserNote(event, isInFront: services.process.isInFront, isWanted: settings.settings.notifies)
        if let note { services.notifier.show(note) }
    }
}
