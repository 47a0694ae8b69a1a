import Core
import EngineKit
import SwiftUI

/// The shelves, and the chats of the one that is chosen.
struct ChatListView: View {
    let window: WindowModel
    @FocusState private var hasKeyboard: Bool

    private var sidebar: SidebarModel { window.sidebar }

    var body: some View {
        List(selection: selection) {
            ShelfSection(sidebar: sidebar)
            rows
        }
        .listStyle(.sidebar)
        .accessibilityLabel("Chats")
        .contextMenu(forSelectionType: Int64.self) { chats in
            ChatMenu(window: window, chats: chats)
        }
        .focused($hasKeyboard)
        .onChange(of: hasKeyboard) { _, has in
            window.listHasFocus = has
        }
        .onKeyPress(.return, action: rename)
        .onDeleteCommand { if window.chats.list.shelf == .trash { delete() } else { trash() } }
        .dropDestination(for: URL.self) { files, _ in
            window.sharing.readDropped(files)
        }
    }

    @ViewBuilder
    private var rows: some View {
        switch window.chats.state() {
        case .loading:
            ProgressView("Reading your chats…").frame(maxWidth: .infinity).selectionDisabled()
        case .failed(let notice): ChatsFailedView(notice: notice, sidebar: sidebar).selectionDisabled()
        case .empty(let invitation): ChatsEmptyView(invitation: invitation, window: window).selectionDisabled()
        case .chats(let sections):
            let answering = window.app.conversations.answering
            ForEach(sections) { section in
                Section(section.title) {
                    ForEach(section.chats) { chat in
                        ChatRow(
                            chat: chat, isAnswering: answering.contains(chat.id),
                            isRenaming: sidebar.renaming == chat.id, sidebar: sidebar
                        )
                        .tag(chat.id)
                        .draggable(window.sharing.drag(chat.id, in: window.chats))
                    }
                }
            }
        }
    }

    private var selection: Binding<Set<Int64>> {
        Binding {
            window.chats.list.selection
        } set: {
            window.chats.select($0)
            if $0.count == 1, let chat = $0.first { window.open(chat) }
        }
    }

    private func rename() -> SwiftUI.KeyPress.Result {
        let selected = window.chats.list.selection
        guard sidebar.renaming == nil, selected.count == 1, let chat = selected.first,
            window.chats.list.shelf != .trash
        else { return .ignored }
        sidebar.beginRenaming(chat)
        return .handled
    }

    private func trash() {
        if !window.chats.list.selection.isEmpty { sidebar.trash(window.chats.list.selection) }
    }

    private func delete() {
        if !window.chats.list.selection.isEmpty { sidebar.askToDelete(window.chats.list.selection) }
    }
}
