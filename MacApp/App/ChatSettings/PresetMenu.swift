import Core
import EngineKit
import SwiftUI

/// Settings under names: to use, to save, to delete.
struct PresetMenu: View {
    let store: ChatSettingsStore
    @State private var isNaming = false
    @State private var name = ""
    @State private var toReplace: ChatPreset?
    @State private var toDelete: ChatPreset?

    var body: some View {
        SwiftUI.Menu("Presets") {
            ForEach(store.presets) { preset in
                Button(preset.name) { Task { await store.use(preset) } }
            }
            if store.presets.isEmpty { Text("No presets yet") }
            Divider()
            Button("Save as Preset…") {
                name = ""
                isNaming = true
            }
            SwiftUI.Menu("Delete Preset") {
                ForEach(store.presets) { preset in
                    Button(preset.name) { toDelete = preset }
                }
            }
            .disabled(store.presets.isEmpty)
        }
        .fixedSize()
        .alert("Save as Preset", isPresented: $isNaming) {
            TextField("Name", text: $name)
            Button("Save") { save() }.disabled(name.trimmingCharacters(in: .whitespaces).isEmpty)
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("It holds the system prompt and all numbers of this chat.")
        }
        .confirmationDialog(
            "Replace the preset “\(toReplace?.name ?? "")”?", isPresented: isAsking($toReplace),
            titleVisibility: .visible, presenting: toReplace
        ) { preset in
            Button("Replace", role: .destructive) { Task { await store.savePreset(preset.name) } }
            Button("Cancel", role: .cancel) {}
        } message: { _ in
            Text("What it held is lost. Chats that used it keep their settings.")
        }
        .confirmationDialog(
            "Delete the preset “\(toDelete?.name ?? "")”?", isPresented: isAsking($toDelete),
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
            toReplace = known
        } else {
            let name = name
            Task { await store.savePreset(name) }
        }
    }

    private func isAsking(_ preset: Binding<ChatPreset?>) -> Binding<Bool> {
        Binding {
            preset.wrappedValue != nil
        } set: {
            if !$0 { preset.wrappedValue = nil }
        }
    }
}
