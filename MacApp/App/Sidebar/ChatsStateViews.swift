import Core
import SwiftUI

/// The chats could not be read.
struct ChatsFailedView: View {
    let notice: ErrorNotice
    let sidebar: SidebarModel

    var body: some View {
        ContentUnavailableView {
            Label("Your chats could not be read", systemImage: "exclamationmark.triangle")
        } description: {
            Text(verbatim: notice.message)
        } actions: {
            Button("Try Again") {
                sidebar.chats.dismissError()
                sidebar.perform { [chats = sidebar.chats] in await chats.reload() }
            }
        }
    }
}

/// Nothing is on the shelf yet.
struct ChatsEmptyView: View {
    let invitation: ChatListState.Invitation
    let window: WindowModel

    var body: some View {
        ContentUnavailableView {
            Label {
                Text(verbatim: invitation.title)
            } icon: {
                Image(systemName: "bubble.left.and.bubble.right")
            }
        } description: {
            Text(verbatim: invitation.explanation)
        } actions: {
            if invitation.offersNewChat { Button("New Chat") { window.newChat() } }
        }
    }
}
