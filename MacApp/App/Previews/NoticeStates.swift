#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var notices: [ScreenState] {
            [
                ScreenState("help", shows: "Keys") { HelpWindow() },
                ScreenState("relaunch", shows: "Relaunch Tandem") {
                    Prepared(.around()) {
                        _ = try? await $0.services.engine.load(ModelFolders(target: "pocket"), anyway: true)
                    } content: {
                        Text(verbatim: "A window").appBanners($0)
                    }
                },
                ScreenState("relaunch, failed", shows: "macOS did not open Tandem again") {
                    Prepared(.around()) {
                        _ = try? await $0.services.engine.load(ModelFolders(target: "pocket"), anyway: true)
                        $0.relaunchFailed = true
                    } content: {
                        Text(verbatim: "A window").appBanners($0)
                    }
                },
                ScreenState("memory is short", shows: "This Mac is short of memory") {
                    PreviewShortOfMemory()
                },
            ]
        }
    }

    #Preview("Help and banners") { StateGallery(ScreenState.notices) }

    /// A window of an app that the Mac has told that memory is critically short.
    private struct PreviewShortOfMemory: View {
        private let app: AppModel

        init() {
            let memory = ShortMemory()
            var services = AppServices.preview(.empty)
            services.system.citizen.pressure = memory
            app = AppModel(services)
            memory.tell()
        }

        var body: some View { Text(verbatim: "A window").appBanners(app) }
    }

    private final class ShortMemory: MemoryPressureSource {
        private var told: (@MainActor (MemoryPressurePolicy.Level) -> Void)?

        func watch(_ tell: @escaping @MainActor (MemoryPressurePolicy.Level) -> Void) { told = tell }
        func tell() { told?(.critical) }
    }
#endif
