import Core
import EngineKit
import Foundation
import Observation

/// Reads files with chats into Tandem, one after the other, whichever windows are open.
@Observable @MainActor
final class Importer {
    /// The file that is being read.
    private(set) var reading: String?
    /// Told what came of it.
    @ObservationIgnored var finished: (@MainActor (ImportReport) -> Void)?
    @ObservationIgnored private let chats: any ChatStoreProtocol
    /// Files that are still to be read.
    @ObservationIgnored private var unread: [URL] = []
    @ObservationIgnored private var importing: OwnedTask?

    init(_ chats: any ChatStoreProtocol) {
        self.chats = chats
    }

    func read(_ files: [URL]) {
        // The Finder hands over files that are opened together one by one.
        unread += files
        guard reading == nil, let first = unread.first else { return }
        reading = first.lastPathComponent
        let chats = chats
        let task = Task { [weak self] in
            var report = ImportReport()
            while !Task.isCancelled, let file = self?.next() {
                report.take(await Self.read(file, into: chats), of: file.lastPathComponent)
            }
            self?.finish(report)
        }
        importing = OwnedTask(task)
    }

    private func next() -> URL? {
        guard !unread.isEmpty else { return nil }
        reading = unread[0].lastPathComponent
        return unread.removeFirst()
    }

    /// Reads no further file.
    func cancel() { importing?.cancel() }

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

    private func finish(_ read: ImportReport) {
        var report = read
        report.leave(unread.map(\.lastPathComponent))
        (reading, unread) = (nil, [])
        finished?(report)
    }
}
