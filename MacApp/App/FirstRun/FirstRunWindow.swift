import Core
import SwiftUI

/// The first steps. Nothing in them is needed: the main window beside it can be used at once.
struct FirstRunWindow: View {
    let app: AppModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        let model = app.firstRun
        VStack(alignment: .leading, spacing: 16) {
            Text(verbatim: model.onboarding.title).font(.title).accessibilityAddTraits(.isHeader)
            Text(verbatim: model.onboarding.explanation).fixedSize(horizontal: false, vertical: true)
            FirstRunStep(app: app)
            Spacer(minLength: 0)
            FirstRunButtons(model: model) { dismiss() }
        }
        .padding(24)
        .frame(width: 520)
        .frame(minHeight: 360)
    }
}

/// What a step offers.
struct FirstRunStep: View {
    let app: AppModel

    var body: some View {
        let model = app.firstRun
        switch model.onboarding.step {
        case .welcome: EmptyView()
        case .model: FirstRunModelStep(model: model, library: app.library)
        case .hotKey:
            HotKeyField(
                hotKey: model.onboarding.hotKey, keys: app.services.system.citizen.keys,
                verdict: { model.verdict(on: $0, $1) }, take: { model.send(.chooseHotKey($0, $1)) })
            Text("The quick prompt comes with a later version of Tandem.").foregroundStyle(.secondary)
        case .login:
            Toggle(
                SettingControl.launchesAtLogin.title,
                isOn: Binding {
                    model.onboarding.launchesAtLogin
                } set: {
                    model.send(.launchAtLogin($0))
                })
        case .done: FirstRunDoneStep(app: app)
        }
    }
}

/// What goes on after the first steps.
struct FirstRunDoneStep: View {
    let app: AppModel

    var body: some View {
        if app.downloads.list.isBusy { Text(verbatim: app.downloads.list.summary) }
        if app.firstRun.loginItemFailed {
            Text("macOS did not let Tandem open at login. You can allow it in System Settings.")
            Button("Open System Settings") { app.services.system.citizen.loginItem.openSystemSettings() }
        }
    }
}

private struct FirstRunButtons: View {
    let model: FirstRunModel
    let close: @MainActor () -> Void

    var body: some View {
        HStack {
            if model.onboarding.isDone {
                Spacer()
                Button("Start", action: close).keyboardShortcut(.defaultAction)
            } else {
                Button("Skip All") {
                    model.send(.skipAll)
                    close()
                }
                Spacer()
                if model.onboarding.canGoBack { Button("Back") { model.send(.back) } }
                if model.onboarding.step != .welcome {
                    Button("Skip") { model.send(.skip) }.keyboardShortcut(.cancelAction)
                }
                if model.onboarding.step == .model, model.choice != nil {
                    Button("Download and Continue") { model.download() }.keyboardShortcut(.defaultAction)
                } else {
                    Button("Continue") { model.send(.next) }.keyboardShortcut(.defaultAction)
                }
            }
        }
    }
}
