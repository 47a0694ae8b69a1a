import Foundation
import Synchronization

/// The service of the system that starts an app at login. Here it only remembers what it was asked.
open class SMAppService: NSObject, @unchecked Sendable {
    public enum Status: Int, Sendable {
        case notRegistered, enabled, requiresApproval, notFound
    }

    private static let main = SMAppService()
    private let current = Mutex(Status.notRegistered)

    open class var mainApp: SMAppService { main }

    open var status: Status { current.withLock { $0 } }

    open func register() throws {
        current.withLock { $0 = .enabled }
    }

    open func unregister() throws {
        current.withLock { $0 = .notRegistered }
    }

    open func unregister() async throws {
        current.withLock { $0 = .notRegistered }
    }

    open class func openSystemSettingsLoginItems() {}
}
