import Core
import SwiftUI

/// Where a message is written.
struct ComposerView: View {
    let window: WindowModel

    var body: some View {
        HStack {
            TextField("Message", text: text, axis: .vertical)
            if window.composer.isAnswering {
                Button("Stop", systemImage: "stop.fill") { window.composer.send(.stop) }
            } else {
                Button("Send", systemImage: "arrow.up") { window.composer.send(.send) }
                    .disabled(!window.composer.canSend)
            }
        }
        .padding()
    }

    private var text: Binding<String> {
        Binding {
            window.composer.composer.text
        } set: {
            window.composer.send(.type($0))
        }
    }
}
