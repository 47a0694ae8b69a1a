import Foundation

/// A menu item's shortcut: a character, as menus go by what a key types and not by where it is.
public struct MenuShortcut: Hashable, Sendable {
    public enum Key: Hashable, Sendable {
        case character(Character)
        case `return`, tab, delete, escape, space
    }

    public let key: Key
    public let modifiers: KeyModifiers

    public init(_ key: Key, _ modifiers: KeyModifiers) {
        self.key = key
        self.modifiers = modifiers
    }

    public init(_ character: Character, _ modifiers: KeyModifiers = .command) {
        self.init(.character(character), modifiers)
    }

    public var text: String { modifiers.glyphs + name }

    /// The same shortcut on this keyboard as a combination of keys would press it.
    func isPressed(by combination: KeyCombination, layout: KeyLayout) -> Bool {
        guard combination.modifiers == modifiers else { return false }
        if case .character(let character) = key {
            return layout.character(of: combination.keyCode) == character.lowercased()
        }
        return KeyCodes.special(combination.keyCode) == name
    }

    private var name: String {
        switch key {
        case .character(let character): character.uppercased()
        case .return: "↩"
        case .tab: "⇥"
        case .delete: "⌫"
        case .escape: "⎋"
        case .space: KeyCodes.spaceBar
        }
    }
}
