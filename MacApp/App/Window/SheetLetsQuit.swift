import AppKit
import SwiftUI

extension View {
    /// For what a sheet shows: with a sheet open, macOS refuses to quit and to log out without asking the app at all.
    /// Here what is in one is kept by then, or little to write again.
    func letsQuit() -> some View { modifier(SheetLetsQuit()) }
}

private struct SheetLetsQuit: ViewModifier {
    func body(content: Content) -> some View {
        if #available(macOS 15.4, *) {
            content.presentationPreventsAppTermination(false)
        } else {
            content.background { SheetProbe() }
        }
    }
}

/// Does in the window of a sheet what SwiftUI has no word for before macOS 15.4.
private struct SheetProbe: NSViewRepresentable {
    func makeNSView(context: Context) -> ProbeView { ProbeView(frame: .zero) }

    func updateNSView(_ view: ProbeView, context: Context) { view.letsQuit() }

    final class ProbeView: NSView {
        override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            letsQuit()
        }

        func letsQuit() { window?.preventsApplicationTerminationWhenModal = false }
    }
}
