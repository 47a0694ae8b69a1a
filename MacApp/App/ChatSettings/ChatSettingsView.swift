import Core
import EngineKit
import SwiftUI

/// What is chosen for one chat: what the model is told, and how it answers. Every change is kept by itself.
struct ChatSettingsView: View {
    @State private var store: ChatSettingsStore
    private let settings: Core.Settings
    @Environment(\.dismiss) private var dismiss

    init(window: WindowModel) {
        self.init(
            ChatSettingsStore(window.conversation, presets: window.app.services.chats),
            settings: window.app.settings.settings)
    }

    init(_ store: ChatSettingsStore, settings: Core.Settings) {
        _store = State(initialValue: store)
        self.settings = settings
    }

    var body: some View {
        VStack(spacing: 0) {
            Form {
                if let error = store.error { ChatSettingsError(error: error) { Task { await store.save() } } }
                SystemPromptSection(store: store)
                AnsweringSection(store: store, settings: settings)
                ParameterSection(
                    title: LocalizedStringKey("Choosing tokens"), fields: ParameterField.sampling, store: store)
                ParameterSection(title: LocalizedStringKey("Length"), fields: ParameterField.lengths, store: store)
            }
            .formStyle(.grouped)
            HStack {
                PresetMenu(store: store)
                Spacer()
                Button("Reset") { store.reset() }
                    .help("Use the model’s own values again. The system prompt stays.")
                Button("Done") { dismiss() }.keyboardShortcut(.defaultAction)
            }
            .padding()
        }
        .frame(width: 520, height: 600)
        .task { await store.begin() }
        // The store lives until that is written, whatever becomes of the sheet.
        .onDisappear { Task { await store.save() } }
    }
}

/// Why something is not kept.
private struct ChatSettingsError: View {
    let error: EngineError
    let retry: @MainActor () -> Void

    var body: some View {
        Section {
            Label {
                Text(verbatim: ErrorNotice(error).message)
            } icon: {
                Image(systemName: "exclamationmark.triangle")
            }
            Button("Try Again", action: retry)
        }
    }
}

private struct SystemPromptSection: View {
    let store: ChatSettingsStore

    var body: some View {
        Section {
            TextEditor(text: prompt)
                .frame(minHeight: 100)
                .accessibilityLabel("System prompt")
                .accessibilityHint("What the model is told before the first message.")
        } header: {
            Text("System prompt")
        } footer: {
            Text("What the model is told before the first message. It holds from the next answer on.")
        }
    }

    private var prompt: Binding<String> {
        Binding {
            store.systemPrompt
        } set: {
            store.setSystemPrompt($0)
        }
    }
}

private struct AnsweringSection: View {
    let store: ChatSettingsStore
    let settings: Core.Settings

    var body: some View {
        Section("Answering") {
            Picker("Thinking", selection: thinking) {
                Text("As in Settings (\(settings.thinking.title))").tag(ThinkingChoice?.none)
                ForEach(ThinkingChoice.allCases, id: \.self) { choice in
                    Text(verbatim: choice.title).tag(ThinkingChoice?.some(choice))
                }
            }
            Picker("Drafting", selection: drafting) {
                Text("As in Settings (\(settings.speculation.title))").tag(SpeculationChoice?.none)
                ForEach(SpeculationChoice.all, id: \.self) { choice in
                    Text(verbatim: choice.title).tag(SpeculationChoice?.some(choice))
                }
            }
            Text(verbatim: (store.parameters.speculation ?? settings.speculation).explanation)
                .font(.caption).foregroundStyle(.secondary)
        }
    }

    private var thinking: Binding<ThinkingChoice?> {
        Binding {
            store.parameters.thinking
        } set: { choice in
            store.change { $0.thinking = choice }
        }
    }

    private var drafting: Binding<SpeculationChoice?> {
        Binding {
            store.parameters.speculation
        } set: { choice in
            store.change { $0.speculation = choice }
        }
    }
}
