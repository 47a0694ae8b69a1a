import EngineKit
import Foundation
import Observation

/// The sidebar's chats. What is done shows at once and is taken back if the store refuses.
@Observable @MainActor
public final class ChatListStore {
    public private(set) var list = ChatList()
    /// The last thing that went wrong; the view takes it away by ``dismissError()``.
    public private(set) var error: EngineError?
    /// What was done last, to be shown with a button that takes it back.
    public private(set) var notice: String?
    /// Which chats could not be brought back, if any.
    public private(set) var lost: String?
    @ObservationIgnored private let chats: any ChatStoreProtocol
    @ObservationIgnored private var loads = 0

    /// Chats are asked for so many at a time.
    private static let page: UInt32 = 500

    public init(_ chats: any ChatStoreProtocol) {
        self.chats = chats
    }

    public func sections(now: Date = Date(), calendar: Calendar = .current) -> [ChatSection] {
        ChatSection.sections(of: list.chats, now: now, calendar: calendar)
    }

    public func select(_ ids: Set<Int64>) { list.select(ids) }
    public func dismissError() { error = nil }
    public func dismissNotice() { notice = nil }
    public func dismissLost() { lost = nil }

    /// What the sidebar is to show.
    public func state(now: Date = Date(), calendar: Calendar = .current) -> ChatListState {
        ChatListState(list, error: error, sections: sections(now: now, calendar: calendar))
    }

    public func show(_ shelf: ChatShelf) async {
        guard shelf != list.shelf else { return }
        list.shelf = shelf
        list.selection = []
        list.chats = []
        list.isLoaded = false
        await reload()
    }

    /// Reads the list anew. Of several at once the last one counts.
    public func reload() async {
        loads += 1
        let load = loads
        let shelf = list.shelf
        do throws(EngineError) {
            guard let all = try await pages(of: shelf, while: { load == loads }) else { return }
            let folders = try await chats.folders()
            let isEmpty = shelf == .trash ? all.isEmpty : try await chats.list(.trash, skip: 0, limit: 1).isEmpty
            guard load == loads else { return }
            // The folder may have been deleted in another window.
            if case .folder(let shown) = shelf, !folders.contains(where: { $0.id == shown }) {
                await show(.all)
                return
            }
            list.take(all, folders, trashIsEmpty: isEmpty)
        } catch {
            guard load == loads else { return }
            self.error = error
        }
    }

    private func pages(of shelf: ChatShelf, while isWanted: () -> Bool) async throws(EngineError) -> [Chat]? {
        var all: [Chat] = []
        var seen: Set<Int64> = []
        var read = 0
        while true {
            let page = try await chats.list(shelf, skip: UInt32(clamping: read), limit: Self.page)
            guard isWanted() else { return nil }
            // Those that are there twice count too, or a page of nothing else would be read for ever.
            read += page.count
            // A chat that moves up while pages are read would be there twice.
            all += page.filter { seen.insert($0.id).inserted }
            if page.count < Self.page { return all }
        }
    }

    public func rename(_ chat: Int64, to name: String) async {
        // Titles are one line; a long one is cut where it is shown.
        let title = name.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
        guard !title.isEmpty else { return }
        await perform([chat], { $0.title = title }) { chats, id throws(EngineError) in
            _ = try await chats.setTitle(title, of: id, origin: .user)
        }
    }

    public func setPinned(_ pinned: Bool, _ ids: Set<Int64>) async {
        await perform(ids, { $0.pinnedAt = pinned ? Date() : nil }) { chats, id throws(EngineError) in
            try await chats.setPinned(pinned, of: id)
        }
    }

    /// Puts chats into a folder, as by a drag, or out of any. What takes it back; `nil` if all were there before.
    @discardableResult
    public func move(_ ids: Set<Int64>, to folder: Int64?) async -> ChatList.Undo? {
        let before = await read(ids).filter { $0.folder != folder }
        guard !before.isEmpty else { return nil }
        notice = ChatListWords.moved(before.count)
        let moved = await perform(Set(before.map(\.id)), { $0.folder = folder }) { chats, id throws(EngineError) in
            try await chats.setFolder(folder, of: id)
        }
        let done = before.filter { moved.contains($0.id) }
        return done.isEmpty ? nil : .move(done)
    }

    /// What came of putting chats into the trash.
    public struct Trashed: Equatable, Sendable {
        /// Those that are in it now, and were not before.
        public var chats: Set<Int64> { Set(before.map(\.id)) }
        /// The chat to show instead of them.
        public let next: Int64?
        /// The chats as they were.
        fileprivate(set) var before: [Chat] = []

        /// What takes it back.
        public var undo: ChatList.Undo? { before.isEmpty ? nil : .trash(before) }
    }

    @discardableResult
    public func trash(_ ids: Set<Int64>) async -> Trashed {
        var trashed = Trashed(next: ChatList.neighbour(of: ids, in: list.shown(sections())))
        let there = await read(ids).filter { !$0.isTrashed }
        guard !there.isEmpty else { return trashed }
        notice = ChatListWords.trashed(there.count)
        let gone = await perform(Set(there.map(\.id)), { $0.trashedAt = Date() }) { chats, id throws(EngineError) in
            try await chats.trash(id)
        }
        trashed.before = there.filter { gone.contains($0.id) }
        return trashed
    }

    /// The chats of some numbers. Not all need be in the list, such as one that is shown beside another folder.
    private func read(_ ids: Set<Int64>) async -> [Chat] {
        var read = list.chats.filter { ids.contains($0.id) }
        for id in ids.subtracting(read.map(\.id)).sorted() {
            do throws(EngineError) { read.append(try await chats.chat(id)) } catch {
                if error.kind != .notFound { self.error = error }
            }
        }
        return read
    }

    public func restore(_ ids: Set<Int64>) async {
        await perform(ids, { $0.trashedAt = nil }) { chats, id throws(EngineError) in try await chats.restore(id) }
    }

    /// Deletes chats of the trash, which nothing brings back. The view asks first. Those that are gone then.
    @discardableResult
    public func deleteForGood(_ ids: Set<Int64>) async -> Set<Int64> {
        guard list.shelf == .trash else { return [] }
        list.chats.removeAll { ids.contains($0.id) }
        return await perform(ids, { _ in }) { chats, id throws(EngineError) in try await chats.purge(id) }
    }

    /// Deletes for good what had been put into the trash before a time, when the view asked about it. Of the chats that it
    /// asked about, those that are gone then.
    @discardableResult
    public func emptyTrash(of ids: Set<Int64>, before: Date) async -> Set<Int64> {
        await attempt { chats throws(EngineError) in _ = try await chats.purgeTrash(before: before) }
        // One may have been restored meanwhile, in another window.
        guard let trash = await all(of: .trash), let others = await all(of: .all) else { return [] }
        return ids.subtracting(trash).subtracting(others)
    }

    /// All chats of a shelf by number, whichever is shown; `nil` if they cannot be read.
    public func all(of shelf: ChatShelf) async -> [Int64]? {
        do throws(EngineError) {
            return try await pages(of: shelf, while: { true })?.map(\.id)
        } catch {
            self.error = error
            return nil
        }
    }

    /// Takes a step back, for each of its chats that is still there; those for which it was.
    @discardableResult
    public func undo(_ step: ChatList.Undo) async -> Set<Int64> {
        (notice, lost) = (nil, nil)
        var back: Set<Int64> = []
        var gone: [Chat] = []
        let folders = Set(list.folders.map(\.id))
        for chat in step.chats {
            do throws(EngineError) {
                // Deleted for good meanwhile, in another window or from the terminal.
                guard try await isThere(chat.id) else {
                    gone.append(chat)
                    continue
                }
                switch step {
                case .trash: try await chats.restore(chat.id)
                // Without its folder it would be in none now.
                case .move:
                    let folder = chat.folder.flatMap { folders.contains($0) ? $0 : nil }
                    try await chats.setFolder(folder, of: chat.id)
                }
                back.insert(chat.id)
            } catch {
                self.error = error
            }
        }
        if !gone.isEmpty { lost = ChatListWords.lost(gone.map(\.shownTitle)) }
        await reload()
        return back
    }

    private func isThere(_ chat: Int64) async throws(EngineError) -> Bool {
        do throws(EngineError) {
            _ = try await chats.chat(chat)
            return true
        } catch {
            if error.kind == .notFound { return false }
            throw error
        }
    }

    /// Why a folder cannot have this name, if it cannot.
    public func obstacle(toFolder name: String, except folder: Int64? = nil) -> String? {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        if name.isEmpty { return ChatListWords.emptyName }
        let taken = list.folders.contains { $0.id != folder && $0.name.caseInsensitiveCompare(name) == .orderedSame }
        return taken ? ChatListWords.folderExists : nil
    }

    public func createFolder(_ name: String) async {
        guard obstacle(toFolder: name) == nil else { return }
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        await attempt { chats throws(EngineError) in _ = try await chats.createFolder(name) }
    }

    public func renameFolder(_ folder: Int64, to name: String) async {
        guard obstacle(toFolder: name, except: folder) == nil else { return }
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        await attempt { chats throws(EngineError) in try await chats.renameFolder(folder, to: name) }
    }

    /// Its chats stay.
    public func deleteFolder(_ folder: Int64) async {
        if list.shelf == .folder(folder) { list.shelf = .all }
        await attempt { chats throws(EngineError) in try await chats.deleteFolder(folder) }
    }

    /// Shows a change at once and asks the store for it, chat by chat; the chats for which it was done.
    @discardableResult
    private func perform(
        _ ids: Set<Int64>, _ change: (inout Chat) -> Void,
        _ call: @Sendable (any ChatStoreProtocol, Int64) async throws(EngineError) -> Void
    ) async -> Set<Int64> {
        var done: Set<Int64> = []
        list.change(ids, change)
        list.chats = list.chats.filter(list.belongs)
        list.select(list.selection)
        await attempt { chats throws(EngineError) in
            for id in ids.sorted() {
                try await call(chats, id)
                done.insert(id)
            }
        }
        return done
    }

    private func attempt(_ work: (any ChatStoreProtocol) async throws(EngineError) -> Void) async {
        do throws(EngineError) {
            try await work(chats)
        } catch {
            self.error = error
            notice = nil
        }
        // What the store says now counts, whether all of it was done or not.
        await reload()
    }
}
