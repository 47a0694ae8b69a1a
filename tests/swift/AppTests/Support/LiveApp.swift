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
    let home: HomeFolder
    let mac = TestMac()
    let app: AppModel

    init() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tandem-\(UUID().uuidString)")
        home = HomeFolder(folder)
        app = AppModel(try await .live(home, cpu: true, system: mac.services))
        // The same words at each run, and not too many.
        app.settings.change { $0.speculation = .depth(2) }
    }

    deinit {
        try? FileManager.default.removeItem(at: home.url)
    }

    func launch(_ conditions: Conditions = Conditions()) -> Screen {
        Screen(app: TandemApp(Startup(app)), conditions)
    }
}
