#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var palette: [ScreenState] {
            [
                ScreenState("models, only the built-in one", shows: "Built-in") { PreviewPalette([]) },
                ScreenState("models, several", shows: "Qwen3.5-35B-A3B-4bit") {
                    PreviewPalette([
                        InstalledModel(name: "org/Qwen3.5-4B-4bit", folder: "/4b", role: .modelWithCompanion),
                        InstalledModel(name: "org/Qwen3.5-35B-A3B-4bit", folder: "/35b"),
                    ])
                },
                ScreenState("models, many", shows: "Model-60") {
                    PreviewPalette((1...60).map { InstalledModel(name: "org/Model-\($0)", folder: "/\($0)") })
                },
                ScreenState("models, loading", shows: "Searching…") { PreviewPalette([], isSlow: true) },
                ScreenState("models, list unreadable", shows: "The folder cannot be read.") { PreviewPalette(nil) },
            ]
        }

        static var chatSettings: [ScreenState] {
            [
                ScreenState("chat settings, a new chat", shows: "No presets yet") { PreviewChatSettings() },
                ScreenState("chat settings, its own numbers", shows: "Strict") {
                    PreviewChatSettings(
                        systemPrompt: "Be brief.",
                        parameters: #"{"temperature":0.5,"max_tokens":300,"think":"on","speculate":"2"}"#,
                        presets: [ChatPreset(id: 1, name: "Strict"), ChatPreset(id: 2, name: "Wild")])
                },
                ScreenState("chat settings, a number that cannot be", shows: "a lot") {
                    PreviewChatSettings(typed: "a lot")
                },
                ScreenState("chat settings, a long prompt", shows: "Be brief.") {
                    PreviewChatSettings(
                        systemPrompt: String(repeating: "Be brief. Say what you do not know. ", count: 80))
                },
                ScreenState("chat settings, naming a preset", shows: "It holds the system prompt") {
                    PreviewPresets(.name)
                },
                ScreenState("chat settings, replacing a preset", shows: "Replace the preset “Strict”?") {
                    PreviewPresets(.replace(PreviewPresets.strict))
                },
                ScreenState("chat settings, deleting a preset", shows: "Delete the preset “Strict”?") {
                    PreviewPresets(.delete(PreviewPresets.strict))
                },
                ScreenState("chat settings, presets unreadable", shows: "The chats cannot be read") {
                    PreviewChatSettings(presets: nil)
                },
            ]
        }
    }

    #Preview("Model Palette") { StateGallery(ScreenState.palette) }
    #Preview("Chat Settings") { StateGallery(ScreenState.chatSettings) }

    private struct PreviewPalette: View {
        private let window: WindowModel

        /// `nil` if they cannot be read.
        init(_ models: [InstalledModel]?, isSlow: Bool = false) {
            var services = AppServices.preview(.empty)
            let library = MockModelLibrary()
            library.tell { script in
                script.list = { () throws(EngineError) in
                    if isSlow { try? await Task.sleep(for: .seconds(3600)) }
                    guard let models else { throw .preview("the folder cannot be read") }
                    return ModelListing(models: models, notices: [])
                }
            }
            services.models = library
            window = WindowModel(AppModel(services))
        }

        var body: some View { ModelPaletteView(window: window) }
    }

    /// What is asked about presets, over the button with them.
    private struct PreviewPresets: View {
        static let strict = ChatPreset(id: 1, name: "Strict")
        private let store: ChatSettingsStore
        private let question: PresetMenu.Question

        init(_ question: PresetMenu.Question) {
            let app = AppModel.preview(.empty)
            store = ChatSettingsStore(app.conversations.begin(), presets: app.services.chats)
            self.question = question
        }

        var body: some View { PresetMenu(store: store, question: question) }
    }

    private struct PreviewChatSettings: View {
        private let store: ChatSettingsStore

        init(
            systemPrompt: String = "", parameters: String = "{}", presets: [ChatPreset]? = [], typed: String? = nil
        ) {
            var script = MockChatStore.Script()
            script.presets = { () throws(EngineError) in
                guard let presets else { throw .preview("the chats cannot be read") }
                return presets
            }
            var new = NewChat()
            (new.systemPrompt, new.parameters) = (systemPrompt, parameters)
            let app = AppModel.preview(.empty)
            store = ChatSettingsStore(app.conversations.begin(new), presets: MockChatStore(script))
            if let typed { store.type(typed, into: .number(.temperature)) }
        }

        var body: some View { ChatSettingsView(store, settings: Core.Settings()) }
    }
#endif
