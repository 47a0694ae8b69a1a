import Core
import SwiftUI

/// What of the statistics is shown elsewhere.
struct StatisticsSwitches: View {
    let settings: SettingsStore

    var body: some View {
        Toggle("Numbers under each answer", isOn: settings.binding(\.showsAnswerStatistics))
        Toggle("Tint accepted drafts in the text", isOn: settings.binding(\.tintsDrafts))
        if settings.settings.tintsDrafts { DraftTintLegend() }
    }
}
