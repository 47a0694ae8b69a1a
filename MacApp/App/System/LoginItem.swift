import Foundation
import ServiceManagement

/// Whether macOS opens Tandem at login.
@MainActor
protocol LoginItem {
    /// Only an installed app can be opened at login.
    var isAvailable: Bool { get }
    var isOn: Bool { get }
    /// `false` if macOS did not do it.
    func set(_ isOn: Bool) -> Bool
    /// Where the user can allow it.
    func openSystemSettings()
}

struct LiveLoginItem: LoginItem {
    var isAvailable = Bundle.main.bundleIdentifier != nil
    var service = SMAppService.mainApp

    var isOn: Bool { isAvailable && service.status == .enabled }

    func set(_ isOn: Bool) -> Bool {
        guard isAvailable else { return false }
        do {
            if isOn { try service.register() } else if service.status != .notRegistered { try service.unregister() }
        } catch {
            return false
        }
        return !isOn || service.status == .enabled
    }

    func openSystemSettings() { SMAppService.openSystemSettingsLoginItems() }
}
