import Core
import CoreTransferable
import Foundation

/// What is dropped on a chat: files, and text.
struct DroppedItem: Transferable {
    let item: Composer.Item

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (url: URL) in
            // A page's address is a text.
            DroppedItem(item: url.isFileURL ? .file(url.path) : .text(url.absoluteString))
        }
        ProxyRepresentation { (text: String) in DroppedItem(item: .text(text)) }
    }
}
