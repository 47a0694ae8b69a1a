import Foundation

/// What stands in the title bar of a main window.
public enum WindowTitle {
    /// Of a chat that has not begun.
    public static func new(isPrivate: Bool) -> String {
        isPrivate ? String(localized: "Private Chat") : String(localized: "New Chat")
    }

    /// Under the title: the model, and whether the chat is private.
    public static func subtitle(model: String, isPrivate: Bool) -> String {
        let name = ModelNames.shown(model)
        return isPrivate ? String(localized: "Private, \(name)", comment: "A model's name follows.") : name
    }
}
