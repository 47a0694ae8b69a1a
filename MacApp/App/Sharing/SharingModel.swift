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
    /// The file that is being read.
    private(set) var reading: String?
    /// What came of an import, until the user has seen it.
    var report: ImportReport?
    /// What the panel asks a place for.
    var export: ExportedChats?
    /// Whether it asks. The chats stay until they are written, which is after the panel has closed.
    var asksForPlace = false
    /// What could not be done, and why.
    var failure: Failure?

    struct Failure {
        let title: String
        let message: String

        static func exporting(_ message: String) -> Failure {
            Failure(title: String(localized: "Nothing Was Exported"), message: message)
        }
    }
    /// Files that are still to be read.
    @ObservationIgnored private var unread: [URL] = []
    @ObservationIgnored private var importing: OwnedTask?
    @ObservationIgnored private var exporting: OwnedTask?

    init(_ app: AppModel) {
        self.app = app
    }

    // MARK: Out

    func export(_ chats: Set<Int64>, as format: ExportFormat) {
        guard let window else { return }
        let order = window.chats.list.shown(window.chats.sections())
        let ordered = chats.sorted { (order.firstIndex(of: $0) ?? .max, $0) < (order.firstIndex(of: $1) ?? .max, $1) }
        let store = store(of: chats)
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
    func share(_ chats: Set<Int64>) {
        let (store, sharer) = (store(of: chats), app.services.system.sharer)
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
        if case .failure(let error) = result {
            failure = .exporting(String(localized: "The file was not written. \(error.localizedDescription)"))
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

    /// Imports files, one after the other.
    func read(_ files: [URL]) {
        // The Finder hands over files that are opened together one by one.
        unread += files
        guard reading == nil, let first = unread.first else { return }
        reading = first.lastPathComponent
        let chats = app.services.chats
        let task = Task { [weak self] in
            var report = ImportReport()
            while !Task.isCancelled, let file = self?.nextFile() {
                report.take(await Self.read(file, into: chats), of: file.lastPathComponent)
            }
            self?.finish(report)
        }
        importing = OwnedTask(task)
    }

    private func nextFile() -> URL? {
        guard !unread.isEmpty else { return nil }
        reading = unread[0].lastPathComponent
        return unread.removeFirst()
    }

    /// Reads no further file.
    func cancelImport() { importing?.cancel() }

    private static func read(
        _ file: URL, into chats: any ChatStoreProtocol
    ) async -> Result<ChatImport, EngineError> {
        // Files from a panel or a drag are lent by the sandbox, if there is one.
        let isLent = file.startAccessingSecurityScopedResource()
        defer { if isLent { file.stopAccessingSecurityScopedResource() } }
        do throws(EngineError) { return .success(try await chats.importFile(file.path)) } catch {
            return .failure(error)
        }
    }

    private func finish(_ report: ImportReport) {
        (reading, unread) = (nil, [])
        self.report = report
        app.services.system.announcer.announce(report.title, isUrgent: false)
        app.chatsChanged()
    }

    func chosen(_ result: Result<[URL], any Error>) {
        switch result {
        case .success(let files): read(files)
        case .failure(let error):
            failure = Failure(title: String(localized: "Nothing Was Imported"), message: error.localizedDescription)
        }
    }
}
