import EngineKit

/// Where a block that is too long is parted, and how it goes on.
struct Parting: Equatable {
    /// In bytes of the text that was read.
    let cut: Int
    let leaf: Opening.Leaf
    /// Bytes of what is seen as one character; the longest families have under 50.
    fileprivate static let longestCharacter = 256

    /// `block` is the last in `source`; at least one byte after the first `length` is taken.
    init(of block: MarkupBlock, in source: SourceText, after length: Int) {
        let all = source.bytes.count
        let inLine = source.bytes.last != .lineFeed
        // What follows may belong to the last of what is seen as one character.
        let end = inLine ? source.lastCharacter : all
        switch block.content {
        case .paragraph(let spans) where !spans.isEmpty:
            cut = Self.place(in: spans, of: source, from: length + (all - length) / 2) ?? end
            leaf = .paragraph
        case .code(_, _, true, false) where source.nextLine(block.range.lowerBound) < all || !inLine:
            cut = end
            leaf = inLine ? .codeInLine : .code
        case .code(_, _, false, _):
            cut = inLine ? end : source.withoutBlankLines(from: length)
            leaf = inLine ? .codeInLine : .codeAfterLine
        case .table where !inLine:
            cut = all
            leaf = .table
        default:
            cut = end
            leaf = inLine ? .paragraph : .none
        }
    }

    fileprivate init(cut: Int, leaf: Opening.Leaf) {
        self.cut = cut
        self.leaf = leaf
    }

    /// Before a space between words that have no looks, and before anything that may begin some; otherwise between two
    /// letters.
    private static func place(in spans: [MarkupSpan], of source: SourceText, from begin: Int) -> Int? {
        let bytes = source.bytes
        let plain = spans.filter(\.isPlain).map(\.range)
        let inside = plain.flatMap { max($0.lowerBound + 1, begin)..<max($0.upperBound, begin, $0.lowerBound + 1) }
        let opener = inside.first { openers.contains(bytes[$0]) } ?? bytes.count
        let spaces = inside.filter { place in
            guard bytes[place].isSpace, !bytes[place - 1].isSpace, bytes[place - 1] != UInt8(ascii: "\\") else {
                return false
            }
            return source.lead(ofLineAt: source.lineStart(place)).endIndex <= place
        }
        if let space = spaces.last(where: { $0 < opener }) ?? spaces.last { return space }
        let characters = source.characters
        return inside.last { bytes[$0].isLetter && bytes[$0 - 1].isLetterEnd && characters.contains($0) }
    }

    private static let openers = Set("`*_~[$<".utf8)
}

extension MarkupSpan {
    fileprivate var isPlain: Bool { kind == .text && !bold && !italic && !strikethrough && link == nil }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == .space || self == .tab || self == .lineFeed }

    /// The first byte of a character other than punctuation, as far as one byte tells.
    fileprivate var isLetter: Bool { isLetterEnd && !isContinuation }
    fileprivate var isLetterEnd: Bool {
        self >= 0x80 || isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension SourceText {
    /// Where a table is parted that has more rows than are read again: after the row that is one too many.
    func parting(ofTable block: MarkupBlock, after length: Int) -> Parting? {
        guard case .table = block.content else { return nil }
        let begin = block.range.lowerBound
        let rows = nextLine(nextLine(begin))
        let cut = nextLine(max(rows, max(begin, length) + BlockSplitter.longestRows))
        return cut < block.range.upperBound ? Parting(cut: cut, leaf: .table) : nil
    }

    /// Where each of what is seen as one character begins, such as a flag or an accented letter.
    fileprivate var characters: Set<Int> {
        var places: Set<Int> = []
        var place = 0
        for character in string {
            places.insert(place)
            place += character.utf8.count
        }
        return places
    }

    /// Where the last of them begins; the end if it is so long that nobody sees it as one.
    fileprivate var lastCharacter: Int {
        let length = string.last?.utf8.count ?? 0
        return length > Parting.longestCharacter ? bytes.count : bytes.count - length
    }

    /// Where the empty lines at the end begin.
    fileprivate func withoutBlankLines(from start: Int) -> Int {
        var end = bytes.count
        while end > start, isBlank(lineStart(end - 1)..<end) { end = lineStart(end - 1) }
        return end > start ? end : bytes.count
    }
}
