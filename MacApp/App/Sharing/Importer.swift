import Core
import EngineKit
import Foundation
import Observation

/// Reads files with chats into Tandem, and those of folders, one after the other, whichever windows are open.
@Observable @MainActor
final class Importer {
    /// The file that is being read, or the folder that is being looked through.
    private(set) var reading: String?
    /// Told what came of it.
    @ObservationIgnored var finished: (@MainActor (ImportReport) -> Void)?
    @ObservationIgnored private let chats: any ChatStoreProtocol
    /// What the user gave and was not looked at yet.
    @ObservationIgnored private var given: [URL] = []
    /// Files that are still to be read, of what was given last.
    @ObservationIgnored private var unread: [ImportScan.File] = []
    /// What was given before the user stopped, and is not looked at.
    @ObservationIgnored private var stopped: [URL] = []
    @ObservationIgnored private var importing: OwnedTask?

    init(_ chats: any ChatStoreProtocol) {
        self.chats = chats
    }

    func read(_ new: [URL]) {
        // The Finder hands over files that are opened together one by one.
        given += new
        if reading == nil { begin() }
    }

    private func begin() {
        guard let first = given.first else { return }
        reading = first.lastPathComponent
        let chats = chats
        let task = Task { [weak self] in
            var report = ImportReport()
            while !Task.isCancelled, let next = self?.nextGiven() {
                // Files from a panel or a drag are lent by the sandbox, if there is one; a folder with all that is in it.
                let isLent = next.startAccessingSecurityScopedResource()
                defer { if isLent { next.stopAccessingSecurityScopedResource() } }
                let scan = await ImportScan.of(next)
                report.take(scan, of: next.lastPathComponent)
                self?.unread = scan.isStopped ? [] : scan.files
                while !Task.isCancelled, let file = self?.nextFile() {
                    report.take(await Self.read(file.url, into: chats), of: file.name)
                }
            }
            self?.finish(report)
        }
        importing = OwnedTask(task)
    }

    private func nextGiven() -> URL? {
        guard !given.isEmpty else { return nil }
        reading = given[0].lastPathComponent
        return given.removeFirst()
    }

    private func nextFile() -> ImportScan.File? {
        guard !unread.isEmpty else { return nil }
        reading = unread[0].name
        return unread.removeFirst()
    }

    /// Reads no further file, but those that are given from now on.
    func cancel() {
        stopped += given
        given = []
        importing?.cancel()
    }

    private static func read(
        _ file: URL, into chats: any ChatStoreProtocol
    ) async -> Result<ChatImport, EngineError> {
        do throws(EngineError) { return .success(try await chats.importFile(file.path)) } catch {
            return .failure(error)
        }
    }

    private func finish(_ read: ImportReport) {
        var report = read
        report.leave(unread.map(\.name) + stopped.map(\.lastPathComponent))
        (reading, stopped, unread) = (nil, [], [])
        finished?(report)
        // Given after the user stopped.
        if reading == nil { begin() }
    }
}
