import Foundation

/// What the user is asked before chats are deleted for good.
public struct DeletionQuestion: Equatable, Sendable {
    /// The chats, by number.
    public let chats: Set<Int64>
    /// Whether it is about all of the trash.
    public let emptiesTrash: Bool
    /// When it is asked: what comes into the trash after that stays.
    public let asked: Date

    public init?(_ chats: Set<Int64>, emptiesTrash: Bool = false, asked: Date = Date()) {
        guard !chats.isEmpty else { return nil }
        self.chats = chats
        self.asked = asked
        self.emptiesTrash = emptiesTrash
    }

    public var title: String {
        emptiesTrash
            ? String(localized: "Empty the trash and delete \(chats.count) chats for good?")
            : String(localized: "Delete \(chats.count) chats for good?")
    }

    public var explanation: String { String(localized: "Nothing brings them back.") }
    public var confirmTitle: String {
        emptiesTrash ? String(localized: "Empty Trash") : String(localized: "Delete for Good")
    }
}
