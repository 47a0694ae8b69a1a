import Core
import SwiftUI

/// The settings of the whole app. Each change counts at once and is kept at once, unless its explanation says otherwise.
struct SettingsWindow: View {
    let app: AppModel
    @State private var pane: SettingsPane

    init(app: AppModel, pane: SettingsPane = .general) {
        self.app = app
        _pane = State(initialValue: pane)
    }

    var body: some View {
        // The outermost view, so that its tabs go into the window’s toolbar.
        TabView(selection: $pane) {
            Tab(SettingsPane.general.title, systemImage: SettingsPane.general.symbol, value: SettingsPane.general) {
                GeneralPane(app: app)
            }
            Tab(SettingsPane.models.title, systemImage: SettingsPane.models.symbol, value: SettingsPane.models) {
                ModelsPane(app: app)
            }
            Tab(
                SettingsPane.speculation.title, systemImage: SettingsPane.speculation.symbol,
                value: SettingsPane.speculation
            ) {
                SpeculationPane(settings: app.settings)
            }
            Tab(
                SettingsPane.quickPrompt.title, systemImage: SettingsPane.quickPrompt.symbol,
                value: SettingsPane.quickPrompt
            ) {
                QuickPromptPane(app: app)
            }
            Tab(SettingsPane.privacy.title, systemImage: SettingsPane.privacy.symbol, value: SettingsPane.privacy) {
                PrivacyPane(app: app)
            }
            Tab(
                SettingsPane.advanced.title, systemImage: SettingsPane.advanced.symbol,
                value: SettingsPane.advanced
            ) {
                AdvancedPane(app: app)
            }
        }
        .safeAreaInset(edge: .top, spacing: 0) {
            VStack(spacing: 0) {
                if let notice = app.settings.notice {
                    Label(notice, systemImage: "exclamationmark.triangle").padding(10)
                }
            }
        }
        .onChange(of: app.wantedSettings, initial: true) { _, wanted in
            guard let wanted else { return }
            pane = wanted
            app.wantedSettings = nil
        }
        .frame(width: 560)
        .frame(minHeight: 420)
    }
}

/// A setting with what it does beneath it.
struct SettingRow<Control: View>: View {
    let setting: SettingControl
    @ViewBuilder let control: Control

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            control
            Text(verbatim: setting.explanation).font(.callout).foregroundStyle(.secondary)
                .fixedSize(horizontal: false, vertical: true)
        }
    }
}

/// A switch.
struct SettingToggle: View {
    let setting: SettingControl
    let settings: SettingsStore
    let value: WritableKeyPath<Core.Settings, Bool> & Sendable

    var body: some View {
        SettingRow(setting: setting) { Toggle(setting.title, isOn: settings.binding(value)) }
    }
}

/// One of several.
struct SettingPicker<Value: Hashable>: View {
    let setting: SettingControl
    let settings: SettingsStore
    let value: WritableKeyPath<Core.Settings, Value> & Sendable
    let choices: [Value]
    let title: (Value) -> String

    var body: some View {
        SettingRow(setting: setting) {
            Picker(setting.title, selection: settings.binding(value)) {
                ForEach(choices, id: \.self) { Text(verbatim: title($0)).tag($0) }
            }
        }
    }
}

extension SettingsStore {
    /// A setting, changed and kept as one is chosen.
    func binding<Value>(_ path: WritableKeyPath<Core.Settings, Value> & Sendable) -> Binding<Value> {
        Binding {
            self.settings[keyPath: path]
        } set: { value in
            self.change { $0[keyPath: path] = value }
        }
    }
}
