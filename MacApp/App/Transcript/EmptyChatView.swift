import Core
import SwiftUI

/// A chat in which nothing was said: who will answer, and something to begin with.
struct EmptyChatView: View {
    let window: WindowModel

    var body: some View {
        let model = window.conversation.model
        VStack(spacing: 12) {
            Image(systemName: window.isPrivate ? "eye.slash" : "text.bubble")
                .font(.largeTitle)
                .foregroundStyle(.secondary)
                .accessibilityHidden(true)
            Text("Ask something")
                .font(.title2)
                .accessibilityAddTraits(.isHeader)
            if model == ModelNames.builtIn {
                Text(
                    "The built-in model answers. It is tiny: it shows how Tandem works, knows next to nothing, and makes things up."
                )
                Button("Choose Another Model…") { window.sheet = .models }
            } else {
                Text("\(ModelNames.shown(model)) answers, on this Mac.")
            }
            if window.isPrivate {
                Text("This chat is private: nothing of it is kept, and it is gone when you leave it.")
            }
            VStack(alignment: .leading) {
                ForEach(ExampleQuestions.all, id: \.self) { question in
                    Button(question) { use(question) }.help("Put this into the message")
                }
            }
            .buttonStyle(.link)
            .padding(.top, 8)
        }
        .multilineTextAlignment(.center)
        .frame(maxWidth: 480)
        .frame(maxWidth: .infinity)
        .padding(40)
    }

    /// It is there to be changed, or sent.
    private func use(_ question: String) {
        window.append(question)
        window.field.focus()
    }
}
