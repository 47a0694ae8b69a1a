import Core
import SwiftUI

/// What of the statistics is shown elsewhere.
struct StatisticsSwitches: View {
    let settings: SettingsStore

    var body: some View {
        Toggle("Numbers under each answer", isOn: flag(\.showsAnswerStatistics))
        Toggle("Tint accepted drafts in the text", isOn: flag(\.tintsDrafts))
        if settings.settings.tintsDrafts { DraftTintLegend() }
    }

    private func flag(_ path: WritableKeyPath<Core.Settings, Bool>) -> Binding<Bool> {
        Binding {
            settings.settings[keyPath: path]
        } set: { isOn in
            settings.change { $0[keyPath: path] = isOn }
        }
    }
}
