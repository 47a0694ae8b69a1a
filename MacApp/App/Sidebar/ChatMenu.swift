import Core
import EngineKit
import SwiftUI

/// What a click with Control on chats offers; on the space between them, what makes new ones.
struct ChatMenu: View {
    let window: WindowModel
    let chats: Set<Int64>

    private var sidebar: SidebarModel { window.sidebar }
    /// Private chats are in no list.
    private var kept: any ChatStoreProtocol { window.app.services.chats }
    private var arePinned: Bool { window.chats.list.chats.allSatisfy { !chats.contains($0.id) || $0.isPinned } }

    var body: some View {
        if chats.isEmpty {
            Button("New Chat") { window.newChat() }
            Button("New Folder…") { sidebar.sheet = .folder(FolderNaming()) }
            Button("Import Chats…") { window.sharing.choosesFiles = true }
        } else if window.chats.list.shelf == .trash {
            Button("Restore") { sidebar.restore(chats) }
            Divider()
            Button("Delete for Good…", role: .destructive) { sidebar.askToDelete(chats) }
        } else {
            if chats.count == 1, let chat = chats.first {
                Button("Open in New Window") { window.app.openChatWindow?(WindowSeed(chat: chat)) }
                Button("Rename…") { sidebar.beginRenaming(chat) }
            }
            Button(arePinned ? "Unpin" : "Pin") { sidebar.setPinned(!arePinned, chats) }
            FolderChoice(sidebar: sidebar, chats: chats)
            Divider()
            SwiftUI.Menu("Export") {
                Button("As Markdown…") { window.sharing.export(chats, as: .markdown, from: kept) }
                Button("As JSON…") { window.sharing.export(chats, as: .json, from: kept) }
            }
            Button("Share…") { window.sharing.share(chats, from: kept) }
            Divider()
            Button("Move to Trash") { sidebar.trash(chats) }
        }
    }
}

private struct FolderChoice: View {
    let sidebar: SidebarModel
    let chats: Set<Int64>

    var body: some View {
        SwiftUI.Menu("Move to Folder") {
            Button("No Folder") { sidebar.move(chats, to: nil) }
            ForEach(sidebar.chats.list.folders) { folder in
                Button(folder.name) { sidebar.move(chats, to: folder.id) }
            }
            Divider()
            Button("New Folder…") { sidebar.sheet = .folder(FolderNaming(chats: chats)) }
        }
    }
}
