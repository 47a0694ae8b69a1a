import Foundation

/// A file that is to be written, or was read: a plain one only.
public final class FileWrapper {
    public let regularFileContents: Data?
    public var preferredFilename: String?

    public init(regularFileWithContents contents: Data) {
        regularFileContents = contents
    }
}
