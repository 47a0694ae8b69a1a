import Foundation

/// The folder for everything that Tandem writes but models; the command line's too.
struct HomeFolder: Equatable, Sendable {
    private static let variable = "TANDEM_HOME"

    let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// Where the environment says, or else where the Mac keeps such things.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let named = environment[Self.variable], !named.isEmpty {
            url = URL(fileURLWithPath: named, isDirectory: true)
        } else {
            // As the engine calls it, on Linux too.
            #if os(macOS)
                let name = "Tandem"
            #else
                let name = "tandem"
            #endif
            let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            url = (folder ?? FileManager.default.homeDirectoryForCurrentUser).appending(
                path: name, directoryHint: .isDirectory)
        }
    }

    var path: String { url.path }

    /// A file of the app alone, apart from those of the engine.
    func file(_ name: String) -> URL { url.appending(path: "app", directoryHint: .isDirectory).appending(path: name) }
}
