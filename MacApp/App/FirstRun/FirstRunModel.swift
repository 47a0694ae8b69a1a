import Core
import EngineKit
import Observation

/// Carries out what the first run decides.
@Observable @MainActor
final class FirstRunModel {
    private(set) var onboarding: Onboarding
    /// The model that is chosen in the list, before it is wanted.
    var choice: String?
    private(set) var loginItemFailed = false
    @ObservationIgnored private let settings: SettingsStore
    @ObservationIgnored private let library: ModelLibraryStore
    @ObservationIgnored private let downloads: DownloadsStore
    @ObservationIgnored private let loginItem: any LoginItem
    @ObservationIgnored private var looking: OwnedTask?
    @ObservationIgnored private var downloading: OwnedTask?
    @ObservationIgnored private var wasOffered = false

    init(settings: SettingsStore, library: ModelLibraryStore, downloads: DownloadsStore, loginItem: any LoginItem) {
        self.settings = settings
        self.library = library
        self.downloads = downloads
        self.loginItem = loginItem
        onboarding = Self.onboarding(from: settings.settings.onboarding, settings, loginItem)
    }

    private static func onboarding(
        from step: Onboarding.Step, _ settings: SettingsStore, _ loginItem: any LoginItem
    ) -> Onboarding {
        Onboarding(
            from: step, canLaunchAtLogin: loginItem.isAvailable, hotKey: settings.settings.hotKey,
            launchesAtLogin: loginItem.isOn)
    }

    /// Whether the window is to be opened now; it opens by itself once, and only until the first run is done.
    func takeOffer() -> Bool {
        guard !wasOffered else { return false }
        wasOffered = true
        return settings.settings.onboarding != .done
    }

    /// From the beginning, as the user wants to see it again.
    func restart() {
        onboarding = Self.onboarding(from: .welcome, settings, loginItem)
    }

    /// What a hot key would take away.
    func verdict(on combination: KeyCombination, _ layout: KeyLayout) -> HotKeyVerdict {
        HotKeyCheck(ownMenus: MenuBar(CommandContext()).shortcuts, layout: layout).verdict(on: combination)
    }

    func send(_ event: Onboarding.Event) {
        for effect in onboarding.apply(event) { perform(effect) }
    }

    /// The model that was wanted here has come: who has chosen no other one since is answered by it.
    func arrived(_ model: String) {
        guard settings.settings.firstModel == model else { return }
        settings.change { settings in
            settings.firstModel = nil
            if settings.defaultModel == ModelNames.builtIn { settings.defaultModel = model }
        }
    }

    /// Asks the hub which models there are, as the user wants.
    func look() {
        send(.recommend(.looking))
        let library = library
        let task = Task { [weak self] in
            await library.recommend()
            guard !Task.isCancelled else { return }
            self?.send(.recommend(library.onboarding))
            self?.choice = library.recommendation?.model.repository
        }
        looking = OwnedTask(task)
    }

    /// Begins the download of the chosen model, in the background, and goes on.
    func download() {
        guard let choice else { return }
        send(.chooseModel(choice))
        send(.next)
    }

    private func perform(_ effect: Onboarding.Effect) {
        switch effect {
        case .keep(let step): settings.change { $0.onboarding = step }
        case .setHotKey(let hotKey):
            settings.change { settings in
                settings.hotKey = hotKey
                if hotKey != nil { settings.hotKeyIsOn = true }
            }
        case .setLaunchAtLogin(let wanted): setLaunchAtLogin(wanted)
        case .download(let name): download(name)
        case .cancelDownload(let name): cancel(name)
        }
    }

    private func setLaunchAtLogin(_ wanted: Bool) {
        guard wanted != loginItem.isOn else { return }
        loginItemFailed = !loginItem.set(wanted)
        settings.change { $0.launchesAtLogin = wanted && !loginItemFailed }
    }

    private func download(_ name: String) {
        // The download may be finished by a later start of the app.
        settings.change { $0.firstModel = name }
        let orders = library.knownPage(of: name)?.plan ?? [DownloadOrder(DownloadRequest(repository: name))]
        let downloads = downloads
        let task = Task { await downloads.start(orders) }
        downloading = OwnedTask(task)
    }

    private func cancel(_ name: String) {
        settings.change { if $0.firstModel == name { $0.firstModel = nil } }
        let orders = library.knownPage(of: name)?.plan ?? [DownloadOrder(DownloadRequest(repository: name))]
        let downloads = downloads
        let task = Task { for order in orders { await downloads.cancel(order.request) } }
        downloading = OwnedTask(task)
    }
}
