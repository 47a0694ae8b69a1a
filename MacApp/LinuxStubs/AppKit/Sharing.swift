open class NSSharingService: NSObject {
    public struct Name: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let composeEmail = Name(rawValue: "com.apple.share.Mail.compose")
        public static let composeMessage = Name(rawValue: "com.apple.share.Messages.compose")
        public static let sendViaAirDrop = Name(rawValue: "com.apple.share.AirDrop.send")
    }

    public let title: String

    public init?(named serviceName: Name) {
        return nil
    }

    public init(title: String, image: NSImage, alternateImage: NSImage?, handler block: @escaping () -> Void) {
        self.title = title
    }

    open func canPerform(withItems items: [Any]?) -> Bool { false }

    open func perform(withItems items: [Any]) {}
}

@MainActor
open class NSSharingServicePicker: NSObject {
    public init(items: [Any]) {}

    open func show(relativeTo rect: NSRect, of view: NSView, preferredEdge: NSRectEdge) {}
}
