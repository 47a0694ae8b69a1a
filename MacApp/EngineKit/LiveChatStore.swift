import Foundation
internal import TandemBindings

/// The conversations in this process's engine.
public final class LiveChatStore: ChatStoreProtocol {
    private let chats: Chats

    init(_ chats: Chats) {
        self.chats = chats
    }

    /// Conversations that are never written to a disk.
    public static func temporary() async throws(EngineError) -> LiveChatStore {
        LiveChatStore(try await translating { try await Chats.`private`() })
    }

    public var condition: ChatsCondition { ChatsCondition(chats.condition()) }

    public func repair() async throws(EngineError) -> String {
        try await translating { try await chats.repair() }
    }

    public func create(_ new: NewChat) async throws(EngineError) -> Int64 {
        try await translating { try await chats.createChat(new: new.bridged) }
    }

    public func chat(_ id: Int64) async throws(EngineError) -> Chat {
        Chat(try await translating { try await chats.chat(id: id) })
    }

    public func latest() async throws(EngineError) -> Chat? {
        try await translating { try await chats.latestChat() }.map { Chat($0) }
    }

    public func list(_ shelf: ChatShelf, skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat] {
        try await translating { try await chats.list(shelf: shelf.bridged, skip: skip, limit: limit) }.map { Chat($0) }
    }

    public func setTitle(
        _ title: String, of chat: Int64, origin: Chat.TitleOrigin
    ) async throws(EngineError) -> Bool {
        try await translating { try await chats.setTitle(id: chat, title: title, origin: origin.bridged) }
    }

    public func untitled(_ chat: Int64) async throws(EngineError) -> TitleSubject? {
        try await translating { try await chats.untitled(id: chat) }.map {
            TitleSubject(question: $0.question, answer: $0.answer)
        }
    }

    public func setFolder(_ folder: Int64?, of chat: Int64) async throws(EngineError) {
        try await translating { try await chats.setFolder(id: chat, folder: folder) }
    }

    public func setPinned(_ pinned: Bool, of chat: Int64) async throws(EngineError) {
        try await translating { try await chats.setPinned(id: chat, pinned: pinned) }
    }

    public func setSystemPrompt(_ text: String, of chat: Int64) async throws(EngineError) {
        try await translating { try await chats.setSystemPrompt(id: chat, text: text) }
    }

    public func setModel(_ model: String?, of chat: Int64) async throws(EngineError) {
        try await translating { try await chats.setModel(id: chat, model: model) }
    }

    public func setParameters(_ parameters: String, of chat: Int64) async throws(EngineError) {
        try await translating { try await chats.setParameters(id: chat, json: parameters) }
    }

    public func trash(_ chat: Int64) async throws(EngineError) {
        try await translating { try await chats.trash(id: chat) }
    }

    public func restore(_ chat: Int64) async throws(EngineError) {
        try await translating { try await chats.restore(id: chat) }
    }

    public func purge(_ chat: Int64) async throws(EngineError) {
        try await translating { try await chats.purge(id: chat) }
    }

    public func purgeTrash(before: Date) async throws(EngineError) -> UInt64 {
        try await translating { try await chats.purgeTrash(before: before.milliseconds) }
    }

    public func conversation(_ chat: Int64) async throws(EngineError) -> Conversation {
        Conversation(try await translating { try await chats.conversation(id: chat) })
    }

    public func add(_ draft: MessageDraft, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64 {
        try await translating { try await chats.addMessage(chat: chat, parent: parent, draft: draft.bridged) }
    }

    public func edit(
        _ message: Int64, to text: String, attaching: [TextAttachment]
    ) async throws(EngineError) -> Int64 {
        try await translating {
            try await chats.editMessage(id: message, content: text, more: attaching.map(\.bridged))
        }
    }

    public func lastMessage(of chat: Int64) async throws(EngineError) -> Int64? {
        try await translating { try await chats.lastMessage(chat: chat) }
    }

    public func choose(_ message: Int64) async throws(EngineError) {
        try await translating { try await chats.choose(id: message) }
    }

    public func deleteMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages {
        DeletedMessages(try await translating { try await chats.deleteMessage(id: message) })
    }

    public func restoreMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages {
        DeletedMessages(try await translating { try await chats.restoreMessage(id: message) })
    }

    public func purgeDeleted(before: Date) async throws(EngineError) -> UInt64 {
        try await translating { try await chats.purgeDeleted(before: before.milliseconds) }
    }

    public func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String {
        try await translating { try await chats.prompt(chat: chat, last: last) }
    }

    public func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64 {
        try await translating { try await chats.beginAnswer(parent: parent, model: model) }
    }

    public func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError) {
        try await translating { try await chats.append(answer: answer, pieces: pieces.map(\.bridged)) }
    }

    public func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError) {
        try await translating {
            try await chats.finishAnswer(answer: answer, finishReason: reason, statistics: statistics)
        }
    }

    public func cut(_ answer: Int64) async throws(EngineError) {
        try await translating { try await chats.cutAnswer(answer: answer) }
    }

    public func search(_ query: String, limit: UInt32) async throws(EngineError) -> [ChatHit] {
        try await translating { try await chats.search(query: query, limit: limit) }.map { ChatHit($0) }
    }

    public func folders() async throws(EngineError) -> [ChatFolder] {
        try await translating { try await chats.folders() }.map { ChatFolder(id: $0.id, name: $0.name) }
    }

    public func createFolder(_ name: String) async throws(EngineError) -> Int64 {
        try await translating { try await chats.createFolder(name: name) }
    }

    public func renameFolder(_ folder: Int64, to name: String) async throws(EngineError) {
        try await translating { try await chats.renameFolder(id: folder, name: name) }
    }

    public func deleteFolder(_ folder: Int64) async throws(EngineError) {
        try await translating { try await chats.deleteFolder(id: folder) }
    }

    public func presets() async throws(EngineError) -> [ChatPreset] {
        try await translating { try await chats.presets() }.map {
            ChatPreset(id: $0.id, name: $0.name, systemPrompt: $0.systemPrompt, parameters: $0.parameters)
        }
    }

    public func savePreset(
        _ name: String, systemPrompt: String, parameters: String
    ) async throws(EngineError) -> Int64 {
        try await translating {
            try await chats.savePreset(name: name, systemPrompt: systemPrompt, json: parameters)
        }
    }

    public func deletePreset(_ preset: Int64) async throws(EngineError) {
        try await translating { try await chats.deletePreset(id: preset) }
    }

    public func importFile(_ path: String) async throws(EngineError) -> ChatImport {
        ChatImport(try await translating { try await chats.importFile(path: path) })
    }

    public func exportMarkdown(_ chat: Int64) async throws(EngineError) -> String {
        try await translating { try await chats.exportMarkdown(id: chat) }
    }

    public func exportJSON(_ ids: [Int64]) async throws(EngineError) -> String {
        try await translating { try await chats.exportJson(ids: ids) }
    }

    public func readAttachment(_ path: String) async throws(EngineError) -> TextAttachment {
        TextAttachment(try await translating { try await chats.readAttachment(path: path) })
    }
}
