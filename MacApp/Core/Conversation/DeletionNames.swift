import EngineKit

extension MessageDeletion {
    /// What stands after Undo in the menu.
    public var undoName: String {
        role == .assistant ? String(localized: "Delete Answer") : String(localized: "Delete Message")
    }
}
