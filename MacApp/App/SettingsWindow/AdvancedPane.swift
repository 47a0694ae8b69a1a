import Core
import SwiftUI

struct AdvancedPane: View {
    let app: AppModel

    var body: some View {
        Form {
            SettingPicker(
                setting: .logLevel, settings: app.settings, value: \.logLevel,
                choices: Core.Settings.LogLevel.allCases, title: \.title)
            Section("Files of Tandem") {
                FolderRow(folder: app.services.home.path, opener: app.services.system.citizen.opener)
            }
        }
        .formStyle(.grouped)
    }
}
