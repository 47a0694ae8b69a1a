import Core
import EngineKit
import Observation

/// What Tandem does for the Mac and its other programs, and tells its user when it is not in front.
@Observable @MainActor
final class GoodCitizen {
    private(set) var use = EngineUse()
    @ObservationIgnored private let services: CitizenServices
    @ObservationIgnored private let settings: SettingsStore
    @ObservationIgnored private let engine: WatchedEngine
    @ObservationIgnored private let library: ModelLibraryStore
    @ObservationIgnored private let downloads: DownloadsStore
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var held: String?
    @ObservationIgnored private var pressure = MemoryPressure()
    @ObservationIgnored private var ends = DownloadEnds()
    @ObservationIgnored private var following: OwnedTask?
    @ObservationIgnored private var idling: OwnedTask?
    @ObservationIgnored private var working: OwnedTask?
    @ObservationIgnored private var watches: [Any] = []
    /// Whether a chat is kept nowhere.
    @ObservationIgnored var isPrivate: (@MainActor (ConversationStore) -> Bool)?
    /// Ends all answers; what has come of them stays.
    @ObservationIgnored var stopAnswers: (@MainActor () -> Void)?
    /// Told of each download that is whole.
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
        let uses = engine.uses
        let task = Task { [weak self] in
            for await use in uses { self?.take(use) }
        }
        following = OwnedTask(task)
        services.pressure.watch { [weak self] level in self?.react(.level(level)) }
        services.power.watch { [weak self] in
            self?.write?()
        } wake: { [weak self] in
            self?.woke()
        }
        watches = [
            ValueWatch {
                downloads.list.isBusy
            } changed: { [weak self] _ in
                self?.holdActivity()
            },
            ValueWatch {
                downloads.list
            } changed: { [weak self] in
                self?.look(at: $0)
            },
        ]
    }

    var needsRelaunch: Bool { use.needsRelaunch }

    // MARK: Activity and memory

    private func take(_ new: EngineUse) {
        let old = use
        use = new
        holdActivity()
        library.loadedFolder = new.isLoaded ? new.folder : nil
        if old.isBusy != new.isBusy { react(.busy(new.isBusy)) }
        if old.isLoaded != new.isLoaded { react(.loaded(new.isLoaded)) }
        if new.ended != old.ended, !new.isBusy { lookAtMemory() }
        if new.isBusy { idling = nil }
    }

    private func holdActivity() {
        let reason = ActivityPlan.reason(generating: use.isBusy, downloading: downloads.list.isBusy)
        guard reason != held else { return }
        held = reason
        services.activity.hold(reason)
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
        idling = OwnedTask(task)
    }

    private func react(_ event: MemoryPressure.Event) {
        for effect in pressure.apply(event) {
            switch effect {
            case .stopAnswers: stopAnswers?()
            case .unload:
                let engine = engine
                let task = Task { _ = try? await engine.unload() }
                working = OwnedTask(task)
            }
        }
    }

    /// Disks may have come and gone meanwhile. Nothing is asked of the network.
    private func woke() {
        let library = library
        let task = Task { await library.refresh() }
        working = OwnedTask(task)
    }

    // MARK: Notes

    /// The drawing of an answer, with a note at its end.
    func noting(_ sink: (any AnswerSink)?, of conversation: ConversationStore) -> any AnswerSink {
        NotedAnswer(sink) { [weak self, weak conversation] failed in
            guard let conversation else { return }
            let isPrivate = self?.isPrivate?(conversation) ?? false
            self?.tell(
                .answered(
                    chat: isPrivate ? nil : conversation.chat?.id, title: conversation.shownTitle,
                    failed: failed))
        }
    }

    private func look(at list: DownloadList) {
        for event in ends.look(at: list) {
            if case .downloaded(let model) = event { downloaded?(model) }
            tell(event)
        }
    }

    func tell(_ event: UserNote.Event) {
        let note = UserNote(event, isInFront: services.process.isInFront, wanted: settings.settings.notifies)
        if let note { services.notifier.show(note) }
    }
}
