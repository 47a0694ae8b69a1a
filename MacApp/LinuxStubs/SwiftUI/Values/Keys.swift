public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character

    public init(_ character: Character) {
        self.character = character
    }

    public init(extendedGraphemeClusterLiteral character: Character) {
        self.character = character
    }

    // The characters that AppKit gives to these keys.
    public static let upArrow = KeyEquivalent("\u{F700}")
    public static let downArrow = KeyEquivalent("\u{F701}")
    public static let leftArrow = KeyEquivalent("\u{F702}")
    public static let rightArrow = KeyEquivalent("\u{F703}")
    public static let escape = KeyEquivalent("\u{1B}")
    public static let delete = KeyEquivalent("\u{08}")
    public static let deleteForward = KeyEquivalent("\u{F728}")
    public static let home = KeyEquivalent("\u{F729}")
    public static let end = KeyEquivalent("\u{F72B}")
    public static let pageUp = KeyEquivalent("\u{F72C}")
    public static let pageDown = KeyEquivalent("\u{F72D}")
    public static let clear = KeyEquivalent("\u{F739}")
    public static let tab = KeyEquivalent("\u{09}")
    public static let space = KeyEquivalent(" ")
    public static let `return` = KeyEquivalent("\u{0D}")
}

public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let capsLock = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    public static let option = EventModifiers(rawValue: 8)
    public static let command = EventModifiers(rawValue: 16)
    public static let numericPad = EventModifiers(rawValue: 32)
    public static let all: EventModifiers = [.capsLock, .shift, .control, .option, .command, .numericPad]
}

public struct KeyboardShortcut: Hashable, Sendable {
    public struct Localization: Sendable {
        public static let automatic = Localization()
        public static let withoutMirroring = Localization()
        public static let custom = Localization()
    }

    public var key: KeyEquivalent
    public var modifiers: EventModifiers

    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }

    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: Localization) {
        self.init(key, modifiers: modifiers)
    }

    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

public struct KeyPress: Sendable {
    public enum Result: Sendable { case handled, ignored }

    public struct Phases: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let down = Phases(rawValue: 1)
        public static let `repeat` = Phases(rawValue: 2)
        public static let up = Phases(rawValue: 4)
        public static let all: Phases = [.down, .repeat, .up]
    }

    public let phase: Phases
    public let key: KeyEquivalent
    public let characters: String
    public let modifiers: EventModifiers

    package init(_ key: KeyEquivalent, _ modifiers: EventModifiers) {
        phase = .down
        self.key = key
        characters = modifiers.contains(.shift) ? String(key.character).uppercased() : String(key.character)
        self.modifiers = modifiers
    }
}

extension KeyEquivalent {
    /// A letter is the same key in either case.
    package func isSameKey(as other: KeyEquivalent) -> Bool {
        character.lowercased() == other.character.lowercased()
    }

    package var symbol: String {
        let symbols: [KeyEquivalent: String] = [
            .return: "↩", .escape: "⎋", .delete: "⌫", .deleteForward: "⌦", .tab: "⇥", .space: "Space", .upArrow: "↑",
            .downArrow: "↓", .leftArrow: "←", .rightArrow: "→", .home: "↖", .end: "↘", .pageUp: "⇞", .pageDown: "⇟",
        ]
        return symbols[self] ?? character.uppercased()
    }
}

extension EventModifiers {
    package var symbols: String {
        (contains(.control) ? "⌃" : "") + (contains(.option) ? "⌥" : "") + (contains(.shift) ? "⇧" : "")
            + (contains(.command) ? "⌘" : "")
    }
}

public enum MoveCommandDirection: Hashable, Sendable { case up, down, left, right }

extension View {
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        altered { $0.shortcut = KeyboardShortcut(key, modifiers: modifiers) }
    }

    public func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: KeyboardShortcut.Localization
    ) -> some View {
        altered { $0.shortcut = KeyboardShortcut(key, modifiers: modifiers) }
    }

    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        altered { $0.shortcut = shortcut }
    }

    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        altered { $0.shortcut = shortcut }
    }

    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
        handlesKeys({ $0.key == key }) { _ in action() }
    }

    public func onKeyPress(
        _ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        handlesKeys({ $0.key == key && phases.contains($0.phase) }, action)
    }

    public func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        handlesKeys({ keys.contains($0.key) && phases.contains($0.phase) }, action)
    }

    public func onKeyPress(
        characters: CharacterSet, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        handlesKeys(
            { press in
                phases.contains(press.phase) && press.characters.unicodeScalars.allSatisfy(characters.contains)
            }, action)
    }

    public func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        handlesKeys({ phases.contains($0.phase) }, action)
    }

    public func onDeleteCommand(perform action: (() -> Void)?) -> some View {
        handlesCommand(.delete, action)
    }

    public func onExitCommand(perform action: (() -> Void)?) -> some View {
        handlesCommand(.exit, action)
    }

    public func onMoveCommand(perform action: ((MoveCommandDirection) -> Void)?) -> some View {
        altered { node in
            guard let action else { return }
            for direction in [MoveCommandDirection.up, .down, .left, .right] {
                node.commands.append((.move(direction), { action(direction) }))
            }
        }
    }

    private func handlesKeys(
        _ accepts: @escaping (KeyPress) -> Bool, _ handle: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        altered { $0.keyHandlers.append(KeyHandler(accepts: accepts, handle: handle)) }
    }

    private func handlesCommand(_ name: CommandName, _ action: (() -> Void)?) -> some View {
        altered { node in
            if let action { node.commands.append((name, action)) }
        }
    }
}
