import Core
import SwiftUI
import UniformTypeIdentifiers

/// Chats as a file that is to be written.
struct ExportedChats: FileDocument {
    let text: String
    let name: String
    let format: ChatExport.Format

    static let readableContentTypes: [UTType] = []
    static let writableContentTypes: [UTType] = [.json, .markdown]

    init(text: String, name: String, format: ChatExport.Format) {
        (self.text, self.name, self.format) = (text, name, format)
    }

    /// Nothing is read this way; chats are imported by the engine.
    init(configuration: ReadConfiguration) throws {
        throw CocoaError(.featureUnsupported)
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        FileWrapper(regularFileWithContents: Data(text.utf8))
    }
}

extension ChatExport.Format {
    var type: UTType {
        switch self {
        case .markdown: .markdown
        case .json: .json
        }
    }
}

extension UTType {
    /// Every Mac knows the file extension; what stands behind it may be declared by another program.
    static let markdown = UTType(filenameExtension: "md") ?? .plainText
}
