import EngineKit
import Observation

/// The composer of a window, with its chat.
@Observable @MainActor
public final class ComposerStore {
    public private(set) var composer = Composer() {
        didSet { if holdsMessage != composer.holdsMessage { holdsMessage = composer.holdsMessage } }
    }
    /// Apart from the text, so that not every key draws the menus anew.
    private var holdsMessage = false
    private var conversation: ConversationStore?
    @ObservationIgnored private let chats: any ChatStoreProtocol
    @ObservationIgnored private let drafts: DraftStore?
    @ObservationIgnored private var slot: Drafts.Slot?
    @ObservationIgnored private var reading: [Int: OwnedTask] = [:]
    @ObservationIgnored private var sending: OwnedTask?
    /// Puts a text where the cursor is.
    @ObservationIgnored private let insert: @MainActor (String) -> Void

    /// `drafts` is `nil` for private chats: nothing of them is kept.
    public init(
        chats: any ChatStoreProtocol, drafts: DraftStore?, insert: @escaping @MainActor (String) -> Void = { _ in }
    ) {
        self.chats = chats
        self.drafts = drafts
        self.insert = insert
    }

    /// Goes over to another chat.
    public func open(_ conversation: ConversationStore, settings: Settings) {
        self.conversation = conversation
        reading = [:]
        composer.sendKey = settings.sendKey
        openDraft()
    }

    /// Other settings hold from now on.
    public func use(_ settings: Settings) {
        composer.sendKey = settings.sendKey
    }

    public var isAnswering: Bool { conversation?.isAnswering ?? false }

    /// Nobody writes here any more: another window may go on with the draft.
    public func close() {
        if let slot { drafts?.hold(slot, for: nil) }
    }

    public var canSend: Bool { holdsMessage && !isAnswering && conversation?.canSend ?? true }

    public func send(_ event: Composer.Event) {
        _ = composer.apply(.answering(isAnswering))
        for effect in composer.apply(event) { perform(effect) }
    }

    /// How much of what the model reads at once is taken up with what is being written.
    public func gauge(context: Int) -> ContextGauge {
        ContextGauge(used: conversation?.contextUsed ?? 0, draft: composer.tokens, context: context)
    }

    private var place: Drafts.Place { conversation?.chat.map { .chat($0.id) } ?? .new }

    private func perform(_ effect: Composer.Effect) {
        switch effect {
        case .read(let file, let path): read(file, path)
        case .send(let draft): say(draft)
        case .stop: conversation?.stop()
        case .insert(let text): insert(text)
        case .keep: keepDraft()
        }
    }

    /// Keeps what is written, and what is chosen for a chat that has not begun.
    private func keepDraft() {
        guard let slot = settledSlot() else { return }
        var draft = composer.draft
        if let conversation, conversation.chat == nil, conversation.new != NewChat() { draft.new = conversation.new }
        drafts?.keep(draft, in: slot)
    }

    private func openDraft() {
        slot = drafts?.take(place, for: self)
        // Settings are kept a moment later, when another chat may be open here.
        conversation?.onNewChanged = { [weak conversation, drafts, slot] in
            if let conversation, let slot { drafts?.keep(conversation.new, in: slot) }
        }
        let draft = slot.flatMap { drafts?.drafts[$0] } ?? Draft()
        if let new = draft.new { conversation?.begin(with: new) }
        send(.open(draft))
    }

    /// Where the draft is kept, by the chat's number once it has one.
    private func settledSlot() -> Drafts.Slot? {
        guard let drafts else { return nil }
        let slot = drafts.move(slot ?? drafts.take(place, for: self), to: place)
        self.slot = slot
        return slot
    }

    private func read(_ file: Int, _ path: String) {
        let chats = chats
        let task = Task { [weak self] in
            do throws(EngineError) {
                let attachment = try await chats.readAttachment(path)
                self?.send(.read(file: file, .success(attachment)))
            } catch {
                self?.send(.read(file: file, .failure(error)))
            }
            self?.reading[file] = nil
        }
        reading[file] = OwnedTask(task)
    }

    private func say(_ draft: MessageDraft) {
        guard let conversation else {
            send(.sent(false))
            return
        }
        let (drafts, files, slot) = (drafts, composer.draft.files, settledSlot())
        // Whatever the window does meanwhile, nobody else writes in it until it is said.
        if let slot { drafts?.hold(slot, for: conversation) }
        let task = Task { [weak self] in
            let isKept = await conversation.send(draft)
            if let self, self.conversation === conversation, self.composer.isSending {
                if let slot = self.settledSlot() { drafts?.hold(slot, for: self) }
                self.send(.sent(isKept))
                return
            }
            guard let drafts, var slot else { return }
            if let chat = conversation.chat { slot = drafts.move(slot, to: .chat(chat.id)) }
            if isKept { drafts.keep(drafts.drafts[slot].without(draft.text, files), in: slot) }
            drafts.hold(slot, for: nil)
            // Back in the chat, the window had nothing to show of it.
            if let self, self.conversation === conversation, self.composer.draft.isEmpty { self.openDraft() }
        }
        sending = OwnedTask(task)
    }
}
