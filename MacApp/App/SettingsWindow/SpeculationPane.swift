import Core
import SwiftUI

struct SpeculationPane: View {
    let settings: SettingsStore

    var body: some View {
        Form {
            SettingPicker(
                setting: .speculation, settings: settings, value: \.speculation, choices: SpeculationChoice.all,
                title: \.title)
            SettingRow(setting: .measured) { MeasuredDepths(settings: settings) }
            SettingToggle(setting: .tintsDrafts, settings: settings, value: \.tintsDrafts)
            SettingToggle(
                setting: .showsAnswerStatistics, settings: settings, value: \.showsAnswerStatistics)
            SettingToggle(setting: .showsStatistics, settings: settings, value: \.showsStatistics)
        }
        .formStyle(.grouped)
    }
}

/// What was measured, by model.
private struct MeasuredDepths: View {
    let settings: SettingsStore

    var body: some View {
        let measured = settings.settings.measured
        Text(verbatim: SettingControl.measured.title)
        if measured.isEmpty { Text("Nothing yet.") }
        ForEach(measured.keys.sorted(), id: \.self) { model in
            if let depth = measured[model] {
                LabeledContent(ModelNames.shown(model), value: depth.title)
                Toggle("Use it for \(ModelNames.shown(model))", isOn: use(model))
            }
        }
        if !measured.isEmpty { Button("Forget What Was Measured") { settings.change { $0.measured = [:] } } }
    }

    private func use(_ model: String) -> Binding<Bool> {
        Binding {
            settings.settings.measured[model]?.isUsed ?? false
        } set: { isUsed in
            settings.change { $0.measured[model]?.isUsed = isUsed }
        }
    }
}
