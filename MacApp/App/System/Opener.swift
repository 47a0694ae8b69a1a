import AppKit

/// Opens what lies outside of the app.
@MainActor
protocol Opener {
    func open(_ url: URL)
    func showInFinder(_ folder: String)
}

struct LiveOpener: Opener {
    func open(_ url: URL) { NSWorkspace.shared.open(url) }

    func showInFinder(_ folder: String) {
        NSWorkspace.shared.activateFileViewerSelecting([URL(fileURLWithPath: folder)])
    }
}

/// Places outside of the app.
enum OutsidePlace {
    static func page(of repository: String) -> URL? { URL(string: "https://huggingface.co/\(repository)") }
    static let tokens = URL(string: "https://huggingface.co/settings/tokens")
    static let network = URL(string: "x-apple.systempreferences:com.apple.Network-Settings.extension")
    static let storage = URL(string: "x-apple.systempreferences:com.apple.settings.Storage")
}
