import Core
import SwiftUI

/// The chats of a window, and the search over all of them.
struct SidebarView: View {
    let window: WindowModel
    @Environment(\.undoManager) private var undoManager

    private var sidebar: SidebarModel { window.sidebar }

    var body: some View {
        VStack(spacing: 0) {
            ChatsNoticeBanner(sidebar: sidebar)
            content
            SidebarNotices(sidebar: sidebar)
            ImportProgress(sharing: window.sharing)
        }
        .searchable(
            text: query, isPresented: isSearching, placement: .sidebar, prompt: Text("Search All Chats")
        )
        .onSubmit(of: .search) { sidebar.openFirstResult() }
        .toolbar {
            ToolbarItem {
                Button("New Chat", systemImage: "square.and.pencil") { window.newChat() }
                    .labelStyle(.iconOnly).help("New Chat")
            }
        }
        .navigationSplitViewColumnWidth(min: 200, ideal: 260, max: 400)
        .onChange(of: undoManager.map(ObjectIdentifier.init), initial: true) { sidebar.undoManager = undoManager }
    }

    @ViewBuilder
    private var content: some View {
        if window.search.query.isEmpty {
            ChatListView(window: window)
        } else {
            SearchResultsView(sidebar: sidebar)
        }
    }

    private var query: Binding<String> {
        Binding {
            window.search.query
        } set: {
            window.search.type($0)
        }
    }

    private var isSearching: Binding<Bool> {
        Binding {
            sidebar.isSearching
        } set: {
            // Also when only the keyboard goes elsewhere, such as to a result. Escape empties the field as well.
            sidebar.isSearching = $0
        }
    }
}
