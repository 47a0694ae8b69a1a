import Core
import SwiftUI

struct QuickPromptPane: View {
    let app: AppModel
    @State private var message: String?

    var body: some View {
        let settings = app.settings
        Form {
            Text("The quick prompt comes with a later version of Tandem.")
            SettingRow(setting: .hotKey) {
                HotKeyField(
                    hotKey: settings.settings.hotKey, keys: app.services.system.citizen.keys,
                    verdict: { app.firstRun.verdict(on: $0, $1) }, take: take)
                if settings.settings.hotKey != nil {
                    Button("Remove Hot Key") { settings.change { $0.hotKey = nil } }
                }
                if let message { Text(verbatim: message) }
            }
            SettingToggle(setting: .hotKeyIsOn, settings: settings, value: \.hotKeyIsOn)
            SettingToggle(
                setting: .quickPromptClosesWithoutFocus, settings: settings, value: \.quickPromptClosesWithoutFocus)
            SettingPicker(
                setting: .quickPromptKeepsMinutes, settings: settings, value: \.quickPromptKeepsMinutes,
                choices: Core.Settings.minutes(with: settings.settings.quickPromptKeepsMinutes),
                title: Core.Settings.keepTitle)
            SettingToggle(setting: .quickPromptKeepsChats, settings: settings, value: \.quickPromptKeepsChats)
        }
        .formStyle(.grouped)
    }

    private func take(_ combination: KeyCombination, _ verdict: HotKeyVerdict) {
        switch verdict {
        case .free: message = nil
        case .warned(let warning): message = warning
        case .refused(let why):
            message = why
            return
        }
        app.settings.change { $0.hotKey = combination }
    }
}
