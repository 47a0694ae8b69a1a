import Core
import EngineKit
import SwiftUI

/// While the engine opens: a moment, as no model is loaded for it.
struct StartingView: View {
    var body: some View {
        ProgressView("Opening Tandem…").padding()
    }
}

/// The engine could not be opened.
struct StartFailedView: View {
    let error: EngineError
    let retry: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label("Tandem could not open", systemImage: "exclamationmark.triangle")
        } description: {
            Text(verbatim: ErrorNotice(error).message)
        } actions: {
            Button("Try Again", action: retry)
        }
    }
}
