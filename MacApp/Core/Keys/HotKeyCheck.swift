import Foundation

/// Whether a combination can be the global hot key.
public enum HotKeyVerdict: Equatable, Sendable {
    case free
    /// It works, and the user should know this.
    case warned(String)
    case refused(String)

    public var isUsable: Bool {
        if case .refused = self { false } else { true }
    }
}

/// What a hot key must not take away.
public struct HotKeyCheck: Sendable {
    /// Shortcuts of Tandem's own menus, with the items' titles.
    public var ownMenus: [MenuShortcut: String]
    /// What the user has switched on in the keyboard settings, where that can be read; otherwise what macOS comes with.
    public var system: [SystemShortcut]
    public var layout: KeyLayout

    public init(
        ownMenus: [MenuShortcut: String], system: [SystemShortcut] = SystemShortcut.usual,
        layout: KeyLayout = .american
    ) {
        self.ownMenus = ownMenus
        self.system = system
        self.layout = layout
    }

    public func verdict(on combination: KeyCombination) -> HotKeyVerdict {
        let code = combination.keyCode
        let name = combination.text(layout: layout)
        guard code <= KeyCodes.last, !KeyCodes.modifierKeys.contains(code) else {
            return .refused(KeyWords.onlyModifiers)
        }
        if let taken = (system + SystemShortcut.everywhere).first(where: {
            $0.isPressed(by: combination, layout: layout)
        }) {
            return .refused(KeyWords.taken(name, by: taken.name))
        }
        if let own = ownMenus.first(where: { $0.key.isPressed(by: combination, layout: layout) }) {
            return .refused(KeyWords.own(name, item: own.value))
        }
        if combination.modifiers.isDisjoint(with: [.control, .option, .command]) {
            guard let place = KeyCodes.functionKeys.firstIndex(of: code) else {
                return .refused(KeyWords.needsModifier)
            }
            // Apple's keyboards have F1 to F12 for brightness, sound and so on.
            return place < 12 ? .warned(KeyWords.functionKey(name)) : .free
        }
        if combination.modifiers.isDisjoint(with: [.control, .command]) {
            if code == KeyCodes.space { return .warned(KeyWords.optionSpace) }
            if layout.character(of: code) != nil { return .warned(KeyWords.typesSomething(name)) }
        }
        return .free
    }
}

/// A shortcut that is not Tandem's.
public struct SystemShortcut: Sendable {
    enum Key: Sendable {
        case place(UInt16)
        case character(String)
    }

    let key: Key
    let modifiers: KeyModifiers
    public let name: String

    /// One that goes by the place of the key, as macOS keeps them.
    public init(_ combination: KeyCombination, name: String) {
        self.init(.place(combination.keyCode), combination.modifiers, name)
    }

    init(_ key: Key, _ modifiers: KeyModifiers, _ name: String) {
        self.key = key
        self.modifiers = modifiers
        self.name = name
    }

    func isPressed(by combination: KeyCombination, layout: KeyLayout) -> Bool {
        guard modifiers == combination.modifiers else { return false }
        return switch key {
        case .place(let code): code == combination.keyCode
        case .character(let character): character == layout.character(of: combination.keyCode)
        }
    }

    /// What macOS comes with and the user can change.
    public static var usual: [SystemShortcut] {
        [
            Self(.place(49), .command, "Spotlight"),
            Self(.place(49), [.option, .command], String(localized: "searching in the Finder")),
            Self(.place(49), .control, String(localized: "the next input source")),
            Self(.place(49), [.control, .option], String(localized: "the previous input source")),
            Self(.place(20), [.shift, .command], String(localized: "pictures of the screen")),
            Self(.place(21), [.shift, .command], String(localized: "pictures of the screen")),
            Self(.place(23), [.shift, .command], String(localized: "pictures of the screen")),
            Self(.place(126), .control, "Mission Control"),
            Self(.place(125), .control, String(localized: "the windows of a program")),
            Self(.place(123), .control, String(localized: "the space to the left")),
            Self(.place(124), .control, String(localized: "the space to the right")),
            Self(.place(103), [], String(localized: "showing the desktop")),
            Self(.place(96), .command, "VoiceOver"),
            Self(.place(50), .command, String(localized: "the next window")),
            Self(.character("d"), [.option, .command], String(localized: "hiding the Dock")),
        ]
    }

    /// What is the same in every program; a global hot key would take it from all of them.
    static var everywhere: [SystemShortcut] {
        [
            Self(.place(48), .command, String(localized: "changing programs")),
            Self(.place(48), [.shift, .command], String(localized: "changing programs")),
            Self(.place(53), [.option, .command], String(localized: "forcing programs to quit")),
            Self(.place(49), [.control, .command], String(localized: "emoji and symbols")),
            Self(.character("q"), [.control, .command], String(localized: "locking the screen")),
            Self(.character("q"), [.shift, .command], String(localized: "logging out")),
            Self(.character("z"), [.shift, .command], String(localized: "redoing")),
            Self(.character("h"), [.option, .command], String(localized: "hiding other programs")),
        ]
            + [
                ("c", String(localized: "copying")), ("v", String(localized: "pasting")),
                ("x", String(localized: "cutting")), ("a", String(localized: "selecting all")),
                ("z", String(localized: "undoing")),
                ("s", String(localized: "saving")), ("o", String(localized: "opening")),
                ("p", String(localized: "printing")), ("n", String(localized: "a new document")),
                ("w", String(localized: "closing a window")),
                ("q", String(localized: "quitting")), ("h", String(localized: "hiding a program")),
                ("m", String(localized: "minimizing a window")), ("f", String(localized: "finding")),
                ("t", String(localized: "a new tab")), (",", String(localized: "a program’s settings")),
            ].map { Self(.character($0.0), .command, $0.1) }
    }
}

enum KeyWords {
    static var needsModifier: String { String(localized: "A hot key works in every program, so it needs ⌃, ⌥ or ⌘.") }
    static var onlyModifiers: String { String(localized: "A hot key needs a key besides the modifiers.") }
    static var optionSpace: String {
        String(localized: "⌥Space is what several other assistants and launchers use; if one of them runs, it may win.")
    }
    static var failed: String {
        String(localized: "macOS did not give Tandem this hot key; another program may have it. Choose another one.")
    }

    static func taken(_ keys: String, by what: String) -> String {
        String(localized: "\(keys) is for \(what) on a Mac. Choose another one.")
    }
    static func own(_ keys: String, item: String) -> String {
        String(localized: "\(keys) is “\(item)” in Tandem’s own menu. Choose another one.")
    }
    static func functionKey(_ keys: String) -> String {
        String(
            localized:
                "\(keys) alone works only if the keyboard is set to use F1, F2 and so on as standard function keys.")
    }
    static func typesSomething(_ keys: String) -> String {
        String(localized: "\(keys) types a character on many keyboards, which would then no longer work.")
    }
}
