import Core
import SwiftUI

/// The chat of a window: what is said, and where one writes.
struct ChatArea: View {
    let window: WindowModel
    @State private var isTargeted = false

    var body: some View {
        VStack(spacing: 0) {
            ChatBanners(window: window)
            TranscriptView(window: window)
            Divider()
            ComposerView(window: window)
        }
        .dropDestination(for: DroppedItem.self) { items, _ in
            window.composer.send(.drop(items.map(\.item)))
            window.field.focus()
            return true
        } isTargeted: {
            isTargeted = $0
        }
        .overlay {
            if isTargeted {
                RoundedRectangle(cornerRadius: 10).stroke(.tint, lineWidth: 3).padding(4).allowsHitTesting(false)
            }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Chat")
        .onExitCommand { _ = window.escape() }
    }
}
