import AppKit

/// Where copies go.
@MainActor
protocol Pasteboard {
    func copy(_ text: String)
}

struct LivePasteboard: Pasteboard {
    func copy(_ text: String) {
        NSPasteboard.general.clearContents()
        NSPasteboard.general.setString(text, forType: .string)
    }
}
