public enum NSTextAlignment: Int, Sendable { case left, right, center, justified, natural }

public enum NSLineBreakMode: UInt, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

open class NSParagraphStyle: NSObject, @unchecked Sendable {
    public override init() {}

    open class var `default`: NSParagraphStyle { NSParagraphStyle() }
}

open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    open var lineSpacing: CGFloat = 0
    open var paragraphSpacing: CGFloat = 0
    open var paragraphSpacingBefore: CGFloat = 0
    open var alignment = NSTextAlignment.natural
    open var headIndent: CGFloat = 0
    open var firstLineHeadIndent: CGFloat = 0
    open var tailIndent: CGFloat = 0
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    open var lineHeightMultiple: CGFloat = 0
}

@MainActor
open class NSScreen: NSObject {
    open class var main: NSScreen? { NSScreen() }
    open class var screens: [NSScreen] { [NSScreen()] }

    open var frame: NSRect { NSRect(x: 0, y: 0, width: 1440, height: 900) }
    open var visibleFrame: NSRect { NSRect(x: 0, y: 0, width: 1440, height: 875) }
}

@MainActor
open class NSDockTile: NSObject {
    open var badgeLabel: String?

    open func display() {}
}
