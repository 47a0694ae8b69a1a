#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        /// A chat while its answer comes, and where it failed.
        static var answers: [ScreenState] {
            [
                ScreenState("answer, waiting", after: .milliseconds(300), shows: "Getting the model ready…") {
                    PreviewAnswer([])
                },
                ScreenState("answer, reading the prompt", after: .milliseconds(300), shows: "Reading the chat…") {
                    PreviewAnswer([.reading(done: 300, total: 1000)])
                },
                ScreenState("answer, thinking", after: .milliseconds(300), shows: "Thinking…") {
                    PreviewAnswer([.thinking("It is dark then.")])
                },
                ScreenState("answer, writing", after: .milliseconds(300), shows: "At night") {
                    PreviewAnswer([.text("At night there is little light to scatter.")])
                },
                ScreenState(
                    "answer, drafts tinted in it", after: .milliseconds(300), shows: "Text that the companion drafted"
                ) {
                    PreviewAnswer(
                        [
                            .text("At night there is little light to scatter."),
                            .drafts(AnswerDrafts(rounds: [.init(drafted: 2, accepted: 2)], text: [0..<8])),
                        ], tints: true)
                },
                ScreenState("answer, failed", after: .milliseconds(300), shows: "Try Again") {
                    PreviewAnswer(failing: .backend, "the computation failed", .tryAgain)
                },
                ScreenState("answer, no memory", after: .milliseconds(300), shows: "Load Anyway") {
                    PreviewAnswer(failing: .doesNotFit, "the model needs 20 GB", .loadAnyway)
                },
                ScreenState("answer, too long", after: .milliseconds(300), shows: "Leave Out the Beginning") {
                    PreviewAnswer(failing: .promptTooLong, "the chat is too long for the model", .shorten)
                },
            ]
        }
    }

    #Preview("Answers") { StateGallery(ScreenState.answers) }

    /// A window in which something was asked.
    private struct PreviewAnswer: View {
        private let app: AppModel
        @State private var seed = WindowSeed(chat: 1)

        /// The answer stays where these steps bring it.
        init(_ steps: [AnswerStep], tints: Bool = false) {
            let (stream, continuation) = AnswerSteps.Stream.makeStream()
            for step in steps { continuation.yield(step) }
            self.init { _ in AnswerSteps(stream) { continuation.finish() } }
            app.settings.change { $0.tintsDrafts = tints }
        }

        init(failing kind: EngineError.Kind, _ message: String, _ remedy: EngineError.Remedy) {
            let error = EngineError(kind: kind, message: message, detail: "", remedy: remedy)
            self.init { _ in
                let (stream, continuation) = AnswerSteps.Stream.makeStream()
                continuation.yield(.ended(AnswerAccount(text: "", ending: .failed(error))))
                continuation.finish(throwing: error)
                return AnswerSteps(stream) {}
            }
        }

        private init(_ answer: @escaping @Sendable (AnswerRequest) -> AnswerSteps) {
            var services = AppServices.preview(.chat)
            let (engine, library, chats) = (MockEngine(), MockModelLibrary(), MockChatStore.preview(.chat))
            engine.tell { script in script.answer = answer }
            library.tell { script in
                script.folders = { _ throws(EngineError) in ModelFolders(target: "pocket") }
            }
            chats.tell { script in
                script.add = { _, _, _ throws(EngineError) in 3 }
                script.prompt = { _, _ throws(EngineError) in "[]" }
                script.beginAnswer = { _, _ throws(EngineError) in 4 }
                script.append = { _, _ throws(EngineError) in }
                script.finish = { _, _, _ throws(EngineError) in }
            }
            (services.engine, services.models, services.chats) = (engine, library, chats)
            app = AppModel(services)
        }

        var body: some View {
            ChatWindow(seed: $seed, app: app).task {
                guard let conversation = try? await app.conversations.store(of: 1) else { return }
                _ = await conversation.send(MessageDraft(text: "And at night?"))
            }
        }
    }
#endif
