import AppKit

/// Hands a text to other programs.
@MainActor
protocol Sharer {
    func share(_ text: String)
}

/// The Mac's own menu of where to, at the top of the window in front.
struct LiveSharer: Sharer {
    func share(_ text: String) {
        guard let view = NSApp.keyWindow?.contentView else { return }
        let top = NSRect(x: view.bounds.midX, y: view.bounds.maxY, width: 1, height: 1)
        NSSharingServicePicker(items: [text]).show(relativeTo: top, of: view, preferredEdge: .minY)
    }
}
