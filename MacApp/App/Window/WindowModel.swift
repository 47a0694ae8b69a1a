import Core
import EngineKit
import Observation

/// One main window: its list of chats, the chat that it shows, and what stands open in it.
@Observable @MainActor
final class WindowModel {
    @ObservationIgnored let app: AppModel
    let chats: ChatListStore
    let search: ChatSearchStore
    private(set) var conversation: ConversationStore
    private(set) var composer: ComposerStore
    private(set) var isPrivate = false
    /// Why a chat could not be shown.
    private(set) var error: EngineError?

    /// What lies over the window.
    var sheet: WindowSheet?
    var showsSidebar = true
    var showsStatistics: Bool
    /// What in the window has the keyboard.
    var focus = CommandContext.Focus.text

    /// A message to be shown and marked for a moment, such as one that a search found.
    var revealed: Int64?
    /// What the button of a notice offers and no chat can do itself; whoever can takes it from here.
    var requested: ErrorNotice.Action?

    @ObservationIgnored let field = ComposerField()
    @ObservationIgnored private(set) lazy var actions = ChatActions(self)
    @ObservationIgnored private(set) lazy var find = FindModel(self)
    @ObservationIgnored private(set) lazy var narrator = Narrator(app.services.system)
    @ObservationIgnored private var opening: OwnedTask?

    init(_ app: AppModel) {
        self.app = app
        chats = ChatListStore(app.services.chats)
        search = ChatSearchStore(app.services.chats)
        showsStatistics = app.settings.settings.showsStatistics
        conversation = app.conversations.begin()
        composer = ComposerStore(chats: app.services.chats, drafts: app.drafts)
        composer = makeComposer()
        show(conversation)
    }

    /// The number of the chat that is shown, to be found again after a restart.
    var shownChat: Int64? { isPrivate ? nil : conversation.chat?.id }

    var transcripts: Transcripts { app.transcripts.transcripts(of: conversation) }

    // MARK: Which chat is shown

    func newChat() {
        opening?.cancel()
        show(app.conversations.begin())
        chats.select([])
    }

    /// A chat that is kept nowhere.
    func newPrivateChat() {
        open { [app] () async throws(EngineError) in
            let chats = try await app.services.privateChats()
            return (app.conversations.beginPrivate(in: chats), chats)
        }
    }

    func open(_ chat: Int64) {
        guard chat != shownChat else { return }
        open { [app] () async throws(EngineError) in (try await app.conversations.store(of: chat), nil) }
    }

    func dismissError() { error = nil }

    /// Reads a chat and shows it, unless another one is wanted by then.
    private func open(
        _ read: @escaping @MainActor () async throws(EngineError) -> (ConversationStore, (any ChatStoreProtocol)?)
    ) {
        opening?.cancel()
        let task = Task { [weak self] in
            do throws(EngineError) {
                let (conversation, privateChats) = try await read()
                guard !Task.isCancelled else { return }
                self?.show(conversation, privateChats)
            } catch {
                guard !Task.isCancelled else { return }
                self?.error = error
            }
        }
        opening = OwnedTask(task)
    }

    private func show(_ conversation: ConversationStore, _ privateChats: (any ChatStoreProtocol)? = nil) {
        if (privateChats != nil) != isPrivate || privateChats != nil {
            composer = makeComposer(privateChats)
        }
        isPrivate = privateChats != nil
        self.conversation = conversation
        error = nil
        composer.open(conversation, settings: app.settings.settings)
        actions.leave()
        find.leave()
    }

    private func makeComposer(_ privateChats: (any ChatStoreProtocol)? = nil) -> ComposerStore {
        ComposerStore(
            chats: privateChats ?? app.services.chats, drafts: privateChats == nil ? app.drafts : nil,
            insert: { [weak self] in self?.insert($0) })
    }

    /// Puts a text where the cursor of the composer is.
    private func insert(_ text: String) {
        if !field.insert(text) { composer.send(.type(composer.composer.text + text)) }
    }

    // MARK: Keys

    /// Escape closes what is open, and then stops the answer; whether it did something.
    func escape() -> Bool {
        if find.isOpen {
            find.close()
        } else if composer.isAnswering {
            composer.send(.stop)
        } else {
            return false
        }
        return true
    }

    func textHasFocus(_ hasFocus: Bool) {
        if hasFocus { focus = .text } else if focus == .text { focus = .transcript }
    }

    // MARK: What other windows did

    func chatsChanged() {
        Task { [weak chats] in await chats?.reload() }
    }

    func chatsDeleted(_ gone: Set<Int64>) {
        if let shown = shownChat, gone.contains(shown) { newChat() }
        chatsChanged()
    }
}
