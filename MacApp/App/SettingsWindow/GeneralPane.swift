import Core
import SwiftUI

struct GeneralPane: View {
    let app: AppModel

    var body: some View {
        let settings = app.settings
        Form {
            SettingPicker(
                setting: .appearance, settings: settings, value: \.appearance,
                choices: Core.Settings.Appearance.allCases, title: \.title)
            SettingRow(setting: .textSize) {
                Slider(
                    value: settings.binding(\.textSize), in: TextSize.range, step: 0.05,
                    label: { Text(verbatim: SettingControl.textSize.title) })
                Text(verbatim: Format.percent(settings.settings.textSize, of: 1)).accessibilityHidden(true)
            }
            SettingPicker(
                setting: .sendKey, settings: settings, value: \.sendKey, choices: Core.Settings.SendKey.allCases,
                title: \.title)
            SettingToggle(setting: .showsThinkingAtOnce, settings: settings, value: \.showsThinkingAtOnce)
            SettingToggle(setting: .notifies, settings: settings, value: \.notifies)
            if app.services.system.citizen.loginItem.isAvailable { LoginItemRow(app: app) }
            SettingRow(setting: .onboarding) { Button("Show the First Steps…") { app.reopenFirstRun() } }
        }
        .formStyle(.grouped)
    }
}

/// Whether Tandem opens at login; macOS has the last word.
private struct LoginItemRow: View {
    let app: AppModel
    @State private var failed = false

    var body: some View {
        let item = app.services.system.citizen.loginItem
        SettingRow(setting: .launchesAtLogin) {
            Toggle(
                SettingControl.launchesAtLogin.title,
                isOn: Binding {
                    app.settings.settings.launchesAtLogin
                } set: { wanted in
                    failed = !item.set(wanted)
                    app.settings.change { $0.launchesAtLogin = failed ? !wanted : wanted }
                })
            if failed {
                Text("macOS did not do that. You can allow it in System Settings.")
                Button("Open System Settings") { item.openSystemSettings() }
            }
        }
    }
}
