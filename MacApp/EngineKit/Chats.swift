internal import TandemBindings

/// A chat without its messages. Times are milliseconds since 1970 (UTC).
public struct Chat: Equatable, Identifiable, Sendable {
    public let id: Int64
    public var title: String
    public var folder: Int64?
    public var systemPrompt: String
    public var model: String?
    /// Its own options: a JSON object.
    public var parameters: String
    public var updatedAt: Int64
    public var pinned: Bool
    public var trashed: Bool

    public init(
        id: Int64, title: String, folder: Int64? = nil, systemPrompt: String = "", model: String? = nil,
        parameters: String = "{}", updatedAt: Int64 = 0, pinned: Bool = false, trashed: Bool = false
    ) {
        self.id = id
        self.title = title
        self.folder = folder
        self.systemPrompt = systemPrompt
        self.model = model
        self.parameters = parameters
        self.updatedAt = updatedAt
        self.pinned = pinned
        self.trashed = trashed
    }
}

/// A message and its place in the tree of its chat.
public struct ChatMessage: Equatable, Identifiable, Sendable {
    public enum Role: Sendable { case system, user, assistant, tool }

    /// How far it has come: all there, being written, or cut off before its end.
    public enum State: Sendable { case complete, streaming, cut }

    public let id: Int64
    /// The message it follows; `nil` at the start.
    public var parent: Int64?
    public var role: Role
    public var state: State
    public var text: String
    public var thinking: String

    public init(id: Int64, parent: Int64?, role: Role, state: State, text: String, thinking: String = "") {
        self.id = id
        self.parent = parent
        self.role = role
        self.state = state
        self.text = text
        self.thinking = thinking
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

/// Kept conversations. What returned is on the disk.
public protocol ChatStoreProtocol: Sendable {
    func create(systemPrompt: String, model: String?) async throws(EngineError) -> Int64
    /// Pinned ones first, then the latest.
    func list(skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat]
    func conversation(_ chat: Int64) async throws(EngineError) -> Conversation
    /// Adds what the user says after `parent`; its number.
    func add(_ text: String, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64
    /// Another version of a user's message, beside it; its number.
    func edit(_ message: Int64, to text: String) async throws(EngineError) -> Int64
    /// Shows the branch that this message is on.
    func choose(_ message: Int64) async throws(EngineError)
    func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64
    func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError)
    /// Ends an answer; `statistics` is a JSON object.
    func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError)
    func cut(_ answer: Int64) async throws(EngineError)
    /// The messages up to `last` as ``AnswerRequest/Prompt/chat(messages:tools:thinking:)`` takes them.
    func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String
    func trash(_ chat: Int64) async throws(EngineError)
    func restore(_ chat: Int64) async throws(EngineError)
}

/// The conversations in this process's engine.
public final class LiveChatStore: ChatStoreProtocol {
    private let chats: Chats

    init(_ chats: Chats) {
        self.chats = chats
    }

    public func create(systemPrompt: String, model: String?) async throws(EngineError) -> Int64 {
        let new = NewChatRecord(systemPrompt: systemPrompt, model: model, parameters: "{}", folder: nil)
        return try await translating { try await chats.createChat(new: new) }
    }

    public func list(skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat] {
        try await translating { try await chats.list(shelf: .all, skip: skip, limit: limit) }.map { Chat($0) }
    }

    public func conversation(_ chat: Int64) async throws(EngineError) -> Conversation {
        let record = try await translating { try await chats.conversation(id: chat) }
        return Conversation(
            chat: Chat(record.chat), messages: record.messages.map { ChatMessage($0) }, path: record.path)
    }

    public func add(_ text: String, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64 {
        let draft = MessageDraft(role: .user, content: text, toolCallId: nil, attachments: [])
        return try await translating { try await chats.addMessage(chat: chat, parent: parent, draft: draft) }
    }

    public func edit(_ message: Int64, to text: String) async throws(EngineError) -> Int64 {
        try await translating { try await chats.editMessage(id: message, content: text, more: []) }
    }

    public func choose(_ message: Int64) async throws(EngineError) {
        try await translating { try await chats.choose(id: message) }
    }

    public func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64 {
        try await translating { try await chats.beginAnswer(parent: parent, model: model) }
    }

    public func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError) {
        let records = pieces.map { piece -> PieceRecord in
            switch piece {
            case .text(let text): .content(text: text)
            case .thinking(let text): .thinking(text: text)
            case .toolCall(let call): .toolCall(call: call)
            }
        }
        try await translating { try await chats.append(answer: answer, pieces: records) }
    }

    public func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError) {
        try await translating {
            try await chats.finishAnswer(answer: answer, finishReason: reason, statistics: statistics)
        }
    }

    public func cut(_ answer: Int64) async throws(EngineError) {
        try await translating { try await chats.cutAnswer(answer: answer) }
    }

    public func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String {
        try await translating { try await chats.prompt(chat: chat, last: last) }
    }

    public func trash(_ chat: Int64) async throws(EngineError) {
        try await translating { try await chats.trash(id: chat) }
    }

    public func restore(_ chat: Int64) async throws(EngineError) {
        try await translating { try await chats.restore(id: chat) }
    }
}

extension Chat {
    init(_ info: ChatInfo) {
        self.init(
            id: info.id, title: info.title, folder: info.folder, systemPrompt: info.systemPrompt, model: info.model,
            parameters: info.parameters, updatedAt: info.updatedAt, pinned: info.pinnedAt != nil,
            trashed: info.trashedAt != nil)
    }
}

extension ChatMessage {
    init(_ record: MessageRecord) {
        let role: Role =
            switch record.role {
            case .system: .system
            case .user: .user
            case .assistant: .assistant
            case .tool: .tool
            }
        let state: State =
            switch record.state {
            case .complete: .complete
            case .streaming: .streaming
            case .cut: .cut
            }
        self.init(
            id: record.id, parent: record.parent, role: role, state: state, text: record.content,
            thinking: record.thinking)
    }
}
