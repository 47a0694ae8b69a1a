import AppKit
import Core

/// What a menu asks of the text that has the keyboard.
@MainActor
protocol TextActions {
    func perform(_ item: SystemItem)
}

struct LiveTextActions: TextActions {
    func perform(_ item: SystemItem) {
        guard let action = item.textAction else { return }
        let sender = NSMenuItem()
        // `NSFindPanelAction.setFindString`: which of its commands is meant, the sender tells.
        if item == .useSelectionForFind { sender.tag = 7 }
        NSApp.sendAction(Selector((action)), to: nil, from: sender)
    }
}

extension SystemItem {
    /// What AppKit calls it, for the items that SwiftUI does not bring along; `nil` for the others.
    var textAction: String? {
        switch self {
        case .useSelectionForFind: "performFindPanelAction:"
        case .showSpelling: "showGuessPanel:"
        case .checkSpelling: "checkSpelling:"
        case .spellWhileTyping: "toggleContinuousSpellChecking:"
        case .startSpeaking: "startSpeaking:"
        case .stopSpeaking: "stopSpeaking:"
        default: nil
        }
    }
}
