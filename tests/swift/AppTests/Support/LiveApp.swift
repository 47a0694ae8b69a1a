import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

/// Everything with the real engine, one test after the other: there is one meter, and one thread that computes.
@Suite(.serialized)
enum Live {}

/// The app over the real engine with the built-in model, in a folder of its own.
@MainActor
final class LiveApp {
    let home: TemporaryHome
    let mac = TestMac()
    let app: AppModel

    /// With the home of another one it is what the user finds after a restart. `hub` is another hub than the one that
    /// nobody can reach.
    init(_ home: TemporaryHome = TemporaryHome(), hub: String = "http://127.0.0.1:9") async throws {
        self.home = home
        app = AppModel(
            try await .live(home.folder, cpu: true, system: mac.services) { settings in
                settings.modelsFolder = home.folder.url.appending(path: "models").path
                settings.hub = hub
            })
        // The same words at each run, and not too many.
        app.settings.change {
            $0.speculation = .depth(2)
            $0.onboarding = .done
        }
    }

    func launch(_ conditions: Conditions = Conditions()) -> Screen {
        Screen(app: TandemApp(Startup(app)), conditions)
    }
}

/// A home folder that goes with the last one who has it.
final class TemporaryHome: Sendable {
    let folder = HomeFolder(
        FileManager.default.temporaryDirectory.appending(path: "tandem-\(UUID().uuidString)"))

    deinit {
        try? FileManager.default.removeItem(at: folder.url)
    }
}
