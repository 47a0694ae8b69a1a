import Core
import EngineKit
import SwiftUI

/// What stands open in the sidebar of a window, and what is done in it.
@Observable @MainActor
final class SidebarModel {
    @ObservationIgnored let app: AppModel
    let chats: ChatListStore
    let search: ChatSearchStore
    @ObservationIgnored weak var window: WindowModel?

    /// Whether the search field has the keyboard, or something stands in it.
    var isSearching = false
    /// The chat whose name is being written.
    private(set) var renaming: Int64?
    /// What lies over the window.
    var sheet: SidebarSheet?
    /// What the user is asked.
    var question: SidebarQuestion?

    /// The window's own.
    @ObservationIgnored weak var undoManager: UndoManager?
    /// What can be taken back, the last one last; and what was, and can be done again.
    @ObservationIgnored var steps: [UndoStep] = []
    @ObservationIgnored var undone: [UndoStep] = []
    @ObservationIgnored private var working: OwnedTask?

    init(_ app: AppModel, _ chats: ChatListStore, _ search: ChatSearchStore) {
        self.app = app
        self.chats = chats
        self.search = search
    }

    /// Does something after all that was asked for before, so that it ends in the order in which the user wanted it.
    func perform(_ work: @escaping @MainActor () async -> Void) {
        let before = working
        let task = Task {
            await before?.ended()
            await work()
        }
        working = OwnedTask(task)
    }

    func show(_ shelf: ChatShelf) {
        perform { [chats] in await chats.show(shelf) }
    }

    // MARK: Searching

    func beginSearch(_ text: String = "") {
        window?.showsSidebar = true
        isSearching = true
        if !text.isEmpty { search.type(text) }
    }

    func endSearch() {
        isSearching = false
        search.type("")
    }

    /// Shows what was found, in its chat.
    func open(_ place: SearchPlace) {
        window?.open(place.chat, revealing: place.message)
    }

    /// Return in the search field.
    func openFirstResult() {
        // What was found for other words is not what the user means.
        guard let results = search.results, results.query == search.query else { return }
        if let place = results.places.first { open(place) }
    }

    // MARK: Renaming in place

    func beginRenaming(_ chat: Int64) {
        guard let window else { return }
        window.showsSidebar = true
        endSearch()
        if isListed(chat) {
            renaming = chat
            return
        }
        // One that is shown beside another folder gets its name where it stands.
        perform { [weak self] in
            await self?.chats.show(.all)
            if self?.isListed(chat) == true { self?.renaming = chat }
        }
    }

    private func isListed(_ chat: Int64) -> Bool { chats.list.chats.contains { $0.id == chat } }

    func endRenaming(_ chat: Int64, as name: String?) {
        // The field tells of its end twice: of Return, and of the keyboard that it loses by it.
        guard renaming == chat else { return }
        renaming = nil
        guard let name, name != chats.list.chats.first(where: { $0.id == chat })?.title else { return }
        perform { [chats, app] in
            await chats.rename(chat, to: name)
            await app.chatsFiled([chat])
        }
    }

    // MARK: Chats that are damaged

    /// All windows begin anew with the repaired chats.
    var repairWords: String {
        [
            String(localized: "What can be read is written into a new file. The damaged file is kept beside it."),
            app.holdsPrivateWords ? String(localized: "Private chats are kept nowhere and will be gone.") : nil,
        ].compactMap(\.self).joined(separator: " ")
    }

    func repair() {
        perform { [weak self] in await self?.repairNow() }
    }

    private func repairNow() async {
        guard let reopen = app.services.reopenChats else { return }
        do throws(EngineError) {
            let damaged = try await app.services.chats.repair()
            // They are found again by what comes after.
            app.drafts.write()
            app.downloads.pauseAll()
            var services = app.services
            services.chats = try await reopen()
            app.startOver?(services, ChatsNotice.repaired(keeping: damaged))
        } catch {
            app.notice = ErrorNotice(error).message
        }
    }
}

/// What lies over a window to have chats filed.
enum SidebarSheet: Identifiable, Equatable {
    case folder(FolderNaming)
    case move(Set<Int64>)

    var id: String {
        switch self {
        case .folder(let naming): "folder \(naming.folder?.id ?? 0)"
        case .move: "move"
        }
    }
}

/// A folder that is being named.
struct FolderNaming: Equatable {
    /// `nil` for a new one.
    var folder: ChatFolder?
    /// Chats to be put into the new one.
    var chats: Set<Int64> = []
}

/// What the user is asked before something is done that nothing takes back.
enum SidebarQuestion: Equatable {
    case delete(DeletionQuestion)
    case deleteFolder(ChatFolder)
    case repair
}
