import Foundation

extension ModelRow.Action {
    public var title: String {
        switch self {
        case .use: String(localized: "Use for New Chats")
        case .download: String(localized: "Download")
        case .verify: String(localized: "Check the Files")
        case .pair: String(localized: "Companion")
        case .unpair: String(localized: "Use No Paired Companion")
        case .showInFinder: String(localized: "Show in Finder")
        case .delete: String(localized: "Delete…")
        case .remove: String(localized: "Take off the List…")
        }
    }
}

extension ModelRow.Status {
    /// What it is, for who does not see the picture.
    public var title: String {
        switch self {
        case .builtIn: String(localized: "Built in")
        case .ready: String(localized: "Ready")
        case .inMemory: String(localized: "In memory")
        case .incomplete: String(localized: "Incomplete")
        case .unavailable: String(localized: "Not connected")
        case .unsupported: String(localized: "Cannot be run")
        case .companion: String(localized: "Companion")
        }
    }

    /// The name of its picture among the symbols of macOS.
    public var symbol: String {
        switch self {
        case .builtIn, .ready: "shippingbox"
        case .inMemory: "memorychip"
        case .incomplete: "exclamationmark.triangle"
        case .unavailable: "externaldrive.badge.xmark"
        case .unsupported: "nosign"
        case .companion: "hare"
        }
    }
}
