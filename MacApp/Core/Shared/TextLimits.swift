/// Cutting text that came from somewhere else.
extension String {
    /// At most so many characters, cut at the end of a word where there is one near; and whether something was cut.
    public func cut(to limit: Int) -> (text: String, wasCut: Bool) {
        guard let end = index(startIndex, offsetBy: max(0, limit), limitedBy: endIndex), end < endIndex else {
            return (self, false)
        }
        let head = self[..<end]
        // A word longer than this is cut in the middle.
        let near = head.suffix(40)
        guard !self[end].isWhitespace, let space = near.lastIndex(where: \.isWhitespace) else {
            return (String(head), true)
        }
        return (String(head[..<space]), true)
    }

    /// One line for a list: the first words, without line breaks.
    public func line(_ limit: Int) -> String {
        // Only the beginning is looked at: the text may be megabytes long.
        let words = prefix(limit * 4).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let (text, wasCut) = words.cut(to: limit)
        return wasCut || utf8.count > prefix(limit * 4).utf8.count ? text + "…" : text
    }

    /// Whether it has no control characters but line breaks and tabs, and none that hide or turn text round.
    public var isPlainText: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: true
            case 0..<0x20, 0x7F..<0xA0: false
            // Marks that turn the direction of text, and tags that are never drawn.
            case 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: false
            default: true
            }
        }
    }
}
