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

    /// What was asked last is answered, and the answer is on the screen with its numbers; its words.
    @discardableResult
    func answered(_ screen: Screen) async throws -> String {
        let window = try #require(app.openWindows.first)
        try await screen.wait(for: "the answer", within: .seconds(240)) { _ in
            !window.conversation.isAnswering && window.conversation.tree.last?.role == .assistant
        }
        if let failure = window.conversation.failure { throw failure.error }
        let answer = try #require(window.conversation.tree.last)
        try await screen.wait(for: "its words and numbers") { screen in
            let texts = screen.texts()
            let lines = window.transcripts[answer].answer.settled.plainText.split(separator: "\n")
            return lines.allSatisfy { line in texts.contains { $0.contains(line) } }
                && texts.contains { $0.contains("tokens/s") }
        }
        return answer.text
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

extension Screen {
    /// Sets what keeps an answer short and the same each time, in the sheet of the chat.
    func limitAnswers(to tokens: Int, prompt: String = "") throws {
        try press("i", modifiers: .command)
        if !prompt.isEmpty { try type(prompt, into: "System prompt") }
        try tap("Temperature: the model’s own")
        try type("0", into: "Temperature")
        try tap("Longest answer: the model’s own")
        try type("\(tokens)", into: "Longest answer")
        try tap("Done")
    }
}
