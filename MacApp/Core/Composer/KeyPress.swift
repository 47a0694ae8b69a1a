/// Return or Escape as it was pressed in a text.
public struct KeyPress: Equatable, Sendable {
    public var modifiers: KeyModifiers
    /// An input method is composing: the key belongs to it, whatever it is.
    public var hasMarkedText: Bool

    public init(_ modifiers: KeyModifiers = [], hasMarkedText: Bool = false) {
        self.modifiers = modifiers
        self.hasMarkedText = hasMarkedText
    }

    /// Whether Return sends. With other modifiers it breaks the line.
    public func sends(_ key: Settings.SendKey) -> Bool {
        guard !hasMarkedText else { return false }
        return switch key {
        case .return: modifiers.isEmpty || modifiers == .command
        case .commandReturn: modifiers == .command
        }
    }

    public var sends: Bool { sends(.return) }
}
