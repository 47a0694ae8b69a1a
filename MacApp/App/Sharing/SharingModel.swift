import Core
import EngineKit
import SwiftUI

/// Chats that leave and enter Tandem, in one window.
@Observable @MainActor
final class SharingModel {
    @ObservationIgnored let app: AppModel
    @ObservationIgnored weak var window: WindowModel?

    /// Whether the panel asks for files to import.
    var choosesFiles = false
    /// What came of an import, until the user has seen it.
    var report: ImportReport?
    /// What the panel asks a place for.
    var export: ExportedChats?
    /// Whether it asks. The chats stay until they are written, which is after the panel has closed.
    var asksForPlace = false
    /// What could not be done, and why.
    var failure: Failure?
    @ObservationIgnored private var exporting: OwnedTask?

    struct Failure: Sendable {
        let title: String
        let message: String

        static func exporting(_ message: String) -> Failure {
            Failure(title: String(localized: "Nothing Was Exported"), message: message)
        }

        static func exporting(_ error: any Error) -> Failure {
            let notice = (error as? EngineError).map { ErrorNotice($0).message }
            return exporting(notice ?? String(localized: "The file was not written. \(error.localizedDescription)"))
        }
    }

    init(_ app: AppModel) {
        self.app = app
    }

    // MARK: Out

    /// `store` is where they are kept: a private chat's number means another chat elsewhere.
    func export(_ chats: Set<Int64>, as format: ExportFormat, from store: any ChatStoreProtocol) {
        guard let window else { return }
        let ordered = ordered(chats, in: window.chats)
        export { () async throws(EngineError) in
            var titles: [String] = []
            for chat in ordered { titles.append(try await store.chat(chat).shownTitle) }
            return try await ExportedChats(ordered, titles, format, from: store)
        }
    }

    /// All chats but those of the trash, to be imported again.
    func exportAll() {
        guard let window else { return }
        let (list, store) = (window.chats, app.services.chats)
        export { () async throws(EngineError) in
            let chats = await list.all(of: .all)
            if chats == nil, let error = list.error { throw error }
            guard let chats, !chats.isEmpty else { return nil }
            return try await ExportedChats(chats, chats.map { _ in "" }, .json, from: store)
        }
    }

    /// Hands a chat, or several, to another program as Markdown.
    func share(_ chats: Set<Int64>, from store: any ChatStoreProtocol) {
        let sharer = app.services.system.sharer
        let task = Task { [weak self] in
            do throws(EngineError) {
                sharer.share(try await ExportFormat.markdown.text(of: chats.sorted(), from: store))
            } catch {
                self?.failure = Failure(
                    title: String(localized: "Nothing Was Shared"), message: ErrorNotice(error).message)
            }
        }
        exporting = OwnedTask(task)
    }

    func exported(_ result: Result<URL, any Error>) {
        export = nil
        if case .failure(let error) = result { failure = .exporting(error) }
    }

    /// What goes along with the pointer when a chat is dragged from the list: it, or all that are selected. Private chats
    /// are in no list.
    func drag(_ chat: Int64, in list: ChatListStore) -> ChatDrag {
        let chats = ordered(list.list.affected(by: chat), in: list)
        let titles = chats.map { chat in list.list.chats.first { $0.id == chat }?.shownTitle ?? "" }
        return ChatDrag(
            DraggedFile(chats, titles, from: app.services.chats, into: app.services.passingFiles) { [weak self] in
                self?.failure = $0
            })
    }

    /// As the list shows them.
    private func ordered(_ chats: Set<Int64>, in list: ChatListStore) -> [Int64] {
        let order = list.list.shown(list.sections())
        return chats.sorted { (order.firstIndex(of: $0) ?? .max, $0) < (order.firstIndex(of: $1) ?? .max, $1) }
    }

    private func export(_ read: @escaping @MainActor () async throws(EngineError) -> ExportedChats?) {
        let task = Task { [weak self] in
            do throws(EngineError) {
                if let chats = try await read() {
                    self?.export = chats
                    self?.asksForPlace = true
                } else {
                    self?.failure = .exporting(String(localized: "There are no chats to export."))
                }
            } catch {
                self?.failure = .exporting(ErrorNotice(error).message)
            }
        }
        exporting = OwnedTask(task)
    }

    // MARK: In

    /// The file that is being read, for whichever window.
    var reading: String? { app.importer.reading }

    func read(_ files: [URL]) { app.read(files, for: window) }

    /// What was let go over the list; not what was dragged out of it, which comes back as a file.
    func readDropped(_ files: [URL]) -> Bool {
        let others = files.filter { !app.services.passingFiles.holds($0) }
        if !others.isEmpty { read(others) }
        return !others.isEmpty
    }

    /// Reads no further file.
    func cancelImport() { app.importer.cancel() }

    func chosen(_ result: Result<[URL], any Error>) {
        switch result {
        case .success(let files): read(files)
        case .failure(let error):
            failure = Failure(title: String(localized: "Nothing Was Imported"), message: error.localizedDescription)
        }
    }
}
