open class NSColor: NSObject, @unchecked Sendable {
    private let name: String

    private init(named name: String) {
        self.name = name
    }

    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        name = "rgb(\(red) \(green) \(blue) / \(alpha))"
    }

    open override var description: String { name }

    open class var labelColor: NSColor { NSColor(named: "label") }
    open class var secondaryLabelColor: NSColor { NSColor(named: "secondaryLabel") }
    open class var tertiaryLabelColor: NSColor { NSColor(named: "tertiaryLabel") }
    open class var textColor: NSColor { NSColor(named: "text") }
    open class var textBackgroundColor: NSColor { NSColor(named: "textBackground") }
    open class var windowBackgroundColor: NSColor { NSColor(named: "windowBackground") }
    open class var controlBackgroundColor: NSColor { NSColor(named: "controlBackground") }
    open class var controlAccentColor: NSColor { NSColor(named: "controlAccent") }
    open class var separatorColor: NSColor { NSColor(named: "separator") }
    open class var selectedTextBackgroundColor: NSColor { NSColor(named: "selectedTextBackground") }
    open class var linkColor: NSColor { NSColor(named: "link") }
    open class var clear: NSColor { NSColor(named: "clear") }
    open class var systemRed: NSColor { NSColor(named: "systemRed") }
    open class var systemOrange: NSColor { NSColor(named: "systemOrange") }
    open class var systemGreen: NSColor { NSColor(named: "systemGreen") }
    open class var systemBlue: NSColor { NSColor(named: "systemBlue") }
    open class var systemPurple: NSColor { NSColor(named: "systemPurple") }
    open class var systemYellow: NSColor { NSColor(named: "systemYellow") }
    open class var systemGray: NSColor { NSColor(named: "systemGray") }

    open func withAlphaComponent(_ alpha: CGFloat) -> NSColor { NSColor(named: "\(name) / \(alpha)") }
}

open class NSFont: NSObject, @unchecked Sendable {
    public struct Weight: Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        public static let regular = Weight(rawValue: 0)
        public static let medium = Weight(rawValue: 0.23)
        public static let semibold = Weight(rawValue: 0.3)
        public static let bold = Weight(rawValue: 0.4)
    }

    public enum TextStyle: Sendable { case body, callout, caption1, footnote, headline, title1, title2, title3 }

    public let pointSize: CGFloat

    private init(size: CGFloat) {
        pointSize = size
    }

    open class var systemFontSize: CGFloat { 13 }
    open class var smallSystemFontSize: CGFloat { 11 }

    open class func systemFont(ofSize fontSize: CGFloat) -> NSFont { NSFont(size: fontSize) }
    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont { NSFont(size: fontSize) }
    open class func boldSystemFont(ofSize fontSize: CGFloat) -> NSFont { NSFont(size: fontSize) }
    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont { NSFont(size: fontSize) }
    open class func preferredFont(forTextStyle style: TextStyle) -> NSFont { NSFont(size: 13) }
}

open class NSImage: NSObject, @unchecked Sendable {
    open var size: NSSize
    open var isTemplate = false

    public init(size: NSSize) {
        self.size = size
    }

    public init?(named name: String) {
        return nil
    }

    public init?(systemSymbolName: String, accessibilityDescription: String?) {
        size = NSSize(width: 16, height: 16)
    }

    public init?(data: Data) {
        return nil
    }

    public init?(contentsOf url: URL) {
        return nil
    }
}
