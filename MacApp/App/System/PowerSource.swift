import AppKit

/// Tells when the Mac goes to sleep and when it is back.
@MainActor
protocol PowerSource: AnyObject {
    func watch(sleep: @escaping @MainActor () -> Void, wake: @escaping @MainActor () -> Void)
}

final class LivePowerSource: PowerSource {
    private var observers: [any NSObjectProtocol] = []

    func watch(sleep: @escaping @MainActor () -> Void, wake: @escaping @MainActor () -> Void) {
        let center = NSWorkspace.shared.notificationCenter
        for observer in observers { center.removeObserver(observer) }
        observers = [(NSWorkspace.willSleepNotification, sleep), (NSWorkspace.didWakeNotification, wake)].map {
            name, act in
            center.addObserver(forName: name, object: nil, queue: .main) { _ in MainActor.assumeIsolated { act() } }
        }
    }
}
