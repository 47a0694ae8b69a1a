import Core
import EngineKit
import Foundation

/// Everything that the app is made of and did not make itself. Tests and previews give their own.
@MainActor
struct AppServices {
    var engine: any EngineProtocol
    var models: any ModelLibraryProtocol
    var chats: any ChatStoreProtocol
    /// Conversations that are kept nowhere, anew for each private chat.
    var privateChats: @MainActor () async throws(EngineError) -> any ChatStoreProtocol
    var markup: any MarkupProtocol
    var settings: SettingsStore
    var drafts: DraftStore
    var log: any LogProtocol
    /// Where everything but models lies.
    var home: HomeFolder
    var meter: @MainActor () -> LiveReading
    var system: SystemServices
    /// For what other programs are to copy.
    var passingFiles = PassingFiles()
    /// Reads the file of the conversations again, after it was repaired.
    var reopenChats: (@MainActor () async throws(EngineError) -> any ChatStoreProtocol)?
}

extension AppServices {
    /// The engine of this process, over the user's own files.
    static func live(
        _ home: HomeFolder = HomeFolder(), cpu: Bool = false, system: SystemServices = .live(),
        _ change: (inout EngineSettings) -> Void = { _ in }
    ) async throws(EngineError) -> AppServices {
        let settings = SettingsStore(DocumentFile(home.file("settings.json")))
        let log = LiveLog()
        log.start(LogLevel(settings.settings.logLevel), home: home.path)
        var options = EngineSettings()
        options.home = home.path
        options.cpu = cpu
        options.idleUnloadSeconds = settings.settings.idleUnloadSeconds
        change(&options)
        let engine = try await LiveEngine(options)
        return AppServices(
            engine: engine, models: engine.models(), chats: try await engine.chats(),
            privateChats: { () async throws(EngineError) in try await LiveChatStore.temporary() },
            markup: LiveMarkup(), settings: settings, drafts: DraftStore(DocumentFile(home.file("drafts.json"))),
            log: log, home: home, meter: { LiveReading(Meter.read()) }, system: system,
            reopenChats: { () async throws(EngineError) in try await engine.chats() })
    }
}

extension LogLevel {
    init(_ level: Settings.LogLevel) {
        self =
            switch level {
            case .error: .error
            case .warn: .warn
            case .info: .info
            case .debug: .debug
            }
    }
}
