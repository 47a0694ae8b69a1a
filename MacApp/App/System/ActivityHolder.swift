import AppKit

/// Keeps macOS from slowing the app down and from falling asleep by itself.
@MainActor
protocol ActivityHolder: AnyObject {
    func begin(_ reason: String)
    func end()
}

final class LiveActivityHolder: ActivityHolder {
    private var activity: (any NSObjectProtocol)?

    func begin(_ reason: String) {
        end()
        activity = ProcessInfo.processInfo.beginActivity(
            options: [.userInitiated, .idleSystemSleepDisabled], reason: reason)
    }

    func end() {
        if let activity { ProcessInfo.processInfo.endActivity(activity) }
        activity = nil
    }
}
