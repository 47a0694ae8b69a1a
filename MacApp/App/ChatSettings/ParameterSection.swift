import Core
import SwiftUI

/// Numbers of a chat, each of which may be left to the model.
struct ParameterSection: View {
    let title: LocalizedStringKey
    let fields: [ParameterField]
    let store: ChatSettingsStore

    var body: some View {
        Section(title) {
            ForEach(fields) { ParameterRow(field: $0, store: store) }
        }
    }
}

private struct ParameterRow: View {
    let field: ParameterField
    let store: ChatSettingsStore

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Text(verbatim: field.title).accessibilityHidden(true)
                Spacer()
                if let text = store.text(of: field) {
                    TextField(field.title, text: binding(text))
                        .labelsHidden()
                        .multilineTextAlignment(.trailing)
                        .frame(width: 120)
                        .accessibilityHint(field.explanation)
                }
                Toggle(ownTitle, isOn: isModels).toggleStyle(.checkbox)
                    .accessibilityLabel(ownLabel)
            }
            Text(verbatim: field.explanation).font(.caption).foregroundStyle(.secondary)
            if let problem = store.problem(of: field) {
                Label {
                    Text(verbatim: problem)
                } icon: {
                    Image(systemName: "exclamationmark.circle")
                }
                .font(.caption)
            }
        }
    }

    private var ownTitle: LocalizedStringKey { LocalizedStringKey("Model’s own") }
    private var ownLabel: LocalizedStringKey { LocalizedStringKey("\(field.title): the model’s own") }

    private var isModels: Binding<Bool> {
        Binding {
            store.text(of: field) == nil
        } set: {
            store.setOwn(!$0, field)
        }
    }

    private func binding(_ text: String) -> Binding<String> {
        Binding {
            store.text(of: field) ?? text
        } set: {
            store.type($0, into: field)
        }
    }
}
