import Core
import EngineKit
import SwiftUI

/// A chat in the sidebar.
struct ChatRow: View {
    let chat: Chat
    let isAnswering: Bool
    let isRenaming: Bool
    let sidebar: SidebarModel

    var body: some View {
        if isRenaming {
            ChatNameField(chat: chat, sidebar: sidebar)
        } else {
            HStack {
                VStack(alignment: .leading) {
                    Text(verbatim: chat.shownTitle).lineLimit(1)
                    Text(verbatim: ChatDates.short(chat.updatedAt)).font(.caption).foregroundStyle(.secondary)
                }
                Spacer(minLength: 4)
                if isAnswering { ProgressView().controlSize(.small).accessibilityLabel("An answer is being written") }
            }
            .help(chat.shownTitle)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(chat.shownTitle)
            .accessibilityValue(value)
        }
    }

    private var value: String {
        let date = ChatDates.full(chat.updatedAt)
        return isAnswering ? String(localized: "An answer is being written, \(date)") : date
    }
}

/// The name of a chat, while it is written in its place.
private struct ChatNameField: View {
    let chat: Chat
    let sidebar: SidebarModel
    @State private var name: String
    @FocusState private var hasKeyboard: Bool

    init(chat: Chat, sidebar: SidebarModel) {
        self.chat = chat
        self.sidebar = sidebar
        _name = State(initialValue: chat.title)
    }

    var body: some View {
        TextField("Chat Name", text: $name)
            .focused($hasKeyboard)
            .onAppear { hasKeyboard = true }
            .onSubmit { sidebar.endRenaming(chat.id, as: name) }
            .onExitCommand { sidebar.endRenaming(chat.id, as: nil) }
            .onChange(of: hasKeyboard) { _, has in
                // The keys that delete a chat delete text here.
                sidebar.window?.textHasFocus(has, in: .name)
                if !has { sidebar.endRenaming(chat.id, as: name) }
            }
            .onDisappear { sidebar.window?.textHasFocus(false, in: .name) }
    }
}
