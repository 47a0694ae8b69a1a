import Core
import SwiftUI

/// Which model answers next.
struct ModelSwitch: View {
    let window: WindowModel

    var body: some View {
        let model = window.conversation.model
        SwiftUI.Menu {
            Picker("Model", selection: chosen) {
                ForEach(names(with: model), id: \.self) { Text(verbatim: ModelNames.shown($0)).tag($0) }
            }
            .pickerStyle(.inline)
            Divider()
            Button("Other Models…") { window.sheet = .models }
        } label: {
            Text(verbatim: ModelNames.shown(model))
        }
        .menuStyle(.borderlessButton)
        .fixedSize()
        .accessibilityLabel("Answering Model")
        .accessibilityValue(ModelNames.shown(model))
        .help("The model that answers next")
    }

    /// One that is not there any more is shown all the same: it is what the chat asks for.
    private func names(with model: String) -> [String] {
        let usable = window.app.library.usable
        return usable.contains(model) ? usable : usable + [model]
    }

    private var chosen: Binding<String> {
        Binding {
            window.conversation.model
        } set: {
            window.actions.setModel($0)
        }
    }
}

/// Whether the model thinks before it answers, in this chat.
struct ThinkingSwitch: View {
    let window: WindowModel

    var body: some View {
        Picker("Thinking", systemImage: "brain", selection: choice) {
            Text("Answers at Once").tag(ThinkingChoice.off)
            Text("Thinks First").tag(ThinkingChoice.on)
            Text("As the Model Likes").tag(ThinkingChoice.auto)
        }
        .pickerStyle(.menu)
        .labelsHidden()
        .fixedSize()
        .help("Whether the model thinks before it answers: slower, and often better")
    }

    private var choice: Binding<ThinkingChoice> {
        Binding {
            window.conversation.parameters.thinking ?? window.app.settings.settings.thinking
        } set: {
            window.actions.setThinking($0)
        }
    }
}
