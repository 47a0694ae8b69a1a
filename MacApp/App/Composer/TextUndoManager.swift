import AppKit

/// The steps of a text, apart from those of its window: they go when the text does. Where it has none, what is done
/// in the window is taken back from within the text too.
final class TextUndoManager: UndoManager {
    weak var next: UndoManager?

    override var canUndo: Bool { super.canUndo || next?.canUndo == true }
    override var canRedo: Bool { super.canRedo || next?.canRedo == true }

    override var undoMenuItemTitle: String {
        super.canUndo ? super.undoMenuItemTitle : next?.undoMenuItemTitle ?? super.undoMenuItemTitle
    }

    override var redoMenuItemTitle: String {
        super.canRedo ? super.redoMenuItemTitle : next?.redoMenuItemTitle ?? super.redoMenuItemTitle
    }

    override func undo() {
        if super.canUndo { super.undo() } else { next?.undo() }
    }

    override func redo() {
        if super.canRedo { super.redo() } else { next?.redo() }
    }
}
