import Foundation

/// Files that another program is to copy, such as chats that are dragged to the Finder. None of them stays for long.
public struct PassingFiles: Sendable {
    /// How long a file is left to whoever copies it.
    public static let longest: TimeInterval = 3600

    public let folder: URL

    /// `folder` is its own: everything in it is removed.
    public init(_ folder: URL) {
        self.folder = folder
    }

    /// In the user's temporary folder, which macOS lets no other user read.
    public init() {
        self.init(FileManager.default.temporaryDirectory.appending(path: "Tandem Exports", directoryHint: .isDirectory))
    }

    /// Writes a file, in a folder of its own so that its name is free, and removes those that were passed on long ago.
    public func write(_ data: Data, named name: String, now: Date = Date()) throws -> URL {
        removeOld(now: now)
        let place = folder.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = place.appending(path: name, directoryHint: .notDirectory)
        do { try data.write(to: file) } catch {
            // What was written of it before the disk was full.
            try? FileManager.default.removeItem(at: place)
            throw error
        }
        return file
    }

    /// Whether it is one of these files.
    public func holds(_ file: URL) -> Bool {
        file.resolvingSymlinksInPath().path.hasPrefix(folder.resolvingSymlinksInPath().path + "/")
    }

    public func removeOld(now: Date = Date()) {
        let places = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        for place in places ?? [] {
            let written = try? place.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            if let written, now.timeIntervalSince(written) < Self.longest { continue }
            try? FileManager.default.removeItem(at: place)
        }
    }

    public func removeAll() { try? FileManager.default.removeItem(at: folder) }
}
