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
        // Below the toolbar. SwiftUI's views count from the top.
        let (area, isFlipped) = (view.safeAreaRect, view.isFlipped)
        let top = NSRect(x: area.midX, y: isFlipped ? area.minY : area.maxY - 1, width: 1, height: 1)
        NSSharingServicePicker(items: [text]).show(
            relativeTo: top, of: view, preferredEdge: isFlipped ? .maxY : .minY)
    }
}
