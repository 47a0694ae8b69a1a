import Core
import EngineKit
import SwiftUI
import UniformTypeIdentifiers

/// Chats as a file that is to be written.
struct ExportedChats: FileDocument {
    let data: Data
    let name: String
    let format: ExportFormat

    static let readableContentTypes: [UTType] = []
    static let writableContentTypes: [UTType] = [.json, .markdown]

    init(
        _ chats: [Int64], _ titles: [String], _ format: ExportFormat, from store: any ChatStoreProtocol
    ) async throws(EngineError) {
        data = Data(try await format.text(of: chats, from: store).utf8)
        name = ExportName.proposed(for: titles)
        self.format = format
    }

    /// Nothing is read this way; chats are imported by the engine.
    init(configuration: ReadConfiguration) throws {
        throw CocoaError(.featureUnsupported)
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        FileWrapper(regularFileWithContents: data)
    }
}

extension ExportFormat {
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
