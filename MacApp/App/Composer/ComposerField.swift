/// The text view of a composer, for whoever wants something put into it, or the keyboard to be there.
@MainActor
final class ComposerField {
    weak var view: MessageTextView?

    func focus() {
        if let view { view.window?.makeFirstResponder(view) }
    }

    /// Nothing that was typed so far is taken back or done again.
    func forgetUndo() {
        view?.breakUndoCoalescing()
        view?.undoManager?.removeAllActions()
    }

    /// Shows the window that it is in, also if that lies in the Dock.
    func bringWindowToFront() {
        guard let window = view?.window else { return }
        if window.isMiniaturized { window.deminiaturize(nil) }
        window.makeKeyAndOrderFront(nil)
    }

    /// Puts a text where the cursor is; `false` if there is no text view.
    func insert(_ text: String) -> Bool {
        guard let view else { return false }
        view.insert(text)
        return true
    }
}
