import Foundation

/// What a main window is made from, and what macOS gives back after a restart.
struct WindowSeed: Codable, Hashable, Sendable {
    var id = UUID()
    /// The chat it shows; `nil` for a new one. A private chat leaves no trace here either.
    var chat: Int64?
    /// `nil` where nothing is known: the sidebar is shown, and statistics as in the settings.
    var showsSidebar: Bool?
    var showsStatistics: Bool?
}
