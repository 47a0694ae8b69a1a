#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var palette: [ScreenState] {
            [
                ScreenState("models, only the built-in one") { PreviewPalette([]) },
                ScreenState("models, several") {
                    PreviewPalette([
                        InstalledModel(name: "org/Qwen3.5-4B-4bit", folder: "/4b", role: .modelWithCompanion),
                        InstalledModel(name: "org/Qwen3.5-35B-A3B-4bit", folder: "/35b"),
                    ])
                },
                ScreenState("models, many") {
                    PreviewPalette((1...60).map { InstalledModel(name: "org/Model-\($0)", folder: "/\($0)") })
                },
                ScreenState("models, loading") { PreviewPalette([], isSlow: true) },
                ScreenState("models, list unreadable") { PreviewPalette(nil) },
            ]
        }

        static var chatSettings: [ScreenState] {
            [
                ScreenState("chat settings, a new chat") { PreviewChatSettings() },
                ScreenState("chat settings, its own numbers") {
                    PreviewChatSettings(
                        systemPrompt: "Be brief.",
                        parameters: #"{"temperature":0.5,"max_tokens":300,"think":"on","speculate":"2"}"#,
                        presets: [ChatPreset(id: 1, name: "Strict"), ChatPreset(id: 2, name: "Wild")])
                },
                ScreenState("chat settings, a number that cannot be") { PreviewChatSettings(typed: "a lot") },
                ScreenState("chat settings, a long prompt", shows: "Be brief.") {
                    PreviewChatSettings(
                        systemPrompt: String(repeating: "Be brief. Say what you do not know. ", count: 80))
                },
                ScreenState("chat settings, presets unreadable") { PreviewChatSettings(presets: nil) },
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
