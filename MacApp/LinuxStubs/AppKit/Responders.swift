@MainActor
open class NSResponder: NSObject {
    public override init() {}

    open var acceptsFirstResponder: Bool { false }
    open var undoManager: UndoManager? { nil }

    @discardableResult
    open func becomeFirstResponder() -> Bool { acceptsFirstResponder }

    @discardableResult
    open func resignFirstResponder() -> Bool { true }

    /// What nobody takes is left to the next one in line.
    open func keyDown(with event: NSEvent) { event.isIgnored = true }
    open func doCommand(by selector: Selector) {}
    open func insertNewline(_ sender: Any?) {}
    open func insertTab(_ sender: Any?) {}
    open func insertBacktab(_ sender: Any?) {}
    open func insertTabIgnoringFieldEditor(_ sender: Any?) {}
    open func deleteBackward(_ sender: Any?) {}
    open func cancelOperation(_ sender: Any?) {}
}

/// There are no selectors without the Objective-C runtime; the name alone is compared.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral {
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    public init(stringLiteral name: String) {
        self.name = name
    }
}

@MainActor
open class NSView: NSResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let width = AutoresizingMask(rawValue: 2)
        public static let height = AutoresizingMask(rawValue: 16)
    }

    open var frame: NSRect
    open var bounds: NSRect
    open var isHidden = false
    open var isFlipped: Bool { false }
    open var safeAreaRect: NSRect { bounds }
    open var needsDisplay = false
    open var needsLayout = false
    open var wantsLayer = false
    open var alphaValue: CGFloat = 1
    open var translatesAutoresizingMaskIntoConstraints = true
    open var autoresizingMask: AutoresizingMask = []
    open weak var window: NSWindow?
    open private(set) var subviews: [NSView] = []
    open private(set) weak var superview: NSView?

    public init(frame frameRect: NSRect) {
        frame = frameRect
        bounds = NSRect(origin: .zero, size: frameRect.size)
    }

    open var intrinsicContentSize: NSSize { .zero }
    open var fittingSize: NSSize { .zero }

    open func addSubview(_ view: NSView) {
        subviews.append(view)
        view.superview = self
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// Puts it, and what is inside, into a window.
    package func move(to window: NSWindow) {
        self.window = window
        viewDidMoveToWindow()
        for view in subviews { view.move(to: window) }
    }

    private var label: String?

    open func accessibilityLabel() -> String? { label }
    open func setAccessibilityLabel(_ accessibilityLabel: String?) { label = accessibilityLabel }
    open func layout() {}
    open func draw(_ dirtyRect: NSRect) {}
    open func viewDidMoveToWindow() {}
    open func invalidateIntrinsicContentSize() {}
    open func setFrameSize(_ newSize: NSSize) { frame.size = newSize }
}

@MainActor
open class NSViewController: NSResponder {
    open var view = NSView(frame: .zero)
    open var title: String?

    open func viewDidLoad() {}
}

@MainActor
open class NSWindow: NSResponder {
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let borderless: StyleMask = []
        public static let titled = StyleMask(rawValue: 1)
        public static let closable = StyleMask(rawValue: 2)
        public static let miniaturizable = StyleMask(rawValue: 4)
        public static let resizable = StyleMask(rawValue: 8)
        public static let utilityWindow = StyleMask(rawValue: 16)
        public static let nonactivatingPanel = StyleMask(rawValue: 128)
        public static let fullSizeContentView = StyleMask(rawValue: 32768)
    }

    public enum BackingStoreType: UInt, Sendable { case buffered = 2 }

    /// Whether windows of this app may become tabs of one; then the menus have commands for tabs.
    open class var allowsAutomaticWindowTabbing: Bool {
        get { mayTab }
        set { mayTab = newValue }
    }
    private static var mayTab = true

    public struct Level: Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let normal = Level(rawValue: 0)
        public static let floating = Level(rawValue: 3)
        public static let statusBar = Level(rawValue: 25)
    }

    open var title = ""
    /// Whether the app cannot quit while it lies over another window as a sheet.
    open var preventsApplicationTerminationWhenModal = true
    open var contentView: NSView?
    open var level = Level.normal
    open var isReleasedWhenClosed = true
    open var styleMask: StyleMask
    open private(set) var isVisible = false
    open private(set) var firstResponder: NSResponder?

    public init(
        contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType, defer flag: Bool
    ) {
        styleMask = style
    }

    open var canBecomeKey: Bool { true }

    @discardableResult
    open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
        follow(responder)
        onFirstResponder?(responder)
        return true
    }

    open func selectNextKeyView(_ sender: Any?) { onKeyView?(1) }
    open func selectPreviousKeyView(_ sender: Any?) { onKeyView?(-1) }

    /// Moves the keyboard on by so many controls.
    package var onKeyView: ((Int) -> Void)?

    /// Told when the program asks for the keyboard.
    package var onFirstResponder: ((NSResponder?) -> Void)?

    /// Takes over who has the keyboard.
    package func follow(_ responder: NSResponder?) {
        guard responder !== firstResponder else { return }
        firstResponder?.resignFirstResponder()
        firstResponder = responder
        responder?.becomeFirstResponder()
    }

    open private(set) var isMiniaturized = false

    open func makeKeyAndOrderFront(_ sender: Any?) {
        isVisible = true
        onOrderFront?()
    }

    /// Told when the program wants it in front of the others.
    package var onOrderFront: (() -> Void)?

    open func miniaturize(_ sender: Any?) { isMiniaturized = true }
    open func deminiaturize(_ sender: Any?) { isMiniaturized = false }
    open func orderOut(_ sender: Any?) { isVisible = false }
    open func close() { isVisible = false }
    open func center() {}
}

@MainActor
open class NSPanel: NSWindow {
    open var isFloatingPanel = false
    open var hidesOnDeactivate = true
    open var becomesKeyOnlyIfNeeded = false
}
