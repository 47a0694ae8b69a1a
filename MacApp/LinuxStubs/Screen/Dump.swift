import SwiftUI

extension Node {
    /// The tree as indented lines: kind, words, value, what is said of it.
    func dump(indent: Int = 0) -> String {
        guard !isHidden else { return "" }
        let inside = (label + children + attached).map { $0.dump(indent: indent + 1) }.joined()
        // An arrangement of one thing says nothing.
        if kind == .stack, children.count < 2, accessibility.label == nil {
            return (label + children).map { $0.dump(indent: indent) }.joined()
        }
        return String(repeating: "  ", count: indent) + line + "\n" + inside
    }

    private var line: String {
        var parts = [kind.rawValue]
        if let text { parts.append("“\(text)”") }
        if let spoken = accessibility.label { parts.append("label “\(spoken)”") }
        if let edit {
            parts.append(
                "contains “\(kind == .secureField ? String(repeating: "•", count: edit.get().count) : edit.get())”")
        }
        if let value = accessibility.value { parts.append("value “\(value)”") }
        if let identifier = accessibility.identifier { parts.append("identifier \(identifier)") }
        if let image = looks.first(where: { $0.name == "image" }) { parts.append(image.value) }
        if let title = looks.first(where: { $0.name == "title" }) { parts.append("title “\(title.value)”") }
        if let shortcut { parts.append(shortcut.modifiers.symbols + shortcut.key.symbol) }
        if accessibility.traits.contains(.isSelected) { parts.append("selected") }
        if !isEnabled { parts.append("disabled") }
        return parts.joined(separator: " ")
    }
}
