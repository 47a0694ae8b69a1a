import AppKit
import Core

/// The text view that a message is written in. What a key or something pasted means is decided outside of it.
final class MessageTextView: NSTextView {
    private enum Key {
        static let `return`: UInt16 = 36
        static let enter: UInt16 = 76
        static let escape: UInt16 = 53
    }

    /// Whether Return did something; else it breaks the line.
    var onReturn: ((KeyPress) -> Bool)?
    /// Whether Escape did something.
    var onEscape: (() -> Bool)?
    /// Takes what is pasted or dropped; without it, text is put in as usual.
    var onItems: (([Composer.Item]) -> Void)?
    var onFocus: ((Bool) -> Void)?
    /// It is to have the keyboard as soon as it is in a window.
    var wantsFocus = false

    override func keyDown(with event: NSEvent) {
        switch event.keyCode {
        case Key.return, Key.enter:
            let press = KeyPress(KeyModifiers(event.modifierFlags), hasMarkedText: hasMarkedText())
            if press.hasMarkedText { return super.keyDown(with: event) }
            if onReturn?(press) == true { return }
            // With Shift or Option, too, it is a plain new line.
            insertNewline(nil)
        case Key.escape:
            if !hasMarkedText(), onEscape?() == true { return }
            super.keyDown(with: event)
        default: super.keyDown(with: event)
        }
    }

    // Tab goes on to the next control, as everywhere else in the window; with Option it is put into the text.

    override func insertTab(_ sender: Any?) { window?.selectNextKeyView(nil) }
    override func insertBacktab(_ sender: Any?) { window?.selectPreviousKeyView(nil) }

    override func viewDidMoveToWindow() {
        super.viewDidMoveToWindow()
        guard wantsFocus, let window else { return }
        wantsFocus = false
        window.makeFirstResponder(self)
    }

    @discardableResult
    override func becomeFirstResponder() -> Bool {
        let isFirst = super.becomeFirstResponder()
        if isFirst { onFocus?(true) }
        return isFirst
    }

    @discardableResult
    override func resignFirstResponder() -> Bool {
        let isLeft = super.resignFirstResponder()
        if isLeft { onFocus?(false) }
        return isLeft
    }

    // MARK: Pasting and dropping

    /// Files before their names.
    override var readablePasteboardTypes: [NSPasteboard.PasteboardType] { [.fileURL, .string] }

    override func readSelection(from pboard: NSPasteboard, type: NSPasteboard.PasteboardType) -> Bool {
        guard let onItems else { return super.readSelection(from: pboard, type: type) }
        let files = pboard.readObjects(forClasses: [NSURL.self], options: [.urlReadingFileURLsOnly: true]) as? [URL]
        if type == .fileURL, let files, !files.isEmpty {
            onItems(files.map { .file($0.path) })
            return true
        }
        guard let text = pboard.string(forType: .string) else { return false }
        onItems([.text(text)])
        return true
    }

    /// Puts a text where the cursor is.
    func insert(_ text: String) {
        insertText(text, replacementRange: NSRange(location: NSNotFound, length: 0))
        scrollRangeToVisible(selectedRange)
    }

    // MARK: Size

    /// How high the text is at a width, but no higher than the limit: beyond it nothing is laid out for that.
    func height(width: Double, upTo limit: Double) -> Double {
        guard let textContainer, let layoutManager else { return limit }
        let inside = width - 2 * textContainerInset.width
        // The width may be one that SwiftUI only asks about: the text is drawn at that of its view.
        let drawn = textContainer.size
        if drawn.width != inside {
            textContainer.size = NSSize(width: inside, height: CGFloat.greatestFiniteMagnitude)
        }
        defer { if drawn.width != inside { textContainer.size = drawn } }
        layoutManager.ensureLayout(
            forBoundingRect: NSRect(x: 0, y: 0, width: inside, height: limit), in: textContainer)
        let text = layoutManager.usedRect(for: textContainer).height + 2 * textContainerInset.height
        return min(text.rounded(.up), limit)
    }
}
