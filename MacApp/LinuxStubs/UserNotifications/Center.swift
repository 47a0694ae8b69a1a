import Foundation
import Synchronization

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

// Both are optional.
extension UNUserNotificationCenterDelegate {
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([]) }

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) { completionHandler() }
}

/// What is shown is kept for a test to see; the user says what the test has them say, and no unless it does.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private struct State {
        /// What the user says when they are asked; they are asked once.
        var answer = false
        var permission: Bool?
        var questions = 0
        var shown: [UNNotificationRequest] = []
    }

    private static let only = UNUserNotificationCenter()
    private let state = Mutex(State())

    open class func current() -> UNUserNotificationCenter { only }

    open weak var delegate: (any UNUserNotificationCenterDelegate)?

    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let isAllowed = state.withLock { state in
            if let known = state.permission { return known }
            state.questions += 1
            state.permission = state.answer
            return state.answer
        }
        completionHandler(isAllowed, nil)
    }

    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let isShown = state.withLock { state in
            guard state.permission == true else { return false }
            state.shown.removeAll { $0.identifier == request.identifier }
            state.shown.append(request)
            return true
        }
        completionHandler?(isShown ? nil : CocoaError(.userCancelled))
    }

    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        state.withLock { $0.shown.removeAll { identifiers.contains($0.identifier) } }
    }

    open func removeAllDeliveredNotifications() {
        state.withLock { $0.shown = [] }
    }

    package var requests: [UNNotificationRequest] { state.withLock { $0.shown } }
    package var questions: Int { state.withLock { $0.questions } }

    /// As on a Mac on which the app was never run, with a user who will say this.
    package func beginAnew(answer: Bool) {
        state.withLock { state in
            state = State()
            state.answer = answer
        }
    }
}
