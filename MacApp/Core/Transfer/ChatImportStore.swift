import EngineKit
import Foundation
import Observation

/// Importing files and folders of chats, as they come from a menu, a drag or a share.
@Observable @MainActor
public final class ChatImportStore {
    /// Files that are looked at in folders; nobody has more exports.
    public nonisolated static let mostFiles = 1000

    public struct Progress: Equatable, Sendable {
        public let done: Int
        public let total: Int
    }

    /// `nil` while nothing is imported.
    public private(set) var progress: Progress?
    /// What the last import came to.
    public private(set) var summary: ImportSummary?

    @ObservationIgnored private let chats: any ChatStoreProtocol
    @ObservationIgnored private let changed: @MainActor () async -> Void
    @ObservationIgnored private var work: OwnedTask?

    /// `changed` is told when there are new chats.
    public init(_ chats: any ChatStoreProtocol, changed: @escaping @MainActor () async -> Void = {}) {
        self.chats = chats
        self.changed = changed
    }

    /// Imports files, and the files of chats in folders. One import at a time.
    public func start(_ places: [URL]) {
        guard progress == nil, !places.isEmpty else { return }
        (summary, progress) = (nil, Progress(done: 0, total: places.count))
        work = OwnedTask(Task { [weak self] in await self?.run(places) })
    }

    /// Stops after the file that is being read; what was added stays.
    public func stop() { work?.cancel() }

    public func dismiss() { summary = nil }

    private func run(_ places: [URL]) async {
        let files = await Task.detached { Self.files(in: places) }.value
        var summary = ImportSummary()
        for (index, file) in files.enumerated() {
            guard !Task.isCancelled else { break }
            progress = Progress(done: index, total: files.count)
            do throws(EngineError) {
                summary.add(try await chats.importFile(file.path), of: file.lastPathComponent)
            } catch {
                // A stop is no fault of the file.
                if error.kind != .cancelled { summary.add(error, of: file.lastPathComponent) }
            }
        }
        (self.summary, progress) = (summary, nil)
        if !summary.added.isEmpty { await changed() }
    }

    /// The files as they were given, and in folders those that can be exports, in the order of their names.
    nonisolated static func files(in places: [URL]) -> [URL] {
        var files: [URL] = []
        for place in places {
            guard (try? place.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
                files.append(place)
                continue
            }
            let inside = FileManager.default.enumerator(
                at: place, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
            var found: [URL] = []
            while found.count < mostFiles, let url = inside?.nextObject() as? URL {
                let isFile = (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
                if isFile, url.pathExtension.lowercased() == "json" { found.append(url) }
            }
            files += found.sorted { $0.path < $1.path }
        }
        return Array(files.prefix(mostFiles))
    }
}
