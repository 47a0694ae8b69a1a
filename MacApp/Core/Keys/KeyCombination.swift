import Foundation

/// A key by its place on the keyboard, whatever the layout, with modifiers: what a global hot key is registered as.
public struct KeyCombination: Hashable, Codable, Sendable {
    /// macOS's virtual key code.
    public var keyCode: UInt16
    public var modifiers: KeyModifiers

    public init(keyCode: UInt16, modifiers: KeyModifiers) {
        self.keyCode = keyCode
        self.modifiers = modifiers
    }

    /// The Escape key by itself.
    public var isEscape: Bool { keyCode == KeyCodes.escape && modifiers.isEmpty }

    /// As menus write it: "⌃⌥Space". `layout` tells what a key types on the user's keyboard; without it, what stands on
    /// an American one.
    public func text(layout: KeyLayout = .american) -> String {
        modifiers.glyphs + layout.name(of: keyCode)
    }
}

/// What keys are called on a keyboard.
public struct KeyLayout: Sendable {
    private let typed: @Sendable (UInt16) -> String?

    /// `typed` tells what a key types without modifiers, or `nil` if the layout does not say.
    public init(typed: @escaping @Sendable (UInt16) -> String?) {
        self.typed = typed
    }

    public static let american = KeyLayout { _ in nil }

    public func name(of keyCode: UInt16) -> String {
        if let special = KeyCodes.special(keyCode) { return special }
        if let typed = character(of: keyCode) { return typed.uppercased() }
        return String(localized: "Key \(Int(keyCode))")
    }

    /// What a key that types something types, in lower case.
    public func character(of keyCode: UInt16) -> String? {
        guard KeyCodes.special(keyCode) == nil else { return nil }
        if let typed = typed(keyCode)?.lowercased(), !typed.isEmpty, typed.isPlainText,
            typed.contains(where: { !$0.isWhitespace })
        {
            return typed
        }
        return KeyCodes.american[keyCode]
    }
}

/// Virtual key codes (Carbon's `Events.h`).
enum KeyCodes {
    static let space: UInt16 = 49
    static let escape: UInt16 = 53

    /// What a key is called whose name no layout changes.
    static func special(_ code: UInt16) -> String? {
        switch code {
        case space: spaceBar
        case 114: String(localized: "Help")
        default: glyphs[code]
        }
    }

    static var spaceBar: String { String(localized: "Space", comment: "The key") }

    private static let glyphs: [UInt16: String] = {
        var names: [UInt16: String] = [
            36: "↩", 48: "⇥", 51: "⌫", 53: "⎋", 71: "⌧", 76: "⌤", 115: "↖", 116: "⇞",
            117: "⌦", 119: "↘", 121: "⇟", 123: "←", 124: "→", 125: "↓", 126: "↑",
        ]
        for (number, code) in functionKeys.enumerated() { names[code] = "F\(number + 1)" }
        return names
    }()

    /// F1 to F20.
    static let functionKeys: [UInt16] = [
        122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111, 105, 107, 113, 106, 64, 79, 80, 90,
    ]

    /// Keys that only change others.
    static let modifierKeys: ClosedRange<UInt16> = 54...63

    static let last: UInt16 = 127

    static let american: [UInt16: String] = {
        var keys: [UInt16: String] = [:]
        for (code, key) in "asdfhgzxcv§bqweryt123465=97-80]ou[ip".enumerated() { keys[UInt16(code)] = String(key) }
        for (code, key) in "lj'k;\\,/nm.".enumerated() { keys[UInt16(code + 37)] = String(key) }
        keys[50] = "`"
        for (code, key) in [(65, "."), (67, "*"), (69, "+"), (75, "/"), (78, "-"), (81, "="), (91, "8"), (92, "9")] {
            keys[UInt16(code)] = key
        }
        for digit in 0...7 { keys[UInt16(82 + digit)] = String(digit) }
        return keys
    }()
}
