import AppKit
import Core

/// The app as a process of the Mac.
@MainActor
protocol AppProcess {
    /// Whether it is the program in front.
    var isInFront: Bool { get }
    /// Whether Tab goes through every control of a window: “Keyboard navigation” in System Settings.
    var reachesControlsByKeyboard: Bool { get }
    func comeToFront()
    func setAppearance(_ appearance: Core.Settings.Appearance)
    /// Starts another instance of this app; whether that was possible.
    func startAnother() async -> Bool
    func terminate()
}

struct LiveAppProcess: AppProcess {
    var isInFront: Bool { NSApp.isActive }
    var reachesControlsByKeyboard: Bool { NSApp.isFullKeyboardAccessEnabled }

    func comeToFront() { NSApp.activate() }

    func setAppearance(_ appearance: Core.Settings.Appearance) {
        NSApp.appearance =
            switch appearance {
            case .system: nil
            case .light: NSAppearance(named: .aqua)
            case .dark: NSAppearance(named: .darkAqua)
            }
    }

    func startAnother() async -> Bool {
        let configuration = NSWorkspace.OpenConfiguration()
        configuration.createsNewApplicationInstance = true
        return await withCheckedContinuation { continuation in
            NSWorkspace.shared.openApplication(at: Bundle.main.bundleURL, configuration: configuration) {
                @Sendable _, error in
                continuation.resume(returning: error == nil)
            }
        }
    }

    /// Not at once: AppKit waits for the last things to be written, and if it did so inside of a task, no other task
    /// would run meanwhile, nor would they.
    func terminate() {
        RunLoop.main.perform(inModes: [.common]) {
            MainActor.assumeIsolated {
                // Of what lies over a window, nothing may refuse: another Tandem may be running by now.
                for window in NSApp.windows { window.preventsApplicationTerminationWhenModal = false }
                NSApp.terminate(nil)
            }
        }
    }
}
