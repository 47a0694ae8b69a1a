// A whole answer as text: to be pasted elsewhere, and to be read aloud.

extension RandomAccessCollection<TranscriptBlock> {
    /// Without marks of Markdown, as one would type it: items with their signs, paragraphs apart.
    public var plainText: String {
        var text = ""
        var before: TranscriptBlock?
        for block in wholes {
            if let before { text += before.isItem && block.isItem ? "\n" : "\n\n" }
            text += block.typed
            before = block
        }
        return text
    }

    /// To be heard: code is only mentioned, since nobody wants it spelled.
    public var speech: String {
        wholes.compactMap(\.spoken).joined(separator: "\n")
    }
}

extension TranscriptBlock {
    fileprivate var typed: String {
        let depth = containers.count { if case .item = $0 { true } else { false } }
        guard depth > 0 else { return String(plainText.trimmingLineEnd) }
        let sign: String? = if case .item(let marker?) = containers.last { marker.sign } else { nil }
        let indent = String(repeating: "  ", count: depth - 1)
        let inside = indent + String(repeating: " ", count: sign.map { $0.count + 1 } ?? 2)
        let lines = plainText.trimmingLineEnd.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            (index == 0 ? sign.map { indent + $0 + " " } ?? inside : inside) + line
        }.joined(separator: "\n")
    }

    fileprivate var spoken: String? {
        switch content {
        case .rule: return nil
        case .code: return String(localized: "Here is a piece of code.")
        case .table(_, let header, let rows):
            return ((header.map { [$0] } ?? []) + rows)
                .map { $0.map(\.plainText).joined(separator: ", ") + "." }.joined(separator: "\n")
        case .paragraph, .heading:
            let text = plainText
            guard text.contains(where: { !$0.isWhitespace }) else { return nil }
            guard case .item(let marker?) = containers.last, let number = marker.number else { return text }
            return "\(number). \(text)"
        }
    }
}

extension TranscriptBlock.Marker {
    /// What stands before the item.
    public var sign: String {
        if let task { return task ? "☑" : "☐" }
        return number.map { "\($0)." } ?? "•"
    }
}

extension String {
    fileprivate var trimmingLineEnd: Substring {
        var rest = self[...]
        while rest.last?.isNewline == true { rest.removeLast() }
        return rest
    }
}
