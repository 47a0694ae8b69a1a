import AppKit
import Core
import SwiftUI

/// A text that grows with what is written in it. AppKit's own view: only it tells of input methods, and of the cursor.
struct MessageField: NSViewRepresentable {
    /// Lines that are seen at once, at most.
    private static let mostLines = 12.0

    @Binding var text: String
    let label: String
    let field: ComposerField
    var takesFocus = false
    let onReturn: @MainActor (Core.KeyPress) -> Bool
    var onEscape: @MainActor () -> Bool = { false }
    var onItems: (@MainActor ([Composer.Item]) -> Void)?
    var onFocus: @MainActor (Bool) -> Void = { _ in }
    @Environment(\.fonts) private var fonts
    @Environment(\.undoManager) private var windowUndo

    func makeNSView(context: Context) -> NSScrollView {
        let view = MessageTextView(usingTextLayoutManager: false)
        view.isRichText = false
        view.allowsUndo = true
        view.drawsBackground = false
        view.isVerticallyResizable = true
        view.isHorizontallyResizable = false
        view.autoresizingMask = [.width]
        let endless = CGFloat.greatestFiniteMagnitude
        view.maxSize = NSSize(width: endless, height: endless)
        view.textContainer?.widthTracksTextView = true
        // Code and file names are written here as often as prose; the user's own settings for spelling hold.
        view.isAutomaticQuoteSubstitutionEnabled = false
        view.isAutomaticDashSubstitutionEnabled = false
        view.isContinuousSpellCheckingEnabled = true
        view.textContainerInset = NSSize(width: 0, height: 2)
        view.string = text
        view.delegate = context.coordinator
        view.wantsFocus = takesFocus
        // It may have the keyboard before it is first updated.
        view.onFocus = onFocus
        let scroll = NSScrollView(frame: .zero)
        scroll.documentView = view
        scroll.hasVerticalScroller = true
        scroll.autohidesScrollers = true
        scroll.drawsBackground = false
        return scroll
    }

    func updateNSView(_ scroll: NSScrollView, context: Context) {
        guard let view = scroll.documentView as? MessageTextView else { return }
        context.coordinator.text = $text
        context.coordinator.undo.next = windowUndo
        field.view = view
        view.onReturn = onReturn
        view.onEscape = onEscape
        view.onItems = onItems
        view.onFocus = onFocus
        view.setAccessibilityLabel(label)
        // Setting it lays all of the text out anew.
        if view.font?.pointSize != CGFloat(fonts.size) { view.font = .systemFont(ofSize: fonts.size) }
        // What is being composed is not to be disturbed.
        if view.string != text, !view.hasMarkedText() {
            view.string = text
            // What was typed before is at no place of this text: to take it back would be to reach beyond its end.
            view.breakUndoCoalescing()
            context.coordinator.undo.removeAllActions()
        }
    }

    func makeCoordinator() -> Coordinator { Coordinator($text) }

    func sizeThatFits(_ proposal: ProposedViewSize, nsView: NSScrollView, context: Context) -> CGSize? {
        guard let width = proposal.width, width.isFinite, width > 0,
            let view = nsView.documentView as? MessageTextView
        else { return nil }
        return CGSize(width: width, height: view.height(width: width, upTo: fonts.size * 1.3 * Self.mostLines))
    }

    @MainActor
    final class Coordinator: NSObject, NSTextViewDelegate {
        var text: Binding<String>
        let undo = TextUndoManager()

        init(_ text: Binding<String>) {
            self.text = text
        }

        func textDidChange(_ notification: Notification) {
            guard let view = notification.object as? NSTextView else { return }
            text.wrappedValue = view.string
        }

        func undoManager(for view: NSTextView) -> UndoManager? { undo }
    }
}
