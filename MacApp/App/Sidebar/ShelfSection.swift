import Core
import EngineKit
import SwiftUI

/// All chats, the folders, and the trash: what is chosen here is listed below.
struct ShelfSection: View {
    let sidebar: SidebarModel

    var body: some View {
        Section("Library") {
            ShelfRow(shelf: .all, sidebar: sidebar) {
                Label("All Chats", systemImage: "tray.full")
            } take: {
                sidebar.take($0, into: nil)
            }
            ForEach(sidebar.chats.list.folders) { folder in
                ShelfRow(shelf: .folder(folder.id), sidebar: sidebar) {
                    Label {
                        Text(verbatim: folder.name)
                    } icon: {
                        Image(systemName: "folder")
                    }
                } take: {
                    sidebar.take($0, into: folder.id)
                }
                .contextMenu { FolderMenu(folder: folder, sidebar: sidebar) }
            }
            ShelfRow(shelf: .trash, sidebar: sidebar) {
                Label("Trash", systemImage: "trash")
            } take: {
                sidebar.trash($0)
            }
            .contextMenu {
                Button("Empty Trash…") { sidebar.askToEmptyTrash() }.disabled(sidebar.chats.list.trashIsEmpty)
            }
        }
    }
}

extension SidebarModel {
    /// Chats were dragged onto all chats or a folder. Out of the trash they come back by it.
    fileprivate func take(_ ids: Set<Int64>, into folder: Int64?) {
        let isTrash = chats.list.shelf == .trash
        // Out of the trash onto all chats, each goes where it was.
        if !isTrash || folder != nil { move(ids, to: folder) }
        if isTrash { restore(ids) }
    }
}

private struct ShelfRow<Title: View>: View {
    let shelf: ChatShelf
    let sidebar: SidebarModel
    let title: Title
    let take: @MainActor (Set<Int64>) -> Void
    @State private var isTarget = false

    init(
        shelf: ChatShelf, sidebar: SidebarModel, @ViewBuilder title: () -> Title,
        take: @escaping @MainActor (Set<Int64>) -> Void
    ) {
        self.shelf = shelf
        self.sidebar = sidebar
        self.title = title()
        self.take = take
    }

    private var isShown: Bool { sidebar.chats.list.shelf == shelf }

    var body: some View {
        Button {
            sidebar.show(shelf)
        } label: {
            HStack {
                title
                Spacer(minLength: 4)
                // A color alone would not be seen by everyone.
                if isShown { Image(systemName: "checkmark").foregroundStyle(.secondary).accessibilityHidden(true) }
            }
            .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .selectionDisabled()
        .fontWeight(isShown || isTarget ? .semibold : .regular)
        .accessibilityAddTraits(isShown ? .isSelected : [])
        .dropDestination(for: ChatDrag.self) { drags, _ in
            take(drags.reduce(into: []) { $0.formUnion($1.chats) })
            return true
        } isTargeted: {
            isTarget = $0
        }
    }
}

private struct FolderMenu: View {
    let folder: ChatFolder
    let sidebar: SidebarModel

    var body: some View {
        Button("Rename Folder…") { sidebar.sheet = .folder(FolderNaming(folder: folder)) }
        Button("Delete Folder…", role: .destructive) { sidebar.question = .deleteFolder(folder) }
    }
}
