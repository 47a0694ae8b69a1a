import Core
import Foundation
import UserNotifications

/// Tells the user something while the app is not in front.
@MainActor
protocol Notifier: AnyObject {
    /// What is done when the user clicks a note.
    var open: (@MainActor (UserNote.Target) -> Void)? { get set }
    /// Shows a note; the first time the user is asked for it.
    func show(_ note: UserNote)
    /// Takes away what was shown of chats.
    func forget(_ chats: Set<Int64>)
}

final class LiveNotifier: NSObject, Notifier, UNUserNotificationCenterDelegate {
    var open: (@MainActor (UserNote.Target) -> Void)? {
        didSet {
            guard let open, let clicked else { return }
            self.clicked = nil
            open(clicked)
        }
    }
    /// What a click that started the app leads to, until there is something to lead there.
    private var clicked: UserNote.Target?

    private let isPossible: Bool

    /// Made before the app has finished launching, or a click that starts it would not be told. Without a bundle the
    /// system ends a process that asks for its notifications.
    init(isPossible: Bool = Bundle.main.bundleIdentifier != nil) {
        self.isPossible = isPossible
        super.init()
        if isPossible { UNUserNotificationCenter.current().delegate = self }
    }

    private nonisolated static let targetName = "target"

    func show(_ note: UserNote) {
        guard isPossible else { return }
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { @Sendable isAllowed, _ in
            guard isAllowed else { return }
            let content = UNMutableNotificationContent()
            content.title = note.title
            content.body = note.body
            content.threadIdentifier = note.name
            content.userInfo = [Self.targetName: note.target.word]
            UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: note.name, content: content, trigger: nil))
        }
    }

    func forget(_ chats: Set<Int64>) {
        guard isPossible else { return }
        let names = chats.map { UserNote.name(of: $0) }
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: names)
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let word = response.notification.request.content.userInfo[Self.targetName] as? String
        if let target = word.flatMap(UserNote.Target.init(word:)) { Task { @MainActor in self.follow(target) } }
        completionHandler()
    }

    private func follow(_ target: UserNote.Target) {
        if let open { open(target) } else { clicked = target }
    }
}
