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
    public static let usual: [SystemShortcut] = [
        Self(.place(49), .command, "Spotlight"),
        Self(.place(49), [.option, .command], "searching in the Finder"),
        Self(.place(49), .control, "the next input source"),
        Self(.place(49), [.control, .option], "the previous input source"),
        Self(.place(20), [.shift, .command], "pictures of the screen"),
        Self(.place(21), [.shift, .command], "pictures of the screen"),
        Self(.place(23), [.shift, .command], "pictures of the screen"),
        Self(.place(126), .control, "Mission Control"),
        Self(.place(125), .control, "the windows of a program"),
        Self(.place(123), .control, "the space to the left"),
        Self(.place(124), .control, "the space to the right"),
        Self(.place(103), [], "showing the desktop"),
        Self(.place(96), .command, "VoiceOver"),
        Self(.place(50), .command, "the next window"),
        Self(.character("d"), [.option, .command], "hiding the Dock"),
    ]

    /// What is the same in every program; a global hot key would take it from all of them.
    static let everywhere: [SystemShortcut] =
        [
            Self(.place(48), .command, "changing programs"),
            Self(.place(48), [.shift, .command], "changing programs"),
            Self(.place(53), [.option, .command], "forcing programs to quit"),
            Self(.place(49), [.control, .command], "emoji and symbols"),
            Self(.character("q"), [.control, .command], "locking the screen"),
            Self(.character("q"), [.shift, .command], "logging out"),
            Self(.character("z"), [.shift, .command], "redoing"),
            Self(.character("h"), [.option, .command], "hiding other programs"),
        ]
        + [
            ("c", "copying"), ("v", "pasting"), ("x", "cutting"), ("a", "selecting all"), ("z", "undoing"),
            ("s", "saving"), ("o", "opening"), ("p", "printing"), ("n", "a new document"), ("w", "closing a window"),
            ("q", "quitting"), ("h", "hiding a program"), ("m", "minimizing a window"), ("f", "finding"),
            ("t", "a new tab"), (",", "a program’s settings"),
        ].map { Self(.character($0.0), .command, $0.1) }
}

enum KeyWords {
    static let needsModifier = "A hot key works in every program, so it needs ⌃, ⌥ or ⌘."
    static let onlyModifiers = "A hot key needs a key besides the modifiers."
    static let optionSpace =
        "⌥Space is what several other assistants and launchers use; if one of them runs, it may win."
    static let failed = "macOS did not give Tandem this hot key; another program may have it. Choose another one."

    static func taken(_ keys: String, by what: String) -> String {
        "\(keys) is for \(what) on a Mac. Choose another one."
    }
    static func own(_ keys: String, item: String) -> String {
        "\(keys) is “\(item)” in Tandem’s own menu. Choose another one."
    }
    static func functionKey(_ keys: String) -> String {
        "\(keys) alone works only if the keyboard is set to use F1, F2 and so on as standard function keys."
    }
    static func typesSomething(_ keys: String) -> String {
        "\(keys) types a character on many keyboards, which would then no longer work."
    }
}
