extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    public static let link = NSAttributedString.Key("NSLink")
    public static let toolTip = NSAttributedString.Key("NSToolTip")
}

open class NSTextStorage: NSMutableAttributedString {
    open func edited(_ editedMask: NSTextStorageEditActions, range editedRange: NSRange, changeInLength delta: Int) {}
}

public struct NSTextStorageEditActions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let editedAttributes = NSTextStorageEditActions(rawValue: 1)
    public static let editedCharacters = NSTextStorageEditActions(rawValue: 2)
}

@MainActor
public protocol NSTextDelegate: AnyObject {
    func textDidBeginEditing(_ notification: Notification)
    func textDidChange(_ notification: Notification)
    func textDidEndEditing(_ notification: Notification)
}

extension NSTextDelegate {
    public func textDidBeginEditing(_ notification: Notification) {}
    public func textDidChange(_ notification: Notification) {}
    public func textDidEndEditing(_ notification: Notification) {}
}

@MainActor
public protocol NSTextViewDelegate: NSTextDelegate {
    func textView(_ textView: NSTextView, doCommandBy commandSelector: Selector) -> Bool
    func textViewDidChangeSelection(_ notification: Notification)
    func undoManager(for view: NSTextView) -> UndoManager?
}

extension NSTextViewDelegate {
    public func textView(_ textView: NSTextView, doCommandBy commandSelector: Selector) -> Bool { false }
    public func textViewDidChangeSelection(_ notification: Notification) {}
    public func undoManager(for view: NSTextView) -> UndoManager? { nil }
}

@MainActor
open class NSText: NSView {
    public static let didChangeNotification = NSNotification.Name("NSTextDidChangeNotification")

    open var string = ""
    open var isEditable = true
    open var isSelectable = true
    open var isRichText = true
    open var font: NSFont?
    open var textColor: NSColor?
    open var backgroundColor: NSColor?
    open var drawsBackground = true
    open var selectedRange = NSRange(location: 0, length: 0)

    open func selectAll(_ sender: Any?) {
        selectedRange = NSRange(location: 0, length: string.utf16.count)
    }
}

@MainActor
open class NSTextView: NSText {
    open weak var delegate: (any NSTextViewDelegate)?
    open var textContainerInset = NSSize.zero
    open var allowsUndo = false
    open var isAutomaticQuoteSubstitutionEnabled = true
    open var isAutomaticDashSubstitutionEnabled = true
    open var isAutomaticTextReplacementEnabled = true
    open var isAutomaticSpellingCorrectionEnabled = true
    open var isContinuousSpellCheckingEnabled = true
    open var isGrammarCheckingEnabled = false
    open var usesFindBar = false
    open var isIncrementalSearchingEnabled = false
    open var isVerticallyResizable = true
    open var isHorizontallyResizable = false
    open var maxSize = NSSize.zero

    private let storage = NSTextStorage(string: "")
    private var marked = NSRange(location: NSNotFound, length: 0)
    private let container = NSTextContainer()
    private let layouts = NSLayoutManager()

    public convenience init() {
        self.init(frame: .zero)
    }

    public convenience init(usingTextLayoutManager: Bool) {
        self.init(frame: .zero)
    }

    public override init(frame frameRect: NSRect) {
        super.init(frame: frameRect)
        layouts.textStorage = storage
    }

    open var textStorage: NSTextStorage? { storage }
    open var textContainer: NSTextContainer? { container }
    open var layoutManager: NSLayoutManager? { layouts }

    open override var acceptsFirstResponder: Bool { true }

    open override var string: String {
        get { storage.string }
        set {
            storage.replaceCharacters(in: NSRange(location: 0, length: storage.length), with: newValue)
            selectedRange = NSRange(location: storage.length, length: 0)
        }
    }

    open func insertText(_ string: Any, replacementRange: NSRange) {
        guard let text = string as? String else { return }
        rememberText()
        replace(replacementRange, with: text)
        marked = NSRange(location: NSNotFound, length: 0)
        didChangeText()
    }

    // MARK: Undo

    open override var undoManager: UndoManager? { delegate?.undoManager(for: self) }

    /// Each insertion is a step of its own; a Mac takes those that follow one another together.
    private func rememberText() {
        guard allowsUndo, let undoManager else { return }
        let old = string
        undoManager.registerUndo(withTarget: self) { view in
            view.rememberText()
            view.string = old
            view.didChangeText()
        }
        undoManager.setActionName("Typing")
    }

    open func didChangeText() {
        delegate?.textDidChange(Notification(name: NSText.didChangeNotification, object: self))
    }

    /// A range that is not found stands for what is being composed, or is selected.
    private func replace(_ range: NSRange, with text: String) {
        let range = range.location != NSNotFound ? range : hasMarkedText() ? marked : selectedRange
        storage.replaceCharacters(in: range, with: text)
        selectedRange = NSRange(location: range.location + text.utf16.count, length: 0)
        marked = NSRange(location: range.location, length: text.utf16.count)
    }

    // MARK: Keys

    /// Keys in the middle of a composition belong to the input method: Return takes what was composed, Escape drops it.
    open override func keyDown(with event: NSEvent) {
        switch event.keyCode {
        case 36, 76: if hasMarkedText() { unmarkText() } else { insertNewline(nil) }
        case 53: if hasMarkedText() { insertText("", replacementRange: marked) } else { super.keyDown(with: event) }
        case 48:
            // A text keeps Tab for itself, other than a field does; Shift-Tab does nothing in it.
            if event.modifierFlags.contains(.shift) {
                insertBacktab(nil)
            } else if event.modifierFlags.contains(.option) {
                insertTabIgnoringFieldEditor(nil)
            } else {
                insertTab(nil)
            }
        case 51: deleteBackward(nil)
        case 123...126: super.keyDown(with: event)
        default:
            guard !event.modifierFlags.contains(.command), let characters = event.characters else {
                return super.keyDown(with: event)
            }
            insertText(characters, replacementRange: NSRange(location: NSNotFound, length: 0))
        }
    }

    open override func insertTab(_ sender: Any?) { insertTabIgnoringFieldEditor(sender) }

    open override func insertTabIgnoringFieldEditor(_ sender: Any?) {
        insertText("\t", replacementRange: NSRange(location: NSNotFound, length: 0))
    }

    open override func insertNewline(_ sender: Any?) {
        insertText("\n", replacementRange: NSRange(location: NSNotFound, length: 0))
    }

    open override func deleteBackward(_ sender: Any?) {
        var range = selectedRange
        if range.length == 0 {
            guard range.location > 0 else { return }
            range = (storage.string as NSString).rangeOfComposedCharacterSequence(at: range.location - 1)
        }
        insertText("", replacementRange: range)
    }

    // MARK: Input methods

    /// While an input method composes, the keys belong to it.
    open func hasMarkedText() -> Bool { marked.location != NSNotFound }

    open func markedRange() -> NSRange { marked }

    /// What is composed already stands in the text.
    open func setMarkedText(_ string: Any, selectedRange: NSRange, replacementRange: NSRange) {
        guard let text = string as? String else { return }
        replace(replacementRange, with: text)
        didChangeText()
    }

    open func unmarkText() { marked = NSRange(location: NSNotFound, length: 0) }

    // MARK: Pasting

    open var readablePasteboardTypes: [NSPasteboard.PasteboardType] { [.string] }

    /// Pastes, and takes what is dropped.
    open func readSelection(from pboard: NSPasteboard, type: NSPasteboard.PasteboardType) -> Bool {
        guard type == .string, let text = pboard.string(forType: .string) else { return false }
        insertText(text, replacementRange: NSRange(location: NSNotFound, length: 0))
        return true
    }

    open func paste(_ sender: Any?) {
        let pasteboard = NSPasteboard.general
        let type = readablePasteboardTypes.first { pasteboard.types?.contains($0) == true }
        if let type { _ = readSelection(from: pasteboard, type: type) }
    }

    open func breakUndoCoalescing() {}

    open func scrollRangeToVisible(_ range: NSRange) {}

    open class func scrollableTextView() -> NSScrollView {
        let scroll = NSScrollView(frame: .zero)
        scroll.documentView = NSTextView()
        return scroll
    }
}

@MainActor
open class NSTextContainer: NSObject {
    open var size = NSSize.zero
    open var widthTracksTextView = true
    open var lineFragmentPadding: CGFloat = 5
}

/// Lays out nothing: each line of text is one line of 17 points.
@MainActor
open class NSLayoutManager: NSObject {
    open weak var textStorage: NSTextStorage?
    open var allowsNonContiguousLayout = false

    open func ensureLayout(forBoundingRect bounds: NSRect, in container: NSTextContainer) {}

    open func usedRect(for container: NSTextContainer) -> NSRect {
        let lines = (textStorage?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false).count
        return NSRect(x: 0, y: 0, width: container.size.width, height: Double(lines) * 17)
    }
}

@MainActor
open class NSScrollView: NSView {
    open var documentView: NSView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let documentView { addSubview(documentView) }
        }
    }
    open var hasVerticalScroller = false
    open var hasHorizontalScroller = false
    open var drawsBackground = true
    open var autohidesScrollers = false
}
