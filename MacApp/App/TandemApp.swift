import AppKit
import EngineKit
import SwiftUI

struct TandemApp: App {
    @NSApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    @State private var startup: Startup

    init() {
        let system = SystemServices.live()
        self.init(Startup { () async throws(EngineError) in try await .live(system: system) })
    }

    init(_ startup: Startup) {
        _startup = State(initialValue: startup)
        // ⌃⇥ is for the next chat; with tabs it would be for the next tab. The menus are made before the app has launched.
        NSWindow.allowsAutomaticWindowTabbing = false
        delegate.startup = startup
    }

    var body: some Scene {
        WindowGroup(id: AppWindow.main.rawValue, for: WindowSeed.self) { $seed in
            MainWindow(seed: $seed, startup: startup)
        } defaultValue: {
            WindowSeed()
        }
        .commands { AppMenus(startup: startup) }
        Window("Model Library", id: AppWindow.models.rawValue) {
            ReadyView(startup: startup) { ModelLibraryWindow(app: $0) }
        }
        .defaultSize(width: 860, height: 600)
        .commandsRemoved()
        Window("Welcome to Tandem", id: AppWindow.firstRun.rawValue) {
            ReadyView(startup: startup) { FirstRunWindow(app: $0) }
        }
        .windowResizability(.contentSize)
        .restorationBehavior(.disabled)
        .commandsRemoved()
        Window("Tandem Help", id: AppWindow.help.rawValue) { HelpWindow() }
            .defaultSize(width: 520, height: 640)
            .commandsRemoved()
        Window("Measure on This Mac", id: AppWindow.measure.rawValue) {
            MeasureWindow(startup: startup)
        }
        .windowResizability(.contentMinSize)
        .defaultLaunchBehavior(.suppressed)
        .restorationBehavior(.disabled)
        .commandsRemoved()
        Settings {
            ReadyView(startup: startup) { SettingsWindow(app: $0) }
        }
    }
}
