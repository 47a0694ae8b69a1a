import EngineKit
import Observation

/// One chat, whatever number of windows show it: what is said, the answer that comes, and the versions of both.
@Observable @MainActor
public final class ConversationStore {
    /// `nil` until the first message is said.
    public internal(set) var chat: Chat?
    public internal(set) var tree = ConversationTree()
    /// The answer that comes. Apart from the rest, so that a piece of it redraws nothing else.
    public internal(set) var live: LiveAnswer? {
        didSet {
            if isAnswering != (live != nil) { isAnswering = live != nil }
            if phase != live?.phase { phase = live?.phase }
        }
    }
    /// Whether there is an answer that comes, and how far it is: for views, which the text of it is not to redraw.
    public private(set) var isAnswering = false
    public private(set) var phase: LiveAnswer.Phase?
    /// Answers that were asked for since the chat was opened.
    public internal(set) var asked = 0
    /// What of each answer came from accepted drafts, as far as it was written in this run of the app.
    public internal(set) var drafted: [Int64: DraftedRanges] = [:]
    /// The rounds of the last answer, after its end.
    public internal(set) var rounds = RoundStrip()
    public internal(set) var failure: Failure?
    /// Why the end of an answer could not be written; ``keepAgain()`` tries again, and so does what is said next.
    public internal(set) var notKept: EngineError?
    /// Whether the chat was deleted.
    public internal(set) var isGone = false
    /// Something is being said, or another version to be shown, and not on the disk yet.
    public internal(set) var isSending = false

    @ObservationIgnored let services: ConversationServices
    /// What is drawn of the messages. It goes with the chat, as a private one's words have to.
    @ObservationIgnored public private(set) lazy var transcripts = Transcripts(make: services.transcript)
    @ObservationIgnored var answering: OwnedTask?
    /// What is read of the answer, once the engine was asked for it.
    @ObservationIgnored var steps: AnswerSteps?
    @ObservationIgnored var titling: OwnedTask?
    @ObservationIgnored let writes = WriteQueue()
    /// Answers whose end is not on the disk, the oldest first.
    @ObservationIgnored var unkept: [(keeper: AnswerKeeper, ending: AnswerKeeper.Ending)] = [] {
        didSet { onUnkept?(self) }
    }
    /// The newest last.
    var deletedBranches: [DeletedBranch] = []
    var isQuitting = false
    /// The user wants answers although the beginning of the chat has to be left out for them.
    @ObservationIgnored var shortens = false
    /// The user wants the model loaded although it does not fit.
    @ObservationIgnored var loadsAnyway = false
    /// What the chat begins with, until it has begun.
    public private(set) var new: NewChat
    /// Told when the chat has got its number.
    @ObservationIgnored var onCreated: (@MainActor (Int64, ConversationStore) -> Void)?
    /// Told when ``unkept`` changes.
    @ObservationIgnored var onUnkept: (@MainActor (ConversationStore) -> Void)?

    /// Told when something else is chosen for a chat that has not begun.
    @ObservationIgnored var onNewChanged: (@MainActor () -> Void)?

    /// Write what is chosen for the chat and not written yet, by who does: one in each window.
    @ObservationIgnored var beforeSettling: [ObjectIdentifier: @MainActor () async -> Void] = [:]

    /// A chat that begins with its first message.
    public init(_ new: NewChat = NewChat(), services: ConversationServices) {
        self.new = new
        self.services = services
    }

    public init(_ conversation: Conversation, services: ConversationServices) {
        new = NewChat()
        chat = conversation.chat
        tree = ConversationTree(conversation.messages)
        self.services = services
    }

    public var canSend: Bool { !isAnswering && !isSending && !isGone && !isQuitting }

    /// The model that answers next.
    public var model: String { (chat == nil ? new.model : chat?.model) ?? services.settings().defaultModel }
    public var systemPrompt: String { chat?.systemPrompt ?? new.systemPrompt }
    public var parameters: ChatParameters { ChatParameters(json: chat?.parameters ?? new.parameters) }

    /// Tokens that the conversation takes up, by the last answer.
    public var contextUsed: Int {
        tree.shown.last { $0.statistics != nil }?.statistics.flatMap(AnswerFacts.init(kept:))?.context ?? 0
    }

    /// All of it as Markdown; `nil` if there is nothing yet, or it cannot be read.
    public func markdown() async -> String? {
        guard let chat else { return nil }
        do throws(EngineError) { return try await services.chats.exportMarkdown(chat.id) } catch {
            failure = Failure(error: error, question: nil)
            return nil
        }
    }

    public func dismissFailure() { failure = nil }

    /// What was changed in a list: the title, the folder, whether it is pinned or in the trash.
    func filed(_ listed: Chat) {
        change { chat in
            (chat.title, chat.titleOrigin) = (listed.title, listed.titleOrigin)
            (chat.folder, chat.pinnedAt, chat.trashedAt) = (listed.folder, listed.pinnedAt, listed.trashedAt)
        }
    }

    /// Changes what the chat will begin with.
    func changeNew(_ change: (inout Chat) -> Void) {
        var chat = Chat(id: 0, title: "", systemPrompt: new.systemPrompt, model: new.model, parameters: new.parameters)
        change(&chat)
        (new.systemPrompt, new.model, new.parameters) = (chat.systemPrompt, chat.model, chat.parameters)
        onNewChanged?()
    }

    /// Begins with what was chosen before, unless it has begun.
    func begin(with new: NewChat) {
        if chat == nil { self.new = new }
    }

    func tellChange() {
        if let chat { services.changed(chat.id) }
    }

    func change(_ change: (inout Chat) -> Void) {
        if var chat {
            change(&chat)
            self.chat = chat
        }
    }
}
