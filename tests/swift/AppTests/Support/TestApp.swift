import Core
import EngineKit
import Foundation
import Screen
import SwiftUI

@testable import Tandem

/// The app over the real store of chats, in memory, and an engine that says what a test wants.
@MainActor
final class TestApp {
    let services: AppServices
    let app: AppModel
    let engine: MockEngine
    let models: MockModelLibrary
    let chats: LiveChatStore
    let log = MockLog()
    let draftFile = MemoryFile()
    let mac = TestMac()
    let meter = TestMeter()
    /// Where files lie that other programs are to copy.
    let passing = FileManager.default.temporaryDirectory.appending(path: "passing-\(UUID().uuidString)")

    init(
        settings: SettingsStore = SettingsStore(MemoryFile()),
        _ change: @escaping (inout Core.Settings) -> Void = { _ in }
    ) async throws {
        engine = MockEngine()
        models = MockModelLibrary()
        chats = try await LiveChatStore.temporary()
        // The first steps have tests of their own.
        settings.change { $0.onboarding = .done }
        settings.change(change)
        services = AppServices(
            engine: engine, models: models, chats: chats,
            privateChats: { () async throws(EngineError) in try await LiveChatStore.temporary() },
            markup: LiveMarkup(), settings: settings, drafts: DraftStore(draftFile), log: log, home: .preview,
            meter: { [meter] in meter.read() }, system: mac.services, passingFiles: PassingFiles(passing))
        app = AppModel(services)
        models.tell { script in
            script.folders = { _ throws(EngineError) in ModelFolders(target: "pocket") }
            script.list = { () throws(EngineError) in ModelListing(models: [], notices: []) }
            script.unfinished = { () throws(EngineError) in [] }
        }
        engine.tell { script in
            script.title = { _, _ throws(EngineError) in nil }
            script.memory = { () throws(EngineError) in MemoryUse(active: 0, cached: 0, peak: 0) }
            script.unload = { () throws(EngineError) in }
        }
        answers("Because air scatters blue light.")
    }

    /// Has each answer from now on be this text.
    func answers(_ text: String) {
        engine.tell { script in
            script.answer = { _ in .scripted([.text(text), .ended(AnswerAccount(text: text, ending: .stop))]) }
        }
    }

    /// The app in one window.
    func launch(_ conditions: Conditions = Conditions()) -> Screen {
        Screen(app: TandemApp(Startup(app)), conditions)
    }
}

extension AnswerSteps {
    static func scripted(_ steps: [AnswerStep]) -> AnswerSteps {
        let (stream, continuation) = Stream.makeStream()
        for step in steps { continuation.yield(step) }
        continuation.finish()
        return AnswerSteps(stream) {}
    }
}

/// A file that is not on a disk.
final class MemoryFile: DocumentKeeping, @unchecked Sendable {
    private let lock = NSLock()
    private var data: Data?

    func read() throws -> Data? { lock.withLock { data } }
    func write(_ new: Data) throws { lock.withLock { data = new } }
    func setAside() throws { lock.withLock { data = nil } }
}
