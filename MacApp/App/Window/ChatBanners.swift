import Core
import EngineKit
import SwiftUI

/// Above a chat: that it is private, that it is in the trash, why another one could not be shown.
struct ChatBanners: View {
    let window: WindowModel

    var body: some View {
        if window.isPrivate {
            Banner(
                symbol: "eyeglasses",
                text: String(localized: "This chat is kept nowhere. It is gone when you leave it.")
            ) {
            }
        }
        if let chat = window.conversation.chat, chat.isTrashed {
            Banner(symbol: "trash", text: String(localized: "This chat is in the trash.")) {
                Button("Restore") { window.sidebar.restore([chat.id]) }
            }
        }
        if let error = window.error {
            NoticeView(ErrorNotice(error), perform: act, dismiss: window.dismissError).padding(8)
        }
    }

    /// To try again means here: to open the chat that could not be shown.
    private func act(_ action: ErrorNotice.Action) {
        if action == .tryAgain { window.openAgain?() } else { window.perform(action) }
    }
}

/// In the toolbar of a private chat, with what that means.
struct PrivateBadge: View {
    @State private var explains = false

    var body: some View {
        Button("Private Chat", systemImage: "eyeglasses") { explains.toggle() }
            .labelStyle(.titleAndIcon)
            .help("What a private chat is")
            .popover(isPresented: $explains) {
                Text("A private chat is in no list and is never written to the disk. It ends with its window.")
                    .padding()
                    .frame(maxWidth: 280)
            }
    }
}
