import Foundation

/// A chat without its messages.
public struct Chat: Equatable, Identifiable, Sendable {
    /// Where a title comes from. A later kind may replace an earlier one.
    public enum TitleOrigin: Int, Comparable, Sendable {
        /// There is none yet.
        case none
        /// The first words of the first message.
        case words
        case model
        case user

        public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    public let id: Int64
    /// Empty until there is a first message.
    public var title: String
    public var titleOrigin: TitleOrigin
    public var folder: Int64?
    /// What the model is told before the first message.
    public var systemPrompt: String
    /// The model last chosen for it.
    public var model: String?
    /// Its own options: a JSON object.
    public var parameters: String
    public var createdAt: Date
    /// When its last message was added or finished.
    public var updatedAt: Date
    public var pinnedAt: Date?
    public var trashedAt: Date?

    public var isPinned: Bool { pinnedAt != nil }
    public var isTrashed: Bool { trashedAt != nil }

    public init(
        id: Int64, title: String, titleOrigin: TitleOrigin = .none, folder: Int64? = nil, systemPrompt: String = "",
        model: String? = nil, parameters: String = "{}", createdAt: Date = .init(timeIntervalSince1970: 0),
        updatedAt: Date = .init(timeIntervalSince1970: 0), pinnedAt: Date? = nil, trashedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.titleOrigin = titleOrigin
        self.folder = folder
        self.systemPrompt = systemPrompt
        self.model = model
        self.parameters = parameters
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.pinnedAt = pinnedAt
        self.trashedAt = trashedAt
    }
}

/// What a chat begins with.
public struct NewChat: Equatable, Sendable {
    public var systemPrompt = ""
    public var model: String?
    /// Options: a JSON object.
    public var parameters = "{}"
    public var folder: Int64?

    public init() {}
}

/// Which chats to list.
public enum ChatShelf: Equatable, Hashable, Sendable {
    /// All that are not in the trash.
    case all
    case folder(Int64)
    case trash
}

/// A folder of chats.
public struct ChatFolder: Equatable, Hashable, Identifiable, Sendable {
    public let id: Int64
    public var name: String

    public init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }
}

/// A system prompt and options under a name.
public struct ChatPreset: Equatable, Hashable, Identifiable, Sendable {
    public let id: Int64
    public var name: String
    public var systemPrompt: String
    /// Options: a JSON object.
    public var parameters: String

    public init(id: Int64, name: String, systemPrompt: String = "", parameters: String = "{}") {
        self.id = id
        self.name = name
        self.systemPrompt = systemPrompt
        self.parameters = parameters
    }
}

/// Something that a search found.
public struct ChatHit: Equatable, Sendable {
    public var chat: Int64
    /// The chat's.
    public var title: String
    /// `nil` if the title was found.
    public var message: Int64?
    /// Who that message is from.
    public var role: ChatMessage.Role?
    /// A piece of text around what was found.
    public var snippet: String
    /// What to highlight of it.
    public var matches: [Range<String.Index>]
    /// When the message, or the chat, was begun.
    public var createdAt: Date

    public init(
        chat: Int64, title: String, message: Int64? = nil, role: ChatMessage.Role? = nil, snippet: String,
        matches: [Range<String.Index>] = [], createdAt: Date = .init(timeIntervalSince1970: 0)
    ) {
        self.chat = chat
        self.title = title
        self.message = message
        self.role = role
        self.snippet = snippet
        self.matches = matches
        self.createdAt = createdAt
    }
}

/// What a title is made of.
public struct TitleSubject: Equatable, Sendable {
    /// The user's first message.
    public var question: String
    /// The answer to it.
    public var answer: String

    public init(question: String, answer: String) {
        self.question = question
        self.answer = answer
    }
}

/// What an import did.
public struct ChatImport: Equatable, Sendable {
    /// A chat of the file that was left out.
    public struct Skipped: Equatable, Sendable {
        /// Its place in the file, from 1.
        public var nth: UInt64
        public var reason: String

        public init(nth: UInt64, reason: String) {
            self.nth = nth
            self.reason = reason
        }
    }

    public var added: [Int64]
    /// Chats that were there already.
    public var present: UInt64
    /// Chats that could not be read.
    public var skipped: UInt64
    /// Why, for the first of them.
    public var reasons: [Skipped]

    public init(added: [Int64], present: UInt64 = 0, skipped: UInt64 = 0, reasons: [Skipped] = []) {
        self.added = added
        self.present = present
        self.skipped = skipped
        self.reasons = reasons
    }
}

/// Whether conversations can be kept.
public enum ChatsCondition: Equatable, Sendable {
    case healthy
    /// The file cannot be written, and why.
    case readOnly(String)
    /// The file is damaged; what could be read of it is here. See ``ChatStoreProtocol/repair()``.
    case salvaged(chats: UInt64, messages: UInt64, source: String)
}
