open class NSEvent: NSObject, @unchecked Sendable {
    public struct ModifierFlags: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let capsLock = ModifierFlags(rawValue: 1 << 16)
        public static let shift = ModifierFlags(rawValue: 1 << 17)
        public static let control = ModifierFlags(rawValue: 1 << 18)
        public static let option = ModifierFlags(rawValue: 1 << 19)
        public static let command = ModifierFlags(rawValue: 1 << 20)
        public static let function = ModifierFlags(rawValue: 1 << 23)
        public static let deviceIndependentFlagsMask = ModifierFlags(rawValue: 0xFFFF_0000)
    }

    public struct EventTypeMask: OptionSet, Sendable {
        public let rawValue: UInt64

        public init(rawValue: UInt64) {
            self.rawValue = rawValue
        }

        public static let leftMouseDown = EventTypeMask(rawValue: 1 << 1)
        public static let keyDown = EventTypeMask(rawValue: 1 << 10)
        public static let flagsChanged = EventTypeMask(rawValue: 1 << 12)
        public static let scrollWheel = EventTypeMask(rawValue: 1 << 22)
    }

    private let keys: String?
    private let code: UInt16
    private let flags: ModifierFlags
    /// Nobody took it.
    package var isIgnored = false

    public override init() {
        (keys, code, flags) = (nil, 0, [])
    }

    package init(key: String, code: UInt16, flags: ModifierFlags) {
        (keys, self.code, self.flags) = (key, code, flags)
    }

    open var modifierFlags: ModifierFlags { flags }
    open var keyCode: UInt16 { code }
    open var characters: String? { keys }
    open var charactersIgnoringModifiers: String? { keys }
    open var isARepeat: Bool { false }

    open func characters(byApplyingModifiers modifiers: NSEvent.ModifierFlags) -> String? { nil }

    open class var modifierFlags: ModifierFlags { [] }

    /// No event ever comes.
    open class func addLocalMonitorForEvents(
        matching mask: EventTypeMask, handler block: @escaping (NSEvent) -> NSEvent?
    ) -> Any? { NSObject() }

    open class func addGlobalMonitorForEvents(
        matching mask: EventTypeMask, handler block: @escaping (NSEvent) -> Void
    ) -> Any? { NSObject() }

    open class func removeMonitor(_ eventMonitor: Any) {}
}
