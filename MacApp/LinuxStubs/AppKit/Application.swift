@MainActor
public protocol NSApplicationDelegate: AnyObject {
    /// Without the Objective-C runtime, this is how the app can make one.
    init()

    func applicationWillFinishLaunching(_ notification: Notification)
    func applicationDidFinishLaunching(_ notification: Notification)
    func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply
    func applicationWillTerminate(_ notification: Notification)
    func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool
    func applicationShouldHandleReopen(_ sender: NSApplication, hasVisibleWindows flag: Bool) -> Bool
    func application(_ application: NSApplication, open urls: [URL])
}

extension NSApplicationDelegate {
    public func applicationWillFinishLaunching(_ notification: Notification) {}
    public func applicationDidFinishLaunching(_ notification: Notification) {}
    public func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply { .terminateNow }
    public func applicationWillTerminate(_ notification: Notification) {}
    public func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool { false }
    public func applicationShouldHandleReopen(_ sender: NSApplication, hasVisibleWindows flag: Bool) -> Bool { true }
    public func application(_ application: NSApplication, open urls: [URL]) {}
}

@MainActor
open class NSApplication: NSResponder {
    public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }

    public enum TerminateReply: UInt, Sendable { case terminateCancel, terminateNow, terminateLater }

    public struct ModalResponse: Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let OK = ModalResponse(rawValue: 1)
        public static let cancel = ModalResponse(rawValue: 0)
        public static let stop = ModalResponse(rawValue: -1000)
        public static let abort = ModalResponse(rawValue: -1001)
    }

    public static let shared = NSApplication()

    open weak var delegate: (any NSApplicationDelegate)?
    open private(set) var isActive = true
    /// “Keyboard navigation” of System Settings.
    open var isFullKeyboardAccessEnabled: Bool { false }
    open private(set) var windows: [NSWindow] = []
    open var keyWindow: NSWindow? { windows.first }
    open var currentEvent: NSEvent? { nil }
    public let dockTile = NSDockTile()
    /// Of the whole app; `nil` follows the Mac.
    open var appearance: NSAppearance?
    private var policy = ActivationPolicy.regular

    @discardableResult
    open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool {
        policy = activationPolicy
        return true
    }

    open func activationPolicy() -> ActivationPolicy { policy }
    open func activate() { isActive = true }
    open func hide(_ sender: Any?) { isActive = false }

    /// Asks the delegate, and stops there: the test goes on.
    open func terminate(_ sender: Any?) {
        _ = delegate?.applicationShouldTerminate(self)
    }

    /// Kept for a test; the process goes on.
    open func reply(toApplicationShouldTerminate shouldTerminate: Bool) { laterReply = shouldTerminate }
    package var laterReply: Bool?

    open func requestUserAttention(_ requestType: RequestUserAttentionType) -> Int { 0 }

    public enum RequestUserAttentionType: UInt, Sendable {
        case criticalRequest = 0
        case informationalRequest = 10
    }

    public static let didBecomeActiveNotification = NSNotification.Name("NSApplicationDidBecomeActiveNotification")
    public static let didResignActiveNotification = NSNotification.Name("NSApplicationDidResignActiveNotification")
    public static let willFinishLaunchingNotification = NSNotification.Name(
        "NSApplicationWillFinishLaunchingNotification")
    public static let didFinishLaunchingNotification = NSNotification.Name(
        "NSApplicationDidFinishLaunchingNotification")
    public static let willTerminateNotification = NSNotification.Name("NSApplicationWillTerminateNotification")
}

@MainActor
public var NSApp: NSApplication! { NSApplication.shared }

open class NSWorkspace: NSObject, @unchecked Sendable {
    public static let shared = NSWorkspace()

    open class OpenConfiguration: NSObject, @unchecked Sendable {
        open var activates = true
        open var createsNewApplicationInstance = false
        open var arguments: [String] = []
        open var environment: [String: String] = [:]
    }

    /// Nothing is opened.
    @discardableResult
    open func open(_ url: URL) -> Bool { false }

    open func activateFileViewerSelecting(_ fileURLs: [URL]) {}

    open func openApplication(
        at applicationURL: URL, configuration: OpenConfiguration,
        completionHandler: (@Sendable (NSRunningApplication?, (any Error)?) -> Void)? = nil
    ) {
        completionHandler?(nil, CocoaError(.featureUnsupported))
    }

    open var frontmostApplication: NSRunningApplication? { nil }
    open var accessibilityDisplayShouldReduceMotion: Bool { false }
    open var accessibilityDisplayShouldIncreaseContrast: Bool { false }
    open var accessibilityDisplayShouldReduceTransparency: Bool { false }
    open var notificationCenter: NotificationCenter { .default }

    public static let willSleepNotification = NSNotification.Name("NSWorkspaceWillSleepNotification")
    public static let didWakeNotification = NSNotification.Name("NSWorkspaceDidWakeNotification")
}

open class NSRunningApplication: NSObject, @unchecked Sendable {
    open var localizedName: String? { nil }
    open var bundleIdentifier: String? { nil }
    open var bundleURL: URL? { nil }

    @discardableResult
    open func activate() -> Bool { false }
}
