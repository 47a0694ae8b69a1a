import CoreTransferable
import UniformTypeIdentifiers

/// Chats that are dragged from the list, by number. They mean something in this Tandem only.
struct ChatDrag: Codable, Transferable {
    let chats: Set<Int64>

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .tandemChats)
    }
}

extension UTType {
    /// Declared in the app's Info.plist.
    static let tandemChats = UTType(exportedAs: "local.tandem.chats")
}
