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

    /// Whether it has no control characters but line breaks and tabs, and nothing that hides or turns text round.
    public var isPlainText: Bool {
        var before: Unicode.Scalar?
        var joins = false
        for scalar in unicodeScalars {
            // A joiner that joins nothing is only there to hide something.
            if joins, !scalar.isShownAsEmoji || scalar.isEmojiSelector { return false }
            joins = false
            if scalar.isJoiner {
                guard let before, before.isJoined || before.isShownAsEmoji else { return false }
                joins = !before.isJoined
            } else if scalar.isEmojiSelector {
                guard before?.properties.isEmoji == true else { return false }
            } else if !scalar.isPlain {
                return false
            }
            before = scalar
        }
        return !joins
    }
}

extension Unicode.Scalar {
    /// It is drawn, or it is a space or a line break.
    fileprivate var isPlain: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: return true
        // Marks around notes between the lines, which are never drawn.
        case 0xFFF9...0xFFFB: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        // Marks that turn the direction of text, tags, fillers and the like.
        default: return !properties.isDefaultIgnorableCodePoint
        }
    }

    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether the one before is drawn as text or as a picture.
    fileprivate var isEmojiSelector: Bool { value == 0xFE0E || value == 0xFE0F }

    /// What a joiner of emoji may follow.
    fileprivate var isShownAsEmoji: Bool { isEmojiSelector || value >= 0x80 && properties.isEmoji }

    /// A letter of the scripts, from Arabic to those of India and Southeast Asia, in which a joiner changes its form.
    fileprivate var isJoined: Bool { (0x0600..<0x1100).contains(value) || (0x1780..<0x1B80).contains(value) }
}
