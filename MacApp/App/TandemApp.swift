import EngineKit
import SwiftUI

@main
struct TandemApp: App {
    @State private var startup: Startup

    init() {
        self.init(Startup { () async throws(EngineError) in try await .live() })
    }

    init(_ startup: Startup) {
        _startup = State(initialValue: startup)
    }

    var body: some Scene {
        WindowGroup(id: AppWindow.main.rawValue, for: WindowSeed.self) { $seed in
            MainWindow(seed: $seed, startup: startup)
        } defaultValue: {
            WindowSeed()
        }
        .commands { AppMenus(startup: startup) }
        Window("Measure on This Mac", id: AppWindow.measure.rawValue) {
            MeasureWindow(startup: startup)
        }
        .windowResizability(.contentMinSize)
        .defaultLaunchBehavior(.suppressed)
        .restorationBehavior(.disabled)
    }
}
