import AppKit

/// Keeps macOS from slowing the app down and from falling asleep by itself.
@MainActor
protocol ActivityHolder: AnyObject {
    /// Holds an activity for a reason in place of the one that is held; `nil` ends it.
    func hold(_ reason: String?)
}

final class LiveActivityHolder: ActivityHolder {
    private var activity: (any NSObjectProtocol)?

    func hold(_ reason: String?) {
        // The new one first: there is no moment without.
        let next = reason.map {
            ProcessInfo.processInfo.beginActivity(options: [.userInitiated, .idleSystemSleepDisabled], reason: $0)
        }
        if let activity { ProcessInfo.processInfo.endActivity(activity) }
        activity = next
    }
}
