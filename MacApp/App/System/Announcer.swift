import AppKit

/// What VoiceOver says of its own accord.
@MainActor
protocol Announcer {
    func announce(_ words: String, isUrgent: Bool)
}

struct LiveAnnouncer: Announcer {
    func announce(_ words: String, isUrgent: Bool) {
        let priority: NSAccessibilityPriorityLevel = isUrgent ? .high : .medium
        NSAccessibility.post(
            element: NSApp as Any, notification: .announcementRequested,
            userInfo: [.announcement: words, .priority: priority.rawValue])
    }
}
