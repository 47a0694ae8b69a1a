import Foundation

/// The files to be imported of what the user has given: a file itself, or the JSON files of a folder, such as the unpacked
/// export of ChatGPT or the conversations of LM Studio.
public struct ImportScan: Equatable, Sendable {
    public struct File: Equatable, Sendable {
        public let url: URL
        /// As it is told of: in a folder, with the one that it is in.
        public let name: String
    }

    /// What is looked for at most: a folder may be anything, also a whole disk.
    public struct Limits: Sendable {
        public var depth = 8
        public var files = 2_000
        /// Files and folders of any kind.
        public var looks = 100_000
        public var bytes = 8 << 30

        public init() {}
    }

    public private(set) var files: [File] = []
    /// Whether there may be more than was taken.
    public private(set) var isCut = false
    public private(set) var isFolder = false
    /// Whether it was cancelled, before everything was looked at.
    public private(set) var isStopped = false
    /// Folders that could not be looked into, as they are told of.
    public private(set) var unreadable: [String] = []

    /// Looks at a file or a folder, apart from the caller.
    public nonisolated static func of(_ given: URL, limits: Limits = Limits()) async -> ImportScan {
        now(given, limits: limits)
    }

    nonisolated static func now(_ given: URL, limits: Limits = Limits()) -> ImportScan {
        // What the user chose counts, be it a link; those inside of a folder may lead anywhere, and round and round.
        let place = given.resolvingSymlinksInPath()
        var scan = ImportScan()
        scan.isFolder = (try? place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
        if scan.isFolder {
            scan.look(into: place, limits)
        } else {
            scan.files = [File(url: given, name: given.lastPathComponent)]
        }
        return scan
    }

    private mutating func look(into folder: URL, _ limits: Limits) {
        let keys: [URLResourceKey] = [.isRegularFileKey, .isDirectoryKey, .fileSizeKey]
        let failed = Failed()
        // It follows no link.
        let all = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: keys, options: .skipsHiddenFiles,
            errorHandler: { place, _ in
                failed.places.append(place)
                return failed.places.count < limits.looks
            })
        var (looks, bytes) = (0, 0)
        while let found = all?.nextObject() as? URL {
            looks += 1
            isStopped = Task.isCancelled
            if isStopped { break }
            guard looks <= limits.looks else {
                isCut = true
                break
            }
            guard let values = try? found.resourceValues(forKeys: Set(keys)) else { continue }
            let level = all?.level ?? 1
            if values.isDirectory == true, level >= limits.depth {
                all?.skipDescendants()
                if Self.holdsAnything(found) { isCut = true }
            }
            // A pipe or a device would never end.
            guard values.isRegularFile == true, found.pathExtension.lowercased() == "json" else { continue }
            bytes += values.fileSize ?? 0
            guard files.count < limits.files, bytes <= limits.bytes else {
                isCut = true
                break
            }
            files.append(File(url: found, name: Self.name(of: found)))
        }
        files.sort { $0.url.path < $1.url.path }
        unreadable = failed.places.map { $0.path == folder.path ? folder.lastPathComponent : Self.name(of: $0) }
    }

    private final class Failed {
        var places: [URL] = []
    }

    private static func name(of place: URL) -> String { place.pathComponents.suffix(2).joined(separator: "/") }

    private static func holdsAnything(_ folder: URL) -> Bool {
        let all = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles, .skipsSubdirectoryDescendants])
        return all?.nextObject() != nil
    }
}
