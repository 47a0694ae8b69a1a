import Core
import EngineKit
import Foundation
import Observation

/// What all windows share.
@Observable @MainActor
final class AppModel {
    @ObservationIgnored let services: AppServices
    let settings: SettingsStore
    let library: ModelLibraryStore
    let downloads: DownloadsStore
    let statistics: LiveStatisticsStore
    let citizen: GoodCitizen
    let loader: ModelLoader
    let places: ModelPlaces
    let token: HubToken
    let firstRun: FirstRunModel
    let speech: Speech
    let measure: MeasureStore
    let importer: Importer
    /// macOS did not open another Tandem: the user has to.
    var relaunchFailed = false
    @ObservationIgnored let drafts: DraftStore
    @ObservationIgnored private(set) lazy var conversations = Conversations(conversationServices)
    @ObservationIgnored private var windows: [UUID: WeakWindow] = [:]
    /// The one that was last in front.
    @ObservationIgnored private weak var front: WindowModel?
    @ObservationIgnored private var retitling: OwnedTask?
    /// A command that waits for a window to be carried out in.
    @ObservationIgnored var waiting: AppCommand?
    /// A chat that waits for a window to be shown in.
    @ObservationIgnored private var waitingChat: Int64?
    /// The window that asked for an import, and what came of one that no window is there to tell.
    @ObservationIgnored private weak var importingWindow: WindowModel?
    @ObservationIgnored private var waitingReport: ImportReport?
    /// Addresses that wait for a window to be followed in.
    @ObservationIgnored private var addresses: [URL] = []
    var leaving: OwnedTask?
    /// The user was asked, and said yes.
    @ObservationIgnored var letsPrivateChatsGo = false
    /// The user is being asked.
    @ObservationIgnored var askedToQuit: FirstAnswer?
    /// How long quitting waits for that answer.
    @ObservationIgnored var patience = Duration.seconds(60)
    @ObservationIgnored var watches: [Any] = []
    /// Opens a window of the app; only a view knows how.
    @ObservationIgnored var openWindow: (@MainActor (AppWindow) -> Void)?
    /// Opens a main window with a chat in it.
    @ObservationIgnored var openChatWindow: (@MainActor (WindowSeed) -> Void)?
    /// Has the app go on with other services, after the chats were repaired.
    @ObservationIgnored var startOver: (@MainActor (AppServices, _ notice: String) -> Void)?
    /// Something to be told once, whichever window is there.
    var notice: String?
    /// Where in another window an address leads; that window takes it.
    var wantedChoice: LibraryChoice?
    var wantedSettings: SettingsPane?

    private struct WeakWindow {
        weak var window: WindowModel?
    }

    init(_ given: AppServices) {
        var services = given
        // Whatever is asked of the engine is seen.
        let engine = WatchedEngine(given.engine)
        services.engine = engine
        self.services = services
        settings = services.settings
        drafts = services.drafts
        let library = ModelLibraryStore(services.models)
        self.library = library
        let downloads = DownloadsStore(services.models) { [weak library] _ in Task { await library?.refresh() } }
        self.downloads = downloads
        let citizen = GoodCitizen(
            services.system.citizen, settings: services.settings, engine: engine, library: library,
            downloads: downloads)
        self.citizen = citizen
        loader = ModelLoader(engine, services.models)
        places = ModelPlaces(services.models) { [weak library] in Task { await library?.refresh() } }
        token = HubToken(services.models)
        firstRun = FirstRunModel(
            settings: services.settings, library: library, downloads: downloads,
            loginItem: services.system.citizen.loginItem)
        statistics = LiveStatisticsStore(read: services.meter)
        speech = Speech(services.system.speaker)
        measure = MeasureStore(engine: engine, models: services.models, settings: services.settings)
        importer = Importer(services.chats)
        connect()
        importer.finished = { [weak self] in self?.imported($0) }
        drafts.onFailure = { [weak self] in self?.notice = ComposerWords.draftsNotKept }
    }

    private var conversationServices: ConversationServices {
        let (settings, markup) = (settings, services.markup)
        var all = ConversationServices(
            chats: services.chats, engine: services.engine, models: services.models, settings: { settings.settings },
            sink: { $0.transcripts.begin($1) })
        all.transcript = { Transcript(markup: markup, opensWhileThinking: settings.settings.showsThinkingAtOnce) }
        all.changed = { [weak self] in self?.chatChanged($0) }
        all.answered = { [weak self] in self?.answered($0, $1, $2) }
        return all
    }

    /// What is read once the first window can be seen.
    func begin() async {
        await library.refresh()
        await downloads.findLeftOver()
        await conversations.purgeDeleted()
        services.passingFiles.removeOld()
    }

    // MARK: Windows

    /// The model of a window, which a window that is drawn anew finds again.
    func window(_ id: UUID) -> WindowModel {
        if let window = windows[id]?.window { return window }
        windows = windows.filter { $0.value.window != nil }
        let window = WindowModel(self, id)
        windows[id] = WeakWindow(window: window)
        return window
    }

    var openWindows: [WindowModel] { windows.values.compactMap(\.window) }

    /// The window that was last in front, where something from outside is shown.
    var frontWindow: WindowModel? {
        let open = openWindows
        return open.first { $0 === front } ?? open.first
    }

    func windowIsInFront(_ window: WindowModel) { front = window }

    var holdsPrivateWords: Bool { windowWithPrivateWords != nil }

    /// The one in front, if it is one of them.
    var windowWithPrivateWords: WindowModel? {
        frontWindow.flatMap { $0.holdsPrivateWords ? $0 : nil } ?? openWindows.first(where: \.holdsPrivateWords)
    }

    /// Something that the lists of chats show has changed.
    func chatsChanged() {
        for window in openWindows { window.chatsChanged() }
    }

    /// A chat has something new that its row shows; the first words of the first message are its title from then on.
    private func chatChanged(_ chat: Int64) {
        chatsChanged()
        let conversations = conversations
        retitling = OwnedTask(Task { await conversations.filed([chat]) })
    }

    /// Chats were deleted for good, from whichever window; that one shows `next` instead.
    func chatsDeleted(_ chats: Set<Int64>, from origin: WindowModel? = nil, next: Int64? = nil) {
        drafts.forget(chats)
        // A copy that was dragged out may still lie there for another program.
        services.passingFiles.removeAll()
        services.system.citizen.notifier.forget(chats)
        chatsTrashed(chats, from: origin, next: next)
    }

    /// Chats went to the trash: what was being written in them comes back with them.
    func chatsTrashed(_ chats: Set<Int64>, from origin: WindowModel? = nil, next: Int64? = nil) {
        conversations.deleted(chats)
        for window in openWindows { window.chatsDeleted(chats, next: window === origin ? next : nil) }
    }

    /// Chats were renamed, moved, pinned or restored in the list of a window.
    func chatsFiled(_ chats: Set<Int64>) async {
        await conversations.filed(chats)
        chatsChanged()
    }

    // MARK: Importing

    /// Imports files; what came of it is told in the window that asked, or another one if that is gone.
    func read(_ files: [URL], for window: WindowModel?) {
        importingWindow = window
        importer.read(files)
    }

    private func imported(_ report: ImportReport) {
        services.system.announcer.announce(report.title, isUrgent: false)
        if let window = openWindows.first(where: { $0 === importingWindow }) ?? frontWindow {
            window.sharing.report = report
        } else {
            waitingReport = report
        }
        chatsChanged()
    }

    // MARK: What comes from outside

    /// A click on the Dock's icon shows a window, whatever else is hidden; `false` if macOS is to open none itself.
    /// Windows that are in the Dock it brings back.
    func reopened(hasWindows: Bool) -> Bool {
        guard !hasWindows, openWindows.isEmpty, let openWindow else { return true }
        openWindow(.main)
        return false
    }

    /// A window is there: what waited for one is done in it.
    func windowAppeared(_ window: WindowModel) {
        windows[window.id] = WeakWindow(window: window)
        front = window
        if let chat = waitingChat {
            waitingChat = nil
            window.open(chat)
        }
        if let report = waitingReport {
            waitingReport = nil
            window.sharing.report = report
        }
        let addresses = addresses
        self.addresses = []
        for address in addresses { window.follow(address) }
        guard let command = waiting else { return }
        waiting = nil
        window.perform(command)
    }

    /// A window is gone, whoever still holds its model.
    func windowClosed(_ window: WindowModel) { windows[window.id] = nil }

    /// Goes where addresses lead, in a window that is there or in the next one.
    func follow(_ new: [URL]) {
        guard !new.isEmpty else { return }
        guard let window = frontWindow else {
            addresses += new
            openWindow?(.main)
            return
        }
        window.field.bringWindowToFront()
        for address in new { window.follow(address) }
    }

    /// Shows a chat, in a window that is there or in a new one.
    func show(_ chat: Int64) {
        guard let window = openWindows.first(where: { $0.shownChat == chat }) ?? frontWindow else {
            waitingChat = chat
            openWindow?(.main)
            return
        }
        window.field.bringWindowToFront()
        window.open(chat)
    }
}
