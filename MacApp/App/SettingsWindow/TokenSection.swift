import Core
import SwiftUI

/// The token of the hub. It is never shown again.
struct TokenSection: View {
    let token: HubToken
    let opener: any Opener
    @State private var text = ""

    var body: some View {
        Section("Hugging Face token") {
            if token.isKept {
                Text("A token is kept in the Keychain. Some models ask for one.")
            } else {
                Text("Some models ask for a token. It is kept in the Keychain and sent to Hugging Face only.")
            }
            SecureField("Token", text: $text).onSubmit(keep)
            HStack {
                Button("Keep Token", action: keep).disabled(HubToken.trimmed(text) == nil)
                if token.isKept {
                    Button("Remove Token", role: .destructive) { Task { await token.remove() } }
                }
                if let tokens = OutsidePlace.tokens { Button("Get a Token…") { opener.open(tokens) } }
            }
            if let error = token.error { Label(ErrorNotice(error).message, systemImage: "exclamationmark.triangle") }
        }
    }

    private func keep() {
        let typed = text
        Task { if await token.keep(typed) { text = "" } }
    }
}
