import Core
import SwiftUI

/// At the foot of the sidebar: what went wrong, what cannot come back, and what was done with a button that takes it back.
struct SidebarNotices: View {
    let sidebar: SidebarModel

    var body: some View {
        if let error = sidebar.chats.error, sidebar.chats.list.isLoaded {
            Banner(symbol: "exclamationmark.triangle", text: ErrorNotice(error).message) {
                Button("Try Again") {
                    sidebar.chats.dismissError()
                    sidebar.perform { [chats = sidebar.chats] in await chats.reload() }
                }
            } dismiss: {
                sidebar.chats.dismissError()
            }
        }
        if let lost = sidebar.chats.lost {
            Banner(symbol: "exclamationmark.triangle", text: lost) {
            } dismiss: {
                sidebar.chats.dismissLost()
            }
        }
        if let notice = sidebar.chats.notice {
            Banner(symbol: "arrow.uturn.backward", text: notice) {
                if !sidebar.steps.isEmpty { Button("Undo") { sidebar.undoLast() } }
            } dismiss: {
                sidebar.chats.dismissNotice()
            }
        }
    }
}

/// At the head: the file of the chats is damaged, or cannot be written.
struct ChatsNoticeBanner: View {
    let sidebar: SidebarModel

    var body: some View {
        if let notice = ChatsNotice(sidebar.app.services.chats.condition) {
            Banner(symbol: "externaldrive.badge.exclamationmark", text: notice.message) {
                if notice.offersRepair { Button("Repair…") { sidebar.question = .repair } }
            }
        }
    }
}

/// A sentence with what can be done about it.
struct Banner<Actions: View>: View {
    let symbol: String
    let text: String
    let actions: Actions
    let dismiss: (@MainActor () -> Void)?

    init(
        symbol: String, text: String, @ViewBuilder actions: () -> Actions, dismiss: (@MainActor () -> Void)? = nil
    ) {
        self.symbol = symbol
        self.text = text
        self.actions = actions()
        self.dismiss = dismiss
    }

    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Image(systemName: symbol).accessibilityHidden(true)
            Text(verbatim: text).fixedSize(horizontal: false, vertical: true)
            Spacer(minLength: 4)
            actions
            if let dismiss {
                Button("Dismiss", systemImage: "xmark", action: dismiss)
                    .labelStyle(.iconOnly).buttonStyle(.plain).help("Dismiss")
            }
        }
        .font(.callout)
        .padding(8)
        .background(.quaternary)
        .accessibilityElement(children: .contain)
    }
}
