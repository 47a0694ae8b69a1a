import Foundation

/// Kept conversations. What returned is on the disk.
///
/// The order of a turn: ``add(_:to:after:)``, then ``beginAnswer(to:model:)``, then ``append(_:to:)`` as the answer
/// comes, then ``finish(_:reason:statistics:)`` or ``cut(_:)``.
public protocol ChatStoreProtocol: Sendable {
    /// Whether they can be kept, and what is wrong if not. Users must be told.
    var condition: ChatsCondition { get }
    /// Writes what can be read of a damaged file into a new one; the path of the damaged one, which is kept. Open the
    /// conversations again after it, with ``LiveEngine/chats()``.
    func repair() async throws(EngineError) -> String

    func create(_ new: NewChat) async throws(EngineError) -> Int64
    func chat(_ id: Int64) async throws(EngineError) -> Chat
    /// The chat that was last written to.
    func latest() async throws(EngineError) -> Chat?
    /// Pinned ones first, then the latest.
    func list(_ shelf: ChatShelf, skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat]
    /// `false` if the chat has a title of a later origin, which then stays.
    func setTitle(_ title: String, of chat: Int64, origin: Chat.TitleOrigin) async throws(EngineError) -> Bool
    /// What to make a title of, if the chat has no better one than its first words.
    func untitled(_ chat: Int64) async throws(EngineError) -> TitleSubject?
    /// Puts a chat into a folder, or takes it out.
    func setFolder(_ folder: Int64?, of chat: Int64) async throws(EngineError)
    func setPinned(_ pinned: Bool, of chat: Int64) async throws(EngineError)
    func setSystemPrompt(_ text: String, of chat: Int64) async throws(EngineError)
    func setModel(_ model: String?, of chat: Int64) async throws(EngineError)
    /// `parameters` is a JSON object.
    func setParameters(_ parameters: String, of chat: Int64) async throws(EngineError)
    func trash(_ chat: Int64) async throws(EngineError)
    func restore(_ chat: Int64) async throws(EngineError)
    /// Deletes a chat of the trash for good.
    func purge(_ chat: Int64) async throws(EngineError)
    /// Deletes for good what was put into the trash before a time; how many chats that were.
    func purgeTrash(before: Date) async throws(EngineError) -> UInt64

    /// An answer that is being written is there as far as it has come.
    func conversation(_ chat: Int64) async throws(EngineError) -> Conversation
    /// Adds a message after `parent`, and shows it; its number.
    func add(_ draft: MessageDraft, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64
    /// Another version of a user's message beside it, with more attachments; its number.
    func edit(_ message: Int64, to text: String, attaching: [TextAttachment]) async throws(EngineError) -> Int64
    /// The last message that is shown.
    func lastMessage(of chat: Int64) async throws(EngineError) -> Int64?
    /// Shows the branch that this message is on.
    func choose(_ message: Int64) async throws(EngineError)
    /// Deletes a message with all that follow it on any branch. Another version beside it is shown then, if there is one.
    /// It can be taken back until it is purged.
    func deleteMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages
    /// Takes back the deletion of a message, and shows it.
    func restoreMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages
    /// Deletes for good the messages that were deleted before a time; how many those were.
    func purgeDeleted(before: Date) async throws(EngineError) -> UInt64
    /// The messages up to `last` as ``AnswerRequest/Prompt/chat(messages:tools:thinking:)`` takes them.
    func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String

    func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64
    /// All of the pieces are kept or, with an error, none.
    func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError)
    /// Ends an answer; `statistics` is a JSON object.
    func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError)
    /// Ends an answer that will not be finished, as far as it has come.
    func cut(_ answer: Int64) async throws(EngineError)

    /// Chats and messages that contain all words of a query.
    func search(_ query: String, limit: UInt32) async throws(EngineError) -> [ChatHit]
    /// By name.
    func folders() async throws(EngineError) -> [ChatFolder]
    func createFolder(_ name: String) async throws(EngineError) -> Int64
    func renameFolder(_ folder: Int64, to name: String) async throws(EngineError)
    /// Its chats stay.
    func deleteFolder(_ folder: Int64) async throws(EngineError)
    /// By name.
    func presets() async throws(EngineError) -> [ChatPreset]
    /// Keeps a preset under a name, in place of the one that had it; its number.
    func savePreset(_ name: String, systemPrompt: String, parameters: String) async throws(EngineError) -> Int64
    func deletePreset(_ preset: Int64) async throws(EngineError)

    /// Imports an export of Tandem or ChatGPT, or a conversation of LM Studio.
    func importFile(_ path: String) async throws(EngineError) -> ChatImport
    /// What is shown of a chat.
    func exportMarkdown(_ chat: Int64) async throws(EngineError) -> String
    /// Chats with all their branches, in a form that can be imported.
    func exportJSON(_ chats: [Int64]) async throws(EngineError) -> String
    /// Reads a text file to attach to a message.
    func readAttachment(_ path: String) async throws(EngineError) -> TextAttachment
}

extension ChatStoreProtocol {
    public func create(systemPrompt: String, model: String?) async throws(EngineError) -> Int64 {
        var new = NewChat()
        new.systemPrompt = systemPrompt
        new.model = model
        return try await create(new)
    }

    /// Those that are not in the trash.
    public func list(skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat] {
        try await list(.all, skip: skip, limit: limit)
    }

    /// Adds what the user says.
    public func add(_ text: String, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64 {
        try await add(MessageDraft(text: text), to: chat, after: parent)
    }

    public func edit(_ message: Int64, to text: String) async throws(EngineError) -> Int64 {
        try await edit(message, to: text, attaching: [])
    }
}
