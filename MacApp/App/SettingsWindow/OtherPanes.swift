import Core
import EngineKit
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

struct QuickPromptPane: View {
    let app: AppModel
    @State private var message: String?

    var body: some View {
        let settings = app.settings
        Form {
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

struct PrivacyPane: View {
    let app: AppModel

    var body: some View {
        Form {
            Section("What leaves this Mac") { Text(verbatim: PrivacyText.leaves) }
            Section("Where your chats are") {
                Text(verbatim: PrivacyText.files)
                FolderRow(folder: app.services.home.path, opener: app.services.system.citizen.opener)
            }
            Section("Deleting") {
                Text("Delete chats in the sidebar. They can be restored from the trash until it is emptied.")
            }
        }
        .formStyle(.grouped)
    }
}

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

private struct FolderRow: View {
    let folder: String
    let opener: any Opener

    var body: some View {
        HStack {
            Text(verbatim: folder).lineLimit(1).truncationMode(.middle).textSelection(.enabled)
            Spacer()
            Button("Show in Finder", systemImage: "folder") { opener.showInFinder(folder) }
                .labelStyle(.iconOnly).help("Show in Finder")
        }
    }
}
