import EngineKit

/// Whether the user is told by the system that something has ended: only while Tandem is not in front, and only if they want
/// to be. They are asked for the permission when there is first something to tell, not before.
public enum NotificationPolicy {
    public enum Event: Equatable, Sendable {
        /// The text is as it is shown, without marks. Of a private chat nothing is told but that it has ended.
        case answerEnded(chat: Int64?, title: String, AnswerAccount.Ending, text: String, isPrivate: Bool)
        case downloadEnded(title: String)
        case downloadFailed(title: String, ErrorNotice)
    }

    public enum Permission: Equatable, Sendable { case notAsked, granted, refused }

    public struct Notice: Equatable, Sendable {
        public let title: String
        public let body: String
        /// Where a click leads; `nil` for the app alone.
        public let chat: Int64?
    }

    public enum Decision: Equatable, Sendable {
        case nothing
        case post(Notice)
        /// Ask for the permission, and post if it is granted.
        case ask(Notice)
    }

    /// Of an answer so much is shown, in characters.
    static let beginning = 140

    public static func decision(
        on event: Event, isInFront: Bool, isWanted: Bool, permission: Permission
    ) -> Decision {
        guard isWanted, !isInFront, let notice = notice(of: event) else { return .nothing }
        return switch permission {
        case .notAsked: .ask(notice)
        case .granted: .post(notice)
        case .refused: .nothing
        }
    }

    private static func notice(of event: Event) -> Notice? {
        switch event {
        case .answerEnded(_, _, .cancelled, _, _):
            // The user did that.
            return nil
        case .answerEnded(let chat, let title, let ending, let text, let isPrivate):
            if isPrivate {
                return Notice(title: LifecycleWords.privateChat, body: LifecycleWords.answerEnded, chat: nil)
            }
            let body =
                if case .failed(let error) = ending { ErrorNotice(error).message } else { text.line(beginning) }
            return Notice(
                title: title.isEmpty ? ChatListWords.untitled : title,
                body: body.isEmpty ? LifecycleWords.answerEnded : body, chat: chat)
        case .downloadEnded(let title):
            return Notice(title: title, body: LifecycleWords.downloadEnded, chat: nil)
        case .downloadFailed(let title, let notice):
            return Notice(title: title, body: notice.message, chat: nil)
        }
    }
}
