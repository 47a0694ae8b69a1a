import Foundation

// What the choices of settings are called.

extension Settings.Appearance {
    public var title: String {
        switch self {
        case .system: String(localized: "As the Mac")
        case .light: String(localized: "Light")
        case .dark: String(localized: "Dark")
        }
    }
}

extension Settings.SendKey {
    public var title: String {
        switch self {
        case .return: String(localized: "Return")
        case .commandReturn: String(localized: "⌘Return")
        }
    }
}

extension Settings.LogLevel {
    public var title: String {
        switch self {
        case .error: String(localized: "Errors")
        case .warn: String(localized: "Warnings")
        case .info: String(localized: "What happens")
        case .debug: String(localized: "Everything")
        }
    }
}

extension Settings {
    /// Minutes to choose from, with the one that is set.
    public static func minutes(with current: Int) -> [Int] {
        let usual = [0, 1, 5, 10, 30, 60, 240]
        return usual.contains(current) ? usual : (usual + [current]).sorted()
    }

    /// After how long an unused model is freed.
    public static func idleTitle(_ minutes: Int) -> String {
        minutes == 0 ? String(localized: "Never") : String(localized: "After \(minutes) minutes")
    }

    /// How long an answer of the quick prompt stays.
    public static func keepTitle(_ minutes: Int) -> String {
        minutes == 0 ? String(localized: "Not at all") : String(localized: "\(minutes) minutes")
    }
}
