#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var start: [ScreenState] {
            [
                ScreenState("start, opening", shows: "Opening Tandem…") { StartingView() },
                ScreenState("start, failed", shows: "Tandem could not open") {
                    StartFailedView(error: .preview("the disk is full"), retry: {})
                },
            ]
        }

        static var window: [ScreenState] {
            [
                ScreenState("window, empty", shows: "No Chats Yet") { PreviewWindow(.empty) },
                ScreenState("window, a chat", shows: "Air scatters") { PreviewWindow(.chat) },
            ]
        }
    }

    #Preview("Start") { StateGallery(ScreenState.start) }
    #Preview("Window") { StateGallery(ScreenState.window) }

    /// A window over the mocks of a preview.
    struct PreviewWindow: View {
        private let app: AppModel
        @State private var seed: WindowSeed

        init(_ content: PreviewContent) {
            app = .preview(content)
            _seed = State(initialValue: WindowSeed(chat: content.shown))
        }

        var body: some View { ChatWindow(seed: $seed, app: app) }
    }
#endif
