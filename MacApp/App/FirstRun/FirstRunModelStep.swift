import Core
import EngineKit
import SwiftUI

/// The model for this Mac, or another one.
struct FirstRunModelStep: View {
    let model: FirstRunModel
    let library: ModelLibraryStore

    var body: some View {
        switch model.onboarding.recommendation {
        case .notAsked: Button("Look for a Model") { model.look() }
        case .looking: ProgressView("Asking Hugging Face…")
        case .offline: Button("Try Again") { model.look() }
        case .model, .nothingFits: ModelChoice(model: model, library: library)
        }
    }
}

private struct ModelChoice: View {
    let model: FirstRunModel
    let library: ModelLibraryStore

    var body: some View {
        @Bindable var model = model
        if !library.recommended.isEmpty {
            Picker("Model", selection: $model.choice) {
                Text("None").tag(String?.none)
                ForEach(library.recommended, id: \.model.repository) { entry in
                    Text(verbatim: entry.model.title).tag(Optional(entry.model.repository))
                }
            }
            if let choice = model.choice, let page = library.knownPage(of: choice) {
                if let download = page.download { Text(verbatim: download) }
                if let fit = page.fit { FitLabel(fit: fit) }
                if let obstacle = page.obstacle { Text(verbatim: obstacle) }
            }
        }
    }
}
