import Core
import EngineKit
import SwiftUI

/// Asks before a model that does not fit is loaded, with the numbers, and tells when loading failed.
struct LoadingQuestions: ViewModifier {
    let loader: ModelLoader

    func body(content: Content) -> some View {
        content.alert(
            title, isPresented: isAsking, presenting: question
        ) { question in
            if question.isLarge {
                Button("Load Anyway", role: .destructive) { loader.load(question.model, anyway: true) }
                Button("Cancel", role: .cancel) { loader.dismiss() }
            } else {
                Button("OK") { loader.dismiss() }
            }
        } message: { question in
            Text(verbatim: question.text)
        }
    }

    private struct Question {
        let model: String
        let text: String
        let isLarge: Bool
    }

    private var title: String {
        question?.isLarge == true
            ? String(localized: "The model does not fit into this Mac’s memory")
            : String(localized: "The model could not be loaded")
    }

    private var question: Question? {
        switch loader.state {
        case .asks(let model, let error): Question(model: model, text: ErrorNotice(error).message, isLarge: true)
        case .failed(let model, let error): Question(model: model, text: ErrorNotice(error).message, isLarge: false)
        case .idle, .loading: nil
        }
    }

    private var isAsking: Binding<Bool> {
        Binding {
            question != nil
        } set: {
            if !$0 { loader.dismiss() }
        }
    }
}

extension View {
    func loadingQuestions(_ loader: ModelLoader) -> some View { modifier(LoadingQuestions(loader: loader)) }
}
