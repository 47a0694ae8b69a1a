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
}

extension NSTextViewDelegate {
    public func textView(_ textView: NSTextView, doCommandBy commandSelector: Selector) -> Bool { false }
    public func textViewDidChangeSelection(_ notification: Notification) {}
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
    open var usesFindBar = false
    open var isIncrementalSearchingEnabled = false

    private let storage = NSTextStorage(string: "")
    private var marked = NSRange(location: NSNotFound, length: 0)

    public convenience init() {
        self.init(frame: .zero)
    }

    open var textStorage: NSTextStorage? { storage }

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
        marked = NSRange(location: NSNotFound, length: 0)
        let range = replacementRange.location == NSNotFound ? selectedRange : replacementRange
        storage.replaceCharacters(in: range, with: text)
        selectedRange = NSRange(location: range.location + text.utf16.count, length: 0)
        delegate?.textDidChange(Notification(name: NSText.didChangeNotification, object: self))
    }

    /// While an input method composes, the keys belong to it.
    open func hasMarkedText() -> Bool { marked.location != NSNotFound }

    open func markedRange() -> NSRange { marked }

    open func setMarkedText(_ string: Any, selectedRange: NSRange, replacementRange: NSRange) {
        marked = NSRange(location: self.selectedRange.location, length: (string as? String)?.utf16.count ?? 0)
    }

    open func unmarkText() { marked = NSRange(location: NSNotFound, length: 0) }

    open func scrollRangeToVisible(_ range: NSRange) {}

    open class func scrollableTextView() -> NSScrollView {
        let scroll = NSScrollView(frame: .zero)
        scroll.documentView = NSTextView()
        return scroll
    }
}

@MainActor
open class NSScrollView: NSView {
    open var documentView: NSView?
    open var hasVerticalScroller = false
    open var hasHorizontalScroller = false
    open var drawsBackground = true
    open var autohidesScrollers = false
}
