import Core
import SwiftUI

/// The chats of a window.
struct SidebarView: View {
    let window: WindowModel

    var body: some View {
        List(selection: selection) {
            ForEach(window.chats.sections()) { section in
                Section(section.title) {
                    ForEach(section.chats) { chat in
                        Text(verbatim: chat.shownTitle).tag(chat.id)
                    }
                }
            }
        }
        .listStyle(.sidebar)
    }

    private var selection: Binding<Set<Int64>> {
        Binding {
            window.chats.list.selection
        } set: {
            window.chats.select($0)
            if $0.count == 1, let chat = $0.first { window.open(chat) }
        }
    }
}

enum ChatListTitles {
    static func new(isPrivate: Bool) -> String { isPrivate ? "Private Chat" : "New Chat" }
}
