import Foundation
import UserNotifications

/// The notifications of the system, as its user sees them. One process has one tray: tests that use it must not run
/// beside each other.
public struct NotificationTray {
    public struct Note: Equatable, Sendable {
        public let title: String
        public let body: String
        fileprivate let name: String
    }

    private let center = UNUserNotificationCenter.current()

    /// The app was never run before, and its user will say this when they are asked.
    public init(isAllowed: Bool) {
        center.beginAnew(answer: isAllowed)
    }

    /// How often the user was asked.
    public var questions: Int { center.questions }

    public var notes: [Note] {
        center.requests.map { Note(title: $0.content.title, body: $0.content.body, name: $0.identifier) }
    }

    /// Clicks a note; it goes.
    public func click(_ note: Note) {
        guard let request = center.requests.first(where: { $0.identifier == note.name }) else { return }
        center.removeDeliveredNotifications(withIdentifiers: [note.name])
        center.delegate?.userNotificationCenter(
            center, didReceive: UNNotificationResponse(UNNotification(request)), withCompletionHandler: {})
    }
}
