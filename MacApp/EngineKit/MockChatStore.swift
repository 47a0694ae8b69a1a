import Synchronization

/// Conversations for tests: each call does what it was told to, and fails when it was told nothing.
public final class MockChatStore: ChatStoreProtocol {
    /// What each call does.
    public struct Script: Sendable {
        public var create: (@Sendable (String, String?) async throws(EngineError) -> Int64)?
        public var list: (@Sendable (UInt32, UInt32) async throws(EngineError) -> [Chat])?
        public var conversation: (@Sendable (Int64) async throws(EngineError) -> Conversation)?
        public var add: (@Sendable (String, Int64, Int64?) async throws(EngineError) -> Int64)?
        public var edit: (@Sendable (Int64, String) async throws(EngineError) -> Int64)?
        public var choose: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var beginAnswer: (@Sendable (Int64, String?) async throws(EngineError) -> Int64)?
        public var append: (@Sendable ([AnswerPiece], Int64) async throws(EngineError) -> Void)?
        public var finish: (@Sendable (Int64, String, String?) async throws(EngineError) -> Void)?
        public var cut: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var prompt: (@Sendable (Int64, Int64?) async throws(EngineError) -> String)?
        public var trash: (@Sendable (Int64) async throws(EngineError) -> Void)?
        public var restore: (@Sendable (Int64) async throws(EngineError) -> Void)?

        public init() {}
    }

    private let script: Mutex<Script>

    public init(_ script: Script = Script()) {
        self.script = Mutex(script)
    }

    public func tell(_ change: @Sendable (inout Script) -> Void) {
        script.withLock { change(&$0) }
    }

    public func create(systemPrompt: String, model: String?) async throws(EngineError) -> Int64 {
        guard let create = script.withLock(\.create) else { throw .untold("create") }
        return try await create(systemPrompt, model)
    }

    public func list(skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat] {
        guard let list = script.withLock(\.list) else { throw .untold("list") }
        return try await list(skip, limit)
    }

    public func conversation(_ chat: Int64) async throws(EngineError) -> Conversation {
        guard let conversation = script.withLock(\.conversation) else { throw .untold("conversation") }
        return try await conversation(chat)
    }

    public func add(_ text: String, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64 {
        guard let add = script.withLock(\.add) else { throw .untold("add") }
        return try await add(text, chat, parent)
    }

    public func edit(_ message: Int64, to text: String) async throws(EngineError) -> Int64 {
        guard let edit = script.withLock(\.edit) else { throw .untold("edit") }
        return try await edit(message, text)
    }

    public func choose(_ message: Int64) async throws(EngineError) {
        guard let choose = script.withLock(\.choose) else { throw .untold("choose") }
        try await choose(message)
    }

    public func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64 {
        guard let beginAnswer = script.withLock(\.beginAnswer) else { throw .untold("beginAnswer") }
        return try await beginAnswer(parent, model)
    }

    public func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError) {
        guard let append = script.withLock(\.append) else { throw .untold("append") }
        try await append(pieces, answer)
    }

    public func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError) {
        guard let finish = script.withLock(\.finish) else { throw .untold("finish") }
        try await finish(answer, reason, statistics)
    }

    public func cut(_ answer: Int64) async throws(EngineError) {
        guard let cut = script.withLock(\.cut) else { throw .untold("cut") }
        try await cut(answer)
    }

    public func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String {
        guard let prompt = script.withLock(\.prompt) else { throw .untold("prompt") }
        return try await prompt(chat, last)
    }

    public func trash(_ chat: Int64) async throws(EngineError) {
        guard let trash = script.withLock(\.trash) else { throw .untold("trash") }
        try await trash(chat)
    }

    public func restore(_ chat: Int64) async throws(EngineError) {
        guard let restore = script.withLock(\.restore) else { throw .untold("restore") }
        try await restore(chat)
    }
}
