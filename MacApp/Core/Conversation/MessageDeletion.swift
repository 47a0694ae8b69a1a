import EngineKit
import Foundation

/// What deleting a message takes along, for the question that is asked first.
public struct MessageDeletion: Equatable, Identifiable, Sendable {
    /// The message.
    public let id: Int64
    public let role: ChatMessage.Role
    /// Messages that go, on all branches; the message itself is one of them.
    public let count: Int
    /// Those of them that are on branches that are not shown.
    public let hidden: Int
    /// Whether another version takes its place.
    public let isReplaced: Bool

    public var title: String { DeletionWords.title(role) }
    public var explanation: String { DeletionWords.explanation(self) }
    /// What the button says.
    public var action: String { DeletionWords.action(count) }
}

enum DeletionWords {
    static func title(_ role: ChatMessage.Role) -> String {
        role == .assistant
            ? String(localized: "Delete this answer?") : String(localized: "Delete this message?")
    }

    static func action(_ count: Int) -> String {
        count == 1 ? String(localized: "Delete") : String(localized: "Delete \(count) Messages")
    }

    static func explanation(_ deletion: MessageDeletion) -> String {
        var sentences: [String] = []
        if deletion.count > 1 {
            sentences.append(String(localized: "\(deletion.count) messages go: this one and all that follow it."))
        }
        if deletion.hidden > 0 {
            sentences.append(
                String(localized: "\(deletion.hidden) of them are in versions that are not shown at the moment."))
        }
        if deletion.isReplaced { sentences.append(String(localized: "Another version is shown in its place.")) }
        sentences.append(String(localized: "You can undo this while this window is open."))
        return sentences.joined(separator: " ")
    }
}
