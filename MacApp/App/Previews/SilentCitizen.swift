#if DEBUG
    import Core
    import Foundation

    extension CitizenServices {
        /// Does nothing to the Mac.
        static func silent(loginItem: any LoginItem = NoLoginItem()) -> CitizenServices {
            let silent = SilentMac()
            return CitizenServices(
                activity: silent, pressure: silent, power: silent, notifier: silent, loginItem: loginItem,
                opener: silent, process: silent, keys: silent)
        }
    }

    struct NoLoginItem: LoginItem {
        var isAvailable = true
        /// Whether macOS does it.
        var works = true
        var isOn: Bool { false }
        func set(_ isOn: Bool) -> Bool { works }
        func openSystemSettings() {}
    }

    private final class SilentMac: ActivityHolder, MemoryPressureSource, PowerSource, Notifier, Opener, AppProcess,
        KeyRecorder
    {
        var open: (@MainActor (UserNote.Target) -> Void)?
        var isInFront: Bool { true }
        var reachesControlsByKeyboard: Bool { false }
        func begin(_ reason: String) {}
        func end() {}
        func watch(_ tell: @escaping @MainActor (MemoryPressurePolicy.Level) -> Void) {}
        func watch(sleep: @escaping @MainActor () -> Void, wake: @escaping @MainActor () -> Void) {}
        func show(_ note: UserNote) {}
        func forget(_ chats: Set<Int64>) {}
        func open(_ url: URL) {}
        func showInFinder(_ folder: String) {}
        func comeToFront() {}
        func setAppearance(_ appearance: Settings.Appearance) {}
        func startAnother() async -> Bool { true }
        func terminate() {}
        func start(_ heard: @escaping @MainActor (KeyCombination, KeyLayout) -> Void) {}
        func stop() {}
    }
#endif
