import Core
import EngineKit
import SwiftUI

/// An error with what helps against it.
struct ErrorRow: View {
    let error: EngineError
    let app: AppModel
    /// The repository that it is about.
    var repository: String?
    var retry: (@MainActor () -> Void)?
    var dismiss: (@MainActor () -> Void)?
    @State private var asksForToken = false

    var body: some View {
        let notice = ErrorNotice(error)
        HStack {
            Label(notice.message, systemImage: "exclamationmark.triangle")
            Spacer()
            if let action = notice.action, let title = notice.actionTitle, canPerform(action) {
                Button(title) { perform(action) }
            }
            if let dismiss { Button("Dismiss", action: dismiss) }
        }
        .sheet(isPresented: $asksForToken) {
            TokenSheet(token: app.token, opener: app.services.system.citizen.opener) { retry?() }.letsQuit()
        }
    }

    private func canPerform(_ action: ErrorNotice.Action) -> Bool {
        switch action {
        case .tryAgain, .fetchAgain: retry != nil
        case .acceptTerms: repository != nil
        case .enterToken, .openNetworkSettings, .showStorage, .chooseFolder, .relaunch: true
        default: false
        }
    }

    private func perform(_ action: ErrorNotice.Action) {
        switch action {
        case .tryAgain, .fetchAgain: retry?()
        // Here the token is asked for where it is missing.
        case .enterToken: asksForToken = true
        default: app.perform(action, about: repository)
        }
    }
}

/// Asks for the token where it is needed.
struct TokenSheet: View {
    let token: HubToken
    let opener: any Opener
    let kept: @MainActor () -> Void
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form { TokenSection(token: token, opener: opener) }
            .formStyle(.grouped)
            .frame(width: 440)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Try Again") {
                        dismiss()
                        kept()
                    }
                    .disabled(!token.isKept)
                }
            }
            .task { await token.read() }
    }
}
