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
    let importing: ChatImportStore
    /// What the panel asks a place for.
    var export: ExportedChats?
    /// Why something could not be exported.
    var failure: String?
    @ObservationIgnored private var exporting: OwnedTask?

    init(_ app: AppModel) {
        self.app = app
        importing = ChatImportStore(app.services.chats) { [weak app] in app?.chatsChanged() }
    }

    // MARK: Out

    func export(_ chats: Set<Int64>, as format: ChatExport.Format) {
        guard let window else { return }
        let order = window.chats.list.shown(window.chats.sections())
        let ordered = chats.sorted { (order.firstIndex(of: $0) ?? .max, $0) < (order.firstIndex(of: $1) ?? .max, $1) }
        let store = store(of: chats)
        export { () async throws(EngineError) in
            guard let first = ordered.first else { return nil }
            let name =
                ordered.count == 1
                ? ChatExport.fileName(for: try await store.chat(first).shownTitle, as: format)
                : ChatExport.libraryFileName(on: Date(), as: format)
            return ExportedChats(
                text: try await ChatExport(store).text(of: ordered, as: format), name: name, format: format)
        }
    }

    /// All chats but those of the trash, to be imported again.
    func exportAll() {
        let store = app.services.chats
        export { () async throws(EngineError) in
            guard try await !store.list(.all, skip: 0, limit: 1).isEmpty else { return nil }
            return ExportedChats(
                text: try await ChatExport(store).library(), name: ChatExport.libraryFileName(on: Date()),
                format: .json)
        }
    }

    /// Hands a chat, or several, to another program as Markdown.
    func share(_ chats: Set<Int64>) {
        let (store, sharer) = (store(of: chats), app.services.system.sharer)
        let task = Task { [weak self] in
            do throws(EngineError) {
                sharer.share(try await ChatExport(store).text(of: chats.sorted(), as: .markdown))
            } catch {
                self?.failure = ErrorNotice(error).message
            }
        }
        exporting = OwnedTask(task)
    }

    func exported(_ result: Result<URL, any Error>) {
        export = nil
        if case .failure(let error) = result {
            failure = String(localized: "The file was not written. \(error.localizedDescription)")
        }
    }

    /// A private chat is in a store of its own, under a number that means another chat elsewhere.
    private func store(of chats: Set<Int64>) -> any ChatStoreProtocol {
        guard let window, window.isPrivate, window.chats.list.selection.isDisjoint(with: chats) else {
            return app.services.chats
        }
        return window.keptIn
    }

    private func export(_ read: @escaping @MainActor () async throws(EngineError) -> ExportedChats?) {
        let task = Task { [weak self] in
            do throws(EngineError) {
                if let chats = try await read() {
                    self?.export = chats
                } else {
                    self?.failure = String(localized: "There are no chats to export.")
                }
            } catch {
                self?.failure = ErrorNotice(error).message
            }
        }
        exporting = OwnedTask(task)
    }

    // MARK: In

    func read(_ files: [URL]) { importing.start(files) }

    func chosen(_ result: Result<[URL], any Error>) {
        switch result {
        case .success(let files): read(files)
        case .failure(let error): failure = error.localizedDescription
        }
    }
}
