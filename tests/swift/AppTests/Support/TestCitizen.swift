import Core
import Foundation

@testable import Tandem

/// What the app did with the Mac around it, and what the Mac tells the app.
@MainActor
final class TestCitizen: ActivityHolder, MemoryPressureSource, PowerSource, Notifier, LoginItem, Opener, AppProcess,
    KeyRecorder
{
    /// Reasons of activities as they were begun; `nil` where one ended.
    private(set) var activities: [String?] = []
    private(set) var notes: [UserNote] = []
    private(set) var opened: [URL] = []
    private(set) var shownInFinder: [String] = []
    private(set) var appearances: [Core.Settings.Appearance] = []
    private(set) var started = 0
    private(set) var terminated = 0
    var isInFront = true
    var reachesControlsByKeyboard = false
    var canStartAnother = true
    /// What happens while macOS opens another Tandem.
    var whileStarting: (@MainActor () async -> Void)?
    var loginItemWorks = true
    var isAvailable = true
    private(set) var isOn = false
    var open: (@MainActor (UserNote.Target) -> Void)?
    private var pressure: (@MainActor (MemoryPressurePolicy.Level) -> Void)?
    private(set) var sleep: (@MainActor () -> Void)?
    private(set) var wake: (@MainActor () -> Void)?
    private var heard: (@MainActor (KeyCombination, KeyLayout) -> Void)?

    var services: CitizenServices {
        CitizenServices(
            activity: self, pressure: self, power: self, notifier: self, loginItem: self, opener: self, process: self,
            keys: self)
    }

    /// The Mac runs short of memory, or no more.
    func press(_ level: MemoryPressurePolicy.Level) { pressure?(level) }

    /// The user presses keys while they are listened for.
    func press(_ combination: KeyCombination) { heard?(combination, .american) }

    var isRecording: Bool { heard != nil }

    func begin(_ reason: String) { activities.append(reason) }
    func end() { if activities.last ?? nil != nil { activities.append(nil) } }
    func watch(_ tell: @escaping @MainActor (MemoryPressurePolicy.Level) -> Void) { pressure = tell }

    func watch(sleep: @escaping @MainActor () -> Void, wake: @escaping @MainActor () -> Void) {
        (self.sleep, self.wake) = (sleep, wake)
    }

    func show(_ note: UserNote) { notes.append(note) }
    func forget(_ chats: Set<Int64>) { notes.removeAll { note in chats.contains { note.target == .chat($0) } } }

    func set(_ isOn: Bool) -> Bool {
        if loginItemWorks { self.isOn = isOn }
        return loginItemWorks
    }

    func openSystemSettings() { opened.append(URL(fileURLWithPath: "/System Settings")) }
    func open(_ url: URL) { opened.append(url) }
    func showInFinder(_ folder: String) { shownInFinder.append(folder) }
    func comeToFront() { isInFront = true }
    func setAppearance(_ appearance: Core.Settings.Appearance) { appearances.append(appearance) }

    func startAnother() async -> Bool {
        await whileStarting?()
        if canStartAnother { started += 1 }
        return canStartAnother
    }

    func terminate() { terminated += 1 }
    func start(_ heard: @escaping @MainActor (KeyCombination, KeyLayout) -> Void) { self.heard = heard }
    func stop() { heard = nil }
}
