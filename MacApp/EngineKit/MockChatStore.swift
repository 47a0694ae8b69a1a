import Foundation

/// Conversations for tests: each call does what it was told to, and fails when it was told nothing; what cannot fail ends
/// the test's process then.
public final class MockChatStore: ChatStoreProtocol {
    /// What each call does.
    public struct Script: Sendable {
        public var condition: ChatsCondition?
        public var repair: (@Sendable () async throws(EngineError) -> String)?
        public var create: (@Sendable (NewChat) async throws(EngineError) -> Int64)?
        public var chat: (@Sendable (Int64) async throws(EngineError) -> Chat)?
        public var latest: (@Sendable () async throws(EngineError) -> Chat?)?
        public var list: (@Sendable (ChatShelf, UInt32, UInt32) async throws(EngineError) -> [Chat])?
        public var setTitle: (@Sendable (String, Int64, Chat.TitleOrigin) async throws(EngineError) -> Bool)?
        public var untitled: (@Sendable (Int64) async throws(EngineError) -> TitleSubject?)?
        public var setFolder: (@Sendable (Int64?, Int64) async throws(EngineError) -> Void)?
        public var setPinned: (@Sendable (Bool, Int64) async throws(EngineError) -> Void)?
        public var setSystemPrompt: (@Sendable (String, Int64) async throws(EngineError) -> Void)?
        public var setModel: (@Sendable (String?, Int64) async throws(EngineError) -> Void)?
        public var setParameters: (@Sendable (String, Int64) async throws(EngineError) -> Void)?
        public var trash: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var restore: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var purge: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var purgeTrash: (@Sendable (Date) async throws(EngineError) -> UInt64)?
        public var conversation: (@Sendable (Int64) async throws(EngineError) -> Conversation)?
        public var add: (@Sendable (MessageDraft, Int64, Int64?) async throws(EngineError) -> Int64)?
        public var edit: (@Sendable (Int64, String, [TextAttachment]) async throws(EngineError) -> Int64)?
        public var lastMessage: (@Sendable (Int64) async throws(EngineError) -> Int64?)?
        public var choose: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var deleteMessage: (@Sendable (Int64) async throws(EngineError) -> DeletedMessages)?
        public var restoreMessage: (@Sendable (Int64) async throws(EngineError) -> DeletedMessages)?
        public var purgeDeleted: (@Sendable (Date) async throws(EngineError) -> UInt64)?
        public var prompt: (@Sendable (Int64, Int64?) async throws(EngineError) -> String)?
        public var beginAnswer: (@Sendable (Int64, String?) async throws(EngineError) -> Int64)?
        public var append: (@Sendable ([AnswerPiece], Int64) async throws(EngineError) -> Void)?
        public var finish: (@Sendable (Int64, String, String?) async throws(EngineError) -> Void)?
        public var cut: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var search: (@Sendable (String, UInt32) async throws(EngineError) -> [ChatHit])?
        public var folders: (@Sendable () async throws(EngineError) -> [ChatFolder])?
        public var createFolder: (@Sendable (String) async throws(EngineError) -> Int64)?
        public var renameFolder: (@Sendable (Int64, String) async throws(EngineError) -> Void)?
        public var deleteFolder: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var presets: (@Sendable () async throws(EngineError) -> [ChatPreset])?
        public var savePreset: (@Sendable (String, String, String) async throws(EngineError) -> Int64)?
        public var deletePreset: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var importFile: (@Sendable (String) async throws(EngineError) -> ChatImport)?
        public var exportMarkdown: (@Sendable (Int64) async throws(EngineError) -> String)?
        public var exportJSON: (@Sendable ([Int64]) async throws(EngineError) -> String)?
        public var readAttachment: (@Sendable (String) async throws(EngineError) -> TextAttachment)?

        public init() {}
    }

    private let script: MockScript<Script>

    public init(_ script: Script = Script()) {
        self.script = MockScript(script)
    }

    public func tell(_ change: @Sendable (inout Script) -> Void) {
        script.tell(change)
    }

    public var condition: ChatsCondition { script.must(\.condition, "condition") }

    public func repair() async throws(EngineError) -> String {
        try await script.told(\.repair, "repair")()
    }

    public func create(_ new: NewChat) async throws(EngineError) -> Int64 {
        try await script.told(\.create, "create")(new)
    }

    public func chat(_ id: Int64) async throws(EngineError) -> Chat {
        try await script.told(\.chat, "chat")(id)
    }

    public func latest() async throws(EngineError) -> Chat? {
        try await script.told(\.latest, "latest")()
    }

    public func list(_ shelf: ChatShelf, skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat] {
        try await script.told(\.list, "list")(shelf, skip, limit)
    }

    public func setTitle(_ title: String, of chat: Int64, origin: Chat.TitleOrigin) async throws(EngineError) -> Bool {
        try await script.told(\.setTitle, "setTitle")(title, chat, origin)
    }

    public func untitled(_ chat: Int64) async throws(EngineError) -> TitleSubject? {
        try await script.told(\.untitled, "untitled")(chat)
    }

    public func setFolder(_ folder: Int64?, of chat: Int64) async throws(EngineError) {
        try await script.told(\.setFolder, "setFolder")(folder, chat)
    }

    public func setPinned(_ pinned: Bool, of chat: Int64) async throws(EngineError) {
        try await script.told(\.setPinned, "setPinned")(pinned, chat)
    }

    public func setSystemPrompt(_ text: String, of chat: Int64) async throws(EngineError) {
        try await script.told(\.setSystemPrompt, "setSystemPrompt")(text, chat)
    }

    public func setModel(_ model: String?, of chat: Int64) async throws(EngineError) {
        try await script.told(\.setModel, "setModel")(model, chat)
    }

    public func setParameters(_ parameters: String, of chat: Int64) async throws(EngineError) {
        try await script.told(\.setParameters, "setParameters")(parameters, chat)
    }

    public func trash(_ chat: Int64) async throws(EngineError) {
        try await script.told(\.trash, "trash")(chat)
    }

    public func restore(_ chat: Int64) async throws(EngineError) {
        try await script.told(\.restore, "restore")(chat)
    }

    public func purge(_ chat: Int64) async throws(EngineError) {
        try await script.told(\.purge, "purge")(chat)
    }

    public func purgeTrash(before: Date) async throws(EngineError) -> UInt64 {
        try await script.told(\.purgeTrash, "purgeTrash")(before)
    }

    public func conversation(_ chat: Int64) async throws(EngineError) -> Conversation {
        try await script.told(\.conversation, "conversation")(chat)
    }

    public func add(_ draft: MessageDraft, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64 {
        try await script.told(\.add, "add")(draft, chat, parent)
    }

    public func edit(
        _ message: Int64, to text: String, attaching: [TextAttachment]
    ) async throws(EngineError) -> Int64 {
        try await script.told(\.edit, "edit")(message, text, attaching)
    }

    public func lastMessage(of chat: Int64) async throws(EngineError) -> Int64? {
        try await script.told(\.lastMessage, "lastMessage")(chat)
    }

    public func choose(_ message: Int64) async throws(EngineError) {
        try await script.told(\.choose, "choose")(message)
    }

    public func deleteMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages {
        try await script.told(\.deleteMessage, "deleteMessage")(message)
    }

    public func restoreMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages {
        try await script.told(\.restoreMessage, "restoreMessage")(message)
    }

    public func purgeDeleted(before: Date) async throws(EngineError) -> UInt64 {
        try await script.told(\.purgeDeleted, "purgeDeleted")(before)
    }

    public func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String {
        try await script.told(\.prompt, "prompt")(chat, last)
    }

    public func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64 {
        try await script.told(\.beginAnswer, "beginAnswer")(parent, model)
    }

    public func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError) {
        try await script.told(\.append, "append")(pieces, answer)
    }

    public func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError) {
        try await script.told(\.finish, "finish")(answer, reason, statistics)
    }

    public func cut(_ answer: Int64) async throws(EngineError) {
        try await script.told(\.cut, "cut")(answer)
    }

    public func search(_ query: String, limit: UInt32) async throws(EngineError) -> [ChatHit] {
        try await script.told(\.search, "search")(query, limit)
    }

    public func folders() async throws(EngineError) -> [ChatFolder] {
        try await script.told(\.folders, "folders")()
    }

    public func createFolder(_ name: String) async throws(EngineError) -> Int64 {
        try await script.told(\.createFolder, "createFolder")(name)
    }

    public func renameFolder(_ folder: Int64, to name: String) async throws(EngineError) {
        try await script.told(\.renameFolder, "renameFolder")(folder, name)
    }

    public func deleteFolder(_ folder: Int64) async throws(EngineError) {
        try await script.told(\.deleteFolder, "deleteFolder")(folder)
    }

    public func presets() async throws(EngineError) -> [ChatPreset] {
        try await script.told(\.presets, "presets")()
    }

    public func savePreset(
        _ name: String, systemPrompt: String, parameters: String
    ) async throws(EngineError) -> Int64 {
        try await script.told(\.savePreset, "savePreset")(name, systemPrompt, parameters)
    }

    public func deletePreset(_ preset: Int64) async throws(EngineError) {
        try await script.told(\.deletePreset, "deletePreset")(preset)
    }

    public func importFile(_ path: String) async throws(EngineError) -> ChatImport {
        try await script.told(\.importFile, "importFile")(path)
    }

    public func exportMarkdown(_ chat: Int64) async throws(EngineError) -> String {
        try await script.told(\.exportMarkdown, "exportMarkdown")(chat)
    }

    public func exportJSON(_ chats: [Int64]) async throws(EngineError) -> String {
        try await script.told(\.exportJSON, "exportJSON")(chats)
    }

    public func readAttachment(_ path: String) async throws(EngineError) -> TextAttachment {
        try await script.told(\.readAttachment, "readAttachment")(path)
    }
}
