import Foundation

/// A message and its place in the tree of its chat.
public struct ChatMessage: Equatable, Identifiable, Sendable {
    public enum Role: Sendable { case system, user, assistant, tool }

    /// How far it has come: all there, being written, or cut off before its end.
    public enum State: Sendable { case complete, streaming, cut }

    public let id: Int64
    /// The message it follows; `nil` at the start.
    public var parent: Int64?
    /// Whether it is the one shown among those that follow the same parent.
    public var chosen = true
    public var role: Role
    public var state: State
    public var text: String
    /// The thinking before it.
    public var thinking: String
    /// A JSON list.
    public var toolCalls = "[]"
    /// Which tool call it answers.
    public var toolCallID: String?
    /// The model that answered.
    public var model: String?
    /// Why the answer ended.
    public var finishReason: String?
    /// Statistics of the answer: a JSON object.
    public var statistics: String?
    public var createdAt = Date(timeIntervalSince1970: 0)
    /// Text files that came with it.
    public var attachments: [TextAttachment] = []

    public init(id: Int64, parent: Int64?, role: Role, state: State, text: String, thinking: String = "") {
        self.id = id
        self.parent = parent
        self.role = role
        self.state = state
        self.text = text
        self.thinking = thinking
    }
}

/// A text file that comes with a message.
public struct TextAttachment: Equatable, Hashable, Sendable {
    /// The file's name.
    public var name: String
    public var text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// A message to add.
public struct MessageDraft: Equatable, Sendable {
    public var role: ChatMessage.Role
    public var text: String
    /// Which tool call it answers.
    public var toolCallID: String?
    public var attachments: [TextAttachment]

    public init(
        role: ChatMessage.Role = .user, text: String, toolCallID: String? = nil, attachments: [TextAttachment] = []
    ) {
        self.role = role
        self.text = text
        self.toolCallID = toolCallID
        self.attachments = attachments
    }
}

/// What deleting a message, or taking that back, came to.
public struct DeletedMessages: Equatable, Sendable {
    /// How many messages it was about, on all branches.
    public var count: UInt64
    /// The version that is now shown in the place of the one deleted, or the one that is back; `nil` if there is none, or
    /// if something else was shown anyway.
    public var shown: Int64?

    public init(count: UInt64, shown: Int64?) {
        self.count = count
        self.shown = shown
    }
}

/// A chat with all its messages, parents before children.
public struct Conversation: Equatable, Sendable {
    public var chat: Chat
    public var messages: [ChatMessage]
    /// The messages that are shown, from the first to the last.
    public var path: [Int64]

    public init(chat: Chat, messages: [ChatMessage], path: [Int64]) {
        self.chat = chat
        self.messages = messages
        self.path = path
    }
}

/// A piece of an answer to keep.
public enum AnswerPiece: Equatable, Sendable {
    case text(String)
    case thinking(String)
    /// A JSON object with `name` and `arguments`.
    case toolCall(String)
}
