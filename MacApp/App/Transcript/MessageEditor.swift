import Core
import SwiftUI

/// A message of the user's that is being written anew, in its place.
struct MessageEditor: View {
    let window: WindowModel
    @State private var field = ComposerField()

    var body: some View {
        VStack(alignment: .trailing) {
            MessageField(
                text: text, label: String(localized: "Message to Edit"), field: field, takesFocus: true,
                onReturn: send, onEscape: putAside, onFocus: { window.textHasFocus($0, in: .editor) }
            )
            .onDisappear { window.textHasFocus(false, in: .editor) }
            .padding(8)
            .background(.quaternary, in: RoundedRectangle(cornerRadius: 12))
            HStack {
                Button("Cancel", role: .cancel) { window.actions.cancelEdit() }
                Button("Send Again") { window.actions.sendEdit() }
                    .disabled(window.actions.edit?.canSend != true || !window.conversation.canSend)
                    .help("The old version stays; the arrows lead back to it")
            }
        }
        .padding(.leading, 48)
    }

    private var text: Binding<String> {
        Binding {
            window.actions.edit?.text ?? ""
        } set: {
            window.actions.edit?.text = $0
        }
    }

    private func send(_ press: Core.KeyPress) -> Bool {
        guard press.sends(window.app.settings.settings.sendKey) else { return false }
        window.actions.sendEdit()
        return true
    }

    private func putAside() -> Bool {
        window.actions.putEditAside()
        return true
    }
}
