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

    /// Puts a text where the cursor of the composer is; the field itself knows how.
    @ObservationIgnored var insert: (@MainActor (String) -> Void)?
    @ObservationIgnored private var opening: OwnedTask?

    init(_ app: AppModel) {
        self.app = app
        chats = ChatListStore(app.services.chats)
        search = ChatSearchStore(app.services.chats)
        showsStatistics = app.settings.settings.showsStatistics
        conversation = app.conversations.begin()
        composer = ComposerStore(chats: app.services.chats, drafts: app.drafts)
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
            composer = ComposerStore(
                chats: privateChats ?? app.services.chats, drafts: privateChats == nil ? app.drafts : nil,
                insert: { [weak self] in self?.insert?($0) })
        }
        isPrivate = privateChats != nil
        self.conversation = conversation
        error = nil
        composer.open(conversation, settings: app.settings.settings)
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
