import Foundation

/// How numbers and dates are written.
public enum Region {
    /// The user's, unless a test says otherwise.
    @TaskLocal public static var locale = Locale.autoupdatingCurrent
}
