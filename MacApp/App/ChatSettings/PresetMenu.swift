import Core
import EngineKit
import SwiftUI

/// Settings under names: to use, to save, to delete.
struct PresetMenu: View {
    let store: ChatSettingsStore
    @State private var question: Question?
    @State private var name = ""

    enum Question: Equatable {
        case name
        case replace(ChatPreset)
        case delete(ChatPreset)
    }

    init(store: ChatSettingsStore, question: Question? = nil) {
        self.store = store
        _question = State(initialValue: question)
    }

    var body: some View {
        SwiftUI.Menu("Presets") {
            ForEach(store.presets) { preset in
                Button(preset.name) { Task { await store.use(preset) } }
            }
            if store.presets.isEmpty { Text("No presets yet") }
            Divider()
            Button("Save as Preset…") {
                name = ""
                question = .name
            }
            SwiftUI.Menu("Delete Preset") {
                ForEach(store.presets) { preset in
                    Button(preset.name) { question = .delete(preset) }
                }
            }
            .disabled(store.presets.isEmpty)
        }
        .fixedSize()
        .alert("Save as Preset", isPresented: isAsking { $0 == .name }) {
            TextField("Name", text: $name)
            Button("Save") { save() }.disabled(name.trimmingCharacters(in: .whitespaces).isEmpty)
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("It holds the system prompt and all numbers of this chat.")
        }
        .confirmationDialog(
            "Replace the preset “\(toReplace?.name ?? "")”?", isPresented: isAsking { $0?.toReplace != nil },
            titleVisibility: .visible, presenting: toReplace
        ) { preset in
            Button("Replace", role: .destructive) { Task { await store.savePreset(preset.name) } }
            Button("Cancel", role: .cancel) {}
        } message: { _ in
            Text("What it held is lost. Chats that used it keep their settings.")
        }
        .confirmationDialog(
            "Delete the preset “\(toDelete?.name ?? "")”?", isPresented: isAsking { $0?.toDelete != nil },
            titleVisibility: .visible, presenting: toDelete
        ) { preset in
            Button("Delete", role: .destructive) { Task { await store.delete(preset) } }
            Button("Cancel", role: .cancel) {}
        } message: { _ in
            Text("Chats that used it keep their settings.")
        }
    }

    private func save() {
        if let known = store.preset(named: name) {
            question = .replace(known)
        } else {
            let name = name
            Task { await store.savePreset(name) }
        }
    }

    private var toReplace: ChatPreset? { question?.toReplace }
    private var toDelete: ChatPreset? { question?.toDelete }

    private func isAsking(_ asks: @escaping (Question?) -> Bool) -> Binding<Bool> {
        Binding {
            asks(question)
        } set: {
            // What comes after it may be asked already.
            if !$0, asks(question) { question = nil }
        }
    }
}

extension PresetMenu.Question {
    fileprivate var toReplace: ChatPreset? { if case .replace(let preset) = self { preset } else { nil } }
    fileprivate var toDelete: ChatPreset? { if case .delete(let preset) = self { preset } else { nil } }
}
