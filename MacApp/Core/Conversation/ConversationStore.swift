import EngineKit
import Observation

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

/// One chat, whatever number of windows show it: what is said, the answer that comes, and the versions of both.
@Observable @MainActor
public final class ConversationStore {
    /// What went wrong last.
    public struct Failure: Equatable, Sendable {
        public let error: EngineError
        /// The question to answer again, if it was about an answer.
        public let question: Int64?
        /// What could not be sent, and stays where it was written.
        public var unsent: Unsent?

        public enum Unsent: Sendable { case message, edit }

        /// What is told of it. What cannot be repeated from here has no button.
        public var notice: ErrorNotice {
            ErrorNotice(error) { action in
                switch action {
                case .tryAgain: question != nil || unsent != nil
                case .shorten, .loadAnyway: question != nil
                default: true
                }
            }
        }
    }

    /// `nil` until the first message is said.
    public private(set) var chat: Chat?
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
    public private(set) var isGone = false
    /// Something is being said, or another version to be shown, and not on the disk yet.
    public private(set) var isSending = false

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

    /// Says something and has it answered. `false` if it is not on the disk: then the text must stay where it was
    /// written.
    public func send(_ draft: MessageDraft) async -> Bool {
        guard canSend else { return false }
        isSending = true
        defer { isSending = false }
        return await writes.run { await self.say(draft) }
    }

    private func say(_ draft: MessageDraft) async -> Bool {
        await keepAll()
        do throws(EngineError) {
            // Without the answers that the user sees, the model would not know what is spoken of.
            let missing = unkept.first { tree.path.contains($0.keeper.answer) }
            if let failure = missing?.keeper.failure { throw failure }
            let chat = try await begun()
            let parent = tree.path.last
            let id = try await services.chats.add(draft, to: chat.id, after: parent)
            said(id, parent: parent, text: draft.text, attachments: draft.attachments)
            return true
        } catch {
            failure = Failure(error: error, question: nil, unsent: .message)
            return false
        }
    }

    /// Says something else instead of a message of the user's, on a branch of its own, and has that answered.
    public func edit(_ message: Int64, to text: String, attaching: [TextAttachment] = []) async -> Bool {
        guard canSend, let old = tree[message], old.role == .user else { return false }
        isSending = true
        defer { isSending = false }
        return await writes.run { await self.replace(old, with: text, attaching) }
    }

    private func replace(_ old: ChatMessage, with text: String, _ attaching: [TextAttachment]) async -> Bool {
        do throws(EngineError) {
            let id = try await services.chats.edit(old.id, to: text, attaching: attaching)
            let replaced = Set(attaching.map(\.name))
            said(
                id, parent: old.parent, text: text,
                attachments: old.attachments.filter { !replaced.contains($0.name) } + attaching)
            return true
        } catch {
            failure = Failure(error: error, question: nil, unsent: .edit)
            return false
        }
    }

    /// Has the question of an answer answered again, on a branch of its own. The old answer is shown until there is a
    /// new one.
    public func regenerate(_ answer: Int64) {
        guard canSend, let question = tree.question(of: answer) else { return }
        self.answer(to: question)
    }

    /// Has the last question answered, or answered again.
    public func retry() {
        guard canSend, let last = tree.last else { return }
        if last.role == .user { answer(to: last.id) } else { regenerate(last.id) }
    }

    /// Has the question answered whose answer failed, wherever in the chat it is.
    public func tryAgain() {
        guard canSend, let question = failure?.question, tree[question] != nil else { return }
        answer(to: question)
    }

    /// The same, leaving out what is too much for the model; from now on, as long as the chat is open.
    public func tryShortened() {
        shortens = true
        tryAgain()
    }

    /// The same, with a model that does not fit in memory.
    public func tryLoadingAnyway() {
        loadsAnyway = true
        tryAgain()
    }

    /// All of it as Markdown; `nil` if there is nothing yet, or it cannot be read.
    public func markdown() async -> String? {
        guard let chat else { return nil }
        do throws(EngineError) { return try await services.chats.exportMarkdown(chat.id) } catch {
            failure = Failure(error: error, question: nil)
            return nil
        }
    }

    /// Shows the version before or after a message.
    public func showVersion(_ way: Int, of message: Int64) async {
        guard canSend, let version = tree.version(way, from: message) else { return }
        await alone { await self.choose(version) }
    }

    /// Changes the branches in its turn. What is said meanwhile would be put on the branch that is left.
    func alone<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        isSending = true
        defer { isSending = false }
        return await writes.run(work)
    }

    /// Shows the branch that a message is on, so that it can be scrolled to; whether it is shown then.
    @discardableResult
    public func show(_ message: Int64) async -> Bool {
        guard tree[message] != nil else { return false }
        if tree.path.contains(message) { return true }
        guard canSend else { return false }
        await alone { await self.choose(message) }
        return tree.path.contains(message)
    }

    private func choose(_ version: Int64) async {
        do throws(EngineError) {
            try await services.chats.choose(version)
            tree.choose(version)
        } catch {
            failure = Failure(error: error, question: nil)
        }
    }

    /// Ends the answer; what has come stays, with the account of it. Whoever asks twice does not wait for that.
    public func stop() {
        guard let phase = live?.phase else { return }
        live?.phase = .stopping
        // What waits for its turn has nothing to account for.
        if let steps, phase != .waiting, phase != .stopping { steps.stop() } else { answering?.cancel() }
    }

    /// Ends the answer at once.
    private func abandon() {
        live?.phase = .stopping
        answering?.cancel()
    }

    public func dismissFailure() { failure = nil }

    /// The chat was deleted: nothing more is said or kept.
    func deleted() {
        isGone = true
        titling?.cancel()
        abandon()
    }

    /// What was changed in a list: the title, the folder, whether it is pinned or in the trash.
    func filed(_ listed: Chat) {
        change { chat in
            (chat.title, chat.titleOrigin) = (listed.title, listed.titleOrigin)
            (chat.folder, chat.pinnedAt, chat.trashedAt) = (listed.folder, listed.pinnedAt, listed.trashedAt)
        }
    }

    /// The chat is there again, as it was read.
    func restored(_ conversation: Conversation) {
        (chat, tree) = (conversation.chat, ConversationTree(conversation.messages))
        deletedBranches = []
        isGone = false
    }

    /// Ends everything for good and waits for what has come, and was said, to be on the disk.
    func quit() async {
        isQuitting = true
        titling?.cancel()
        abandon()
        await settled()
    }

    /// The app goes on after all: more can be said.
    func stay() { isQuitting = false }

    /// Waits for the end of the answer, and for all that is on its way to the disk: what was said or edited, and what was
    /// chosen.
    func settled() async {
        await answering?.ended()
        for write in beforeSettling.values { await write() }
        // Its turn comes last.
        await keepAgain()
    }

    private func begun() async throws(EngineError) -> Chat {
        if let chat { return chat }
        var new = new
        new.model = new.model ?? services.settings().defaultModel
        let id = try await services.chats.create(new)
        let begun = Chat(
            id: id, title: "", folder: new.folder, systemPrompt: new.systemPrompt, model: new.model,
            parameters: new.parameters)
        chat = begun
        onCreated?(id, self)
        return begun
    }

    private func said(_ id: Int64, parent: Int64?, text: String, attachments: [TextAttachment]) {
        var message = ChatMessage(id: id, parent: parent, role: .user, state: .complete, text: text)
        message.attachments = attachments
        tree.insert(message)
        tellChange()
        answer(to: id)
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
