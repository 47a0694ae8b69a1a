import EngineKit

/// What a conversation needs of the app.
@MainActor
public struct ConversationServices {
    public var chats: any ChatStoreProtocol
    public var engine: any EngineProtocol
    public var models: any ModelLibraryProtocol
    public var settings: @MainActor () -> Settings
    /// Where an answer is drawn; `nil` draws nothing. Its number is one of the store's own chats, and another answer of a
    /// private chat may have the same.
    public var sink: @MainActor (ConversationStore, Int64) -> (any AnswerSink)?
    /// Makes the transcript of a message.
    public var transcript: @MainActor () -> Transcript = { Transcript() }
    /// Told when something of a chat has changed that a list of chats shows.
    public var changed: @MainActor (Int64) -> Void
    /// Told when an answer, by its number, has ended and is kept.
    public var answered: @MainActor (ConversationStore, Int64, AnswerAccount.Ending) -> Void

    public init(
        chats: any ChatStoreProtocol, engine: any EngineProtocol, models: any ModelLibraryProtocol,
        settings: @escaping @MainActor () -> Settings,
        sink: @escaping @MainActor (ConversationStore, Int64) -> (any AnswerSink)? = { _, _ in nil },
        changed: @escaping @MainActor (Int64) -> Void = { _ in },
        answered: @escaping @MainActor (ConversationStore, Int64, AnswerAccount.Ending) -> Void = { _, _, _ in }
    ) {
        self.chats = chats
        self.engine = engine
        self.models = models
        self.settings = settings
        self.sink = sink
        self.changed = changed
        self.answered = answered
    }
}
