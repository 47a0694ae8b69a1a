import Foundation

/// A small file that is read and written whole.
public protocol DocumentKeeping: Sendable {
    /// `nil` if there is none yet.
    func read() throws -> Data?
    func write(_ data: Data) throws
    /// Keeps what is there under another name, so that the next write does not destroy it.
    func setAside() throws
}

/// One on the disk, for the user alone.
public struct DocumentFile: DocumentKeeping {
    public struct TooLarge: Error {}

    private let url: URL
    private let limit: Int

    /// `limit` is there against what is no such file; nothing longer is written either, for it could not be read again.
    public init(_ url: URL, limit: Int = 64 << 20) {
        self.url = url
        self.limit = limit
    }

    public func read() throws -> Data? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        let data = try file.read(upToCount: limit + 1) ?? Data()
        guard data.count <= limit else { throw TooLarge() }
        return data
    }

    public func write(_ data: Data) throws {
        guard data.count <= limit else { throw TooLarge() }
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Written beside it and moved over it: a crash in between leaves the old one.
        try data.write(to: url, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }

    public func setAside() throws {
        var aside = url.appendingPathExtension("damaged")
        var number = 1
        // What was set aside before is not to be destroyed either.
        while FileManager.default.fileExists(atPath: aside.path) {
            number += 1
            aside = url.appendingPathExtension("damaged-\(number)")
        }
        try FileManager.default.moveItem(at: url, to: aside)
    }
}
