import Core
import CoreTransferable
import Foundation
import UniformTypeIdentifiers

/// Chats that are dragged from the list. In this Tandem they are their numbers; every other program is given a file.
struct ChatDrag: Codable, Transferable {
    let chats: Set<Int64>
    /// `nil` once they have arrived.
    private let file: DraggedFile?

    private enum CodingKeys: CodingKey { case chats }

    init(_ file: DraggedFile) {
        chats = Set(file.chats)
        self.file = file
    }

    init(from decoder: any Decoder) throws {
        chats = try decoder.container(keyedBy: CodingKeys.self).decode(Set<Int64>.self, forKey: .chats)
        file = nil
    }

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .tandemChats).visibility(.ownProcess)
        FileRepresentation(exportedContentType: .markdown) { try await $0.written() }
            .exportingCondition { $0.file?.format == .markdown }
            .suggestedFileName { $0.file?.name }
        FileRepresentation(exportedContentType: .json) { try await $0.written() }
            .exportingCondition { $0.file?.format == .json }
            .suggestedFileName { $0.file?.name }
    }

    private func written() async throws -> SentTransferredFile {
        guard let file else { throw CocoaError(.fileNoSuchFile) }
        return SentTransferredFile(try await file.write())
    }
}

extension UTType {
    /// Declared in the app's Info.plist.
    static let tandemChats = UTType(exportedAs: "local.tandem.chats")
}
