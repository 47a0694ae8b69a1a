import Core
import EngineKit
import Foundation
import Observation

/// One main window: its list of chats, the chat that it shows, and what stands open in it.
@Observable @MainActor
final class WindowModel {
    @ObservationIgnored let app: AppModel
    /// That of the seed it was made from.
    @ObservationIgnored let id: UUID
    let chats: ChatListStore
    let search: ChatSearchStore
    let sidebar: SidebarModel
    let sharing: SharingModel
    private(set) var conversation: ConversationStore
    private(set) var composer: ComposerStore
    /// Where the messages of the chat that is shown are: the app's chats, or those of this private chat alone.
    private(set) var keptIn: any ChatStoreProtocol
    private(set) var isPrivate = false
    /// Why a chat could not be shown.
    private(set) var error: EngineError?
    @ObservationIgnored private(set) var openAgain: (@MainActor () -> Void)?
    /// What would end a private chat, until the user has said yes.
    private(set) var departure: Departure?
    /// An address that has come from outside and is not followed yet.
    var arrival: Arrival?

    /// What lies over the window.
    var sheet: WindowSheet?
    var showsSidebar = true
    var showsStatistics: Bool
    /// Texts that have the keyboard: one, or for a moment two, while it goes from one to the other.
    var typing: Set<TextPlace> = []
    /// Whether the list of chats has the keyboard.
    var listHasFocus = false

    /// A message to be shown and marked for a moment, such as one that a search found.
    var revealed: Int64?

    @ObservationIgnored let field = ComposerField()
    @ObservationIgnored private(set) lazy var actions = ChatActions(self)
    @ObservationIgnored private(set) lazy var find = FindModel(self)
    @ObservationIgnored private(set) lazy var narrator = Narrator(app.services.system)
    @ObservationIgnored private var opening: OwnedTask?
    @ObservationIgnored private var settling: OwnedTask?
    /// A private chat that the user lets go, while what comes next is read.
    @ObservationIgnored private weak var letGo: ConversationStore?
    @ObservationIgnored private var revealing: OwnedTask?
    @ObservationIgnored var reloading: OwnedTask?
    @ObservationIgnored private var following: OwnedTask?

    init(_ app: AppModel, _ id: UUID = UUID()) {
        self.app = app
        self.id = id
        keptIn = app.services.chats
        chats = ChatListStore(app.services.chats)
        search = ChatSearchStore(app.services.chats)
        sidebar = SidebarModel(app, chats, search)
        sharing = SharingModel(app)
        showsStatistics = app.settings.settings.showsStatistics
        conversation = app.conversations.begin()
        composer = ComposerStore(chats: app.services.chats, drafts: app.drafts)
        sidebar.window = self
        sharing.window = self
        composer = makeComposer()
        show(conversation)
    }

    /// The number of the chat that is shown, to be found again after a restart.
    var shownChat: Int64? { isPrivate ? nil : conversation.chat?.id }

    var transcripts: Transcripts { conversation.transcripts }

    // MARK: Which chat is shown

    func newChat(_ then: @escaping @MainActor (WindowModel) -> Void = { _ in }) {
        leave { [weak self] in
            guard let self else { return }
            begin()
            then(self)
        }
    }

    /// A chat that is kept nowhere.
    func newPrivateChat() {
        leave { [weak self] in self?.beginPrivate() }
    }

    /// Shows a chat, and a message of it.
    func open(_ chat: Int64, revealing message: Int64? = nil) {
        if chat == shownChat { return reveal(message, in: conversation) }
        leave { [weak self] in self?.read(chat, revealing: message) }
    }

    /// Shows the chat of an earlier launch. If it is gone, a new one is as good.
    func restore(_ chat: Int64, isGone: @escaping @MainActor () -> Void = {}) {
        open(orElse: isGone) { [app] () async throws(EngineError) in
            (try await app.conversations.store(of: chat), nil)
        }
    }

    /// Does something that nobody waits for, as long as the window is there.
    func afterward(_ work: @escaping @MainActor () async -> Void) {
        following = OwnedTask(Task { await work() })
    }

    private func begin() {
        opening?.cancel()
        show(app.conversations.begin())
    }

    private func beginPrivate() {
        open { [app] () async throws(EngineError) in
            let chats = try await app.services.privateChats()
            return (app.conversations.beginPrivate(in: chats), chats)
        }
    }

    private func read(_ chat: Int64, revealing message: Int64?) {
        open(revealing: message) { [app] () async throws(EngineError) in
            (try await app.conversations.store(of: chat), nil)
        }
    }

    private func reveal(_ message: Int64?, in conversation: ConversationStore) {
        guard let message else { return }
        let task = Task { [weak self] in
            if await conversation.show(message), self?.conversation === conversation { self?.revealed = message }
        }
        revealing = OwnedTask(task)
    }

    // MARK: Leaving a private chat

    /// Whether something was said or written here that is kept nowhere.
    var holdsPrivateWords: Bool {
        isPrivate && (!conversation.tree.messages.isEmpty || !composer.composer.draft.isEmpty || actions.hasEdit)
    }

    /// Goes on to another chat. A private one with something in it is gone then, so that the user is asked.
    private func leave(_ go: @escaping @MainActor () -> Void) {
        let left = conversation
        settling = nil
        if sheet == .chatSettings, left.chat == nil {
            // What is set there is the draft's, which the next chat may begin with.
            sheet = nil
            opening?.cancel()
            let task = Task { [weak self] in
                await left.keepSettings()
                if !Task.isCancelled { self?.leave(go) }
            }
            settling = OwnedTask(task)
            return
        }
        guard holdsPrivateWords, letGo !== left else { return go() }
        ask(
            Departure(
                reason: .anotherChat,
                answer: { [weak self] goes in
                    guard goes else { return }
                    self?.letGo = left
                    self?.endPrivateChat()
                    go()
                },
                // What was clicked in the list is not shown.
                closed: { [chats] in chats.select([]) }))
    }

    /// Asks one question at a time: one that stands open is answered with no.
    func ask(_ question: Departure) {
        if let departure {
            departure.answer(false)
            takeBack(departure)
        }
        departure = question
    }

    func takeBack(_ question: Departure) {
        guard departure === question else { return }
        departure = nil
        question.closed()
    }

    /// The window is gone, and a private chat with it.
    func closed() {
        endPrivateChat()
        // A view may hold this for as long as it likes; what is written here is for the next window.
        composer.close()
        // The undo manager is that of the window on the screen, which may go on with another model.
        actions.closed()
        sidebar.forgetSteps()
    }

    /// Nothing of a private chat goes on, nor is read aloud, where nobody sees it and can stop it.
    private func endPrivateChat() {
        guard isPrivate else { return }
        conversation.stop()
        if actions.isSpeaking { app.speech.stop() }
    }

    func dismissError() { error = nil }

    /// Reads a chat and shows it, unless another one is wanted by then.
    private func open(
        orElse isGone: (@MainActor () -> Void)? = nil, revealing message: Int64? = nil,
        _ read: @escaping @MainActor () async throws(EngineError) -> (ConversationStore, (any ChatStoreProtocol)?)
    ) {
        opening?.cancel()
        let task = Task { [weak self] in
            do throws(EngineError) {
                let (conversation, privateChats) = try await read()
                guard !Task.isCancelled else { return }
                if let isGone, conversation.chat?.isTrashed == true { return isGone() }
                // Something may have been written while that was read.
                self?.leave { [weak self] in
                    self?.show(conversation, privateChats)
                    self?.reveal(message, in: conversation)
                }
            } catch {
                guard !Task.isCancelled else { return }
                self?.letGo = nil
                if let isGone, error.kind == .notFound { return isGone() }
                self?.error = error
                self?.openAgain = { [weak self] in self?.open(orElse: isGone, revealing: message, read) }
            }
        }
        opening = OwnedTask(task)
    }

    private func show(_ conversation: ConversationStore, _ privateChats: (any ChatStoreProtocol)? = nil) {
        // They are those of the chat that is left; closed, they are kept.
        if sheet == .chatSettings { sheet = nil }
        endPrivateChat()
        if (privateChats != nil) != isPrivate || privateChats != nil {
            composer = makeComposer(privateChats)
        }
        isPrivate = privateChats != nil
        keptIn = privateChats ?? app.services.chats
        self.conversation = conversation
        (error, revealed) = (nil, nil)
        // More chats may be selected than the one that is shown.
        if let shownChat {
            if !chats.list.selection.contains(shownChat) { chats.select([shownChat]) }
        } else {
            chats.select([])
        }
        // What was typed before is another chat's, perhaps a private one's.
        field.forgetUndo()
        composer.open(conversation, settings: app.settings.settings)
        actions.leave()
        find.leave()
    }

    private func makeComposer(_ privateChats: (any ChatStoreProtocol)? = nil) -> ComposerStore {
        ComposerStore(
            chats: privateChats ?? app.services.chats, drafts: privateChats == nil ? app.drafts : nil,
            insert: { [weak self] in self?.insert($0) })
    }

    /// Puts a text behind what is written in the composer; whether that was nothing.
    @discardableResult
    func append(_ text: String) -> Bool {
        let written = composer.composer.text
        let isEmpty = written.allSatisfy(\.isWhitespace)
        composer.send(.type(isEmpty ? text : written + "\n\n" + text))
        return isEmpty
    }

    /// Puts a text where the cursor of the composer is.
    private func insert(_ text: String) {
        if !field.insert(text) { composer.send(.type(composer.composer.text + text)) }
    }
}
