/// What is told to VoiceOver.
public enum NSAccessibility {
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let announcementRequested = Notification(rawValue: "AXAnnouncementRequested")
        public static let layoutChanged = Notification(rawValue: "AXLayoutChanged")
    }

    public struct NotificationUserInfoKey: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let announcement = NotificationUserInfoKey(rawValue: "AXAnnouncementKey")
        public static let priority = NotificationUserInfoKey(rawValue: "AXPriorityKey")
    }

    public static func post(element: Any, notification: Notification) {}

    public static func post(
        element: Any, notification: Notification, userInfo: [NotificationUserInfoKey: Any]?
    ) {
        if notification == .announcementRequested, let words = userInfo?[.announcement] as? String {
            Announcements.add(words)
        }
    }
}

public enum NSAccessibilityPriorityLevel: Int, Sendable {
    case low = 10
    case medium = 50
    case high = 90
}
