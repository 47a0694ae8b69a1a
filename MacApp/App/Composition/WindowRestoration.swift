import Foundation

/// Windows come back as they were, also after Quit. Without a choice of the user's, macOS closes them then; what is
/// chosen in System Settings ("Close windows when quitting an application") is stored, and so comes before what is
/// registered here.
enum WindowRestoration {
    /// AppKit's own name for that choice.
    static let key = "NSQuitAlwaysKeepsWindows"

    /// Before AppKit reads it: ahead of the app itself.
    static func register(in defaults: UserDefaults = .standard) { defaults.register(defaults: [key: true]) }
}
