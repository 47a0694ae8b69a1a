import Foundation

extension NSApplication {
    /// There are no selectors here, so that nothing is sent: whoever must know has a protocol of its own.
    @discardableResult
    public func sendAction(_ action: Selector, to target: Any?, from sender: Any?) -> Bool { false }
}

@MainActor
open class NSMenuItem: NSObject {
    open var title = ""
    open var tag = 0

    public override init() {}
}
