import EngineKit

/// Lines put before the rest of a text, so that it is read as if all that came before stood there: they open the same
/// quotes and items, and the same paragraph, code or table if the text is cut inside of one.
///
/// They are made of the very marks that opened them, so that columns are the same. A heading fills each item: unlike a
/// paragraph it ends with its line.
struct Opening: Equatable {
    /// What goes on after a cut.
    enum Leaf: Equatable {
        case none
        /// After a letter that stands for what came before.
        case paragraph
        case table
        /// After the fence.
        case code
        /// After a line or the beginning of one that stands for what came before.
        case codeAfterLine, codeInLine
    }

    /// More than that is not worth reading again and again: the text goes on outside of everything.
    static let longest = 1024

    static let start = Opening(bytes: [], leaf: .none, numbering: [])

    let bytes: [UInt8]
    let leaf: Leaf
    /// For each container, what to add to the numbers of a list that goes on: its first mark tells where that began, not
    /// how far it has come.
    let numbering: [Int]

    private init(bytes: [UInt8], leaf: Leaf, numbering: [Int]) {
        self.bytes = bytes
        self.leaf = leaf
        self.numbering = numbering
    }

    /// For what comes after `block`, or, with a leaf, for the rest of it. `numbers` are those of the items around it;
    /// `cut` is where the text is cut.
    init(after block: MarkupBlock, of source: SourceText, leaf: Leaf, numbers: [Int?], cut: Int) {
        var lines: [(start: Int, end: Int, body: [UInt8])] = []
        func add(_ end: Int, from place: Int, _ body: [UInt8]) {
            let start = source.lineStart(place)
            if lines.last?.start == start { lines.removeLast() }
            lines.append((start, end, body))
        }
        for container in block.containers {
            let mark = container.mark(in: source)
            add(mark.end, from: container.start, Array((mark.padded ? " # x\n" : "# x\n").utf8))
        }
        let begin = block.range.lowerBound
        switch leaf {
        case .none:
            // An item without anything in it ends at an empty line.
            if block.content == .paragraph([]), !lines.isEmpty {
                lines[lines.count - 1].body = Array((block.isTask ? " [ ] \n" : "\n").utf8)
            }
        case .paragraph: add(begin, from: begin, [.letter])
        case .codeInLine where !block.isFenced: add(begin, from: begin, [.letter])
        case .codeAfterLine: add(begin, from: begin, [.letter, .lineFeed])
        case .table: add(begin, from: begin, block.tableHead(in: source))
        case .code, .codeInLine:
            let line = source.lineStart(cut)
            let inLine = leaf == .codeInLine ? source.lead(ofLineAt: line).prefix(cut - line) + [.letter] : []
            add(begin, from: begin, block.fence(in: source) + inLine)
        }
        let bytes = lines.flatMap { source.bytes[$0.start..<$0.end] + $0.body }
        guard bytes.count <= Self.longest else {
            self.init(bytes: leaf == .none ? [] : [.letter], leaf: leaf == .none ? .none : .paragraph, numbering: [])
            return
        }
        let numbering = zip(block.containers, numbers).map { container, number in
            (number ?? 0) - (container.literalNumber(in: source) ?? number ?? 0)
        }
        self.init(bytes: bytes, leaf: leaf, numbering: numbering)
    }
}

extension UInt8 {
    /// Stands for text that came before.
    fileprivate static let letter = UInt8(ascii: "x")
}

extension MarkupBlock {
    var isFenced: Bool {
        if case .code(_, _, true, _) = content { true } else { false }
    }

    fileprivate var isTask: Bool {
        if case .item(_, _, _, .some, _) = containers.last { true } else { false }
    }

    /// The line of its fence, without what stands behind the language.
    fileprivate func fence(in source: SourceText) -> [UInt8] {
        let marks = source.bytes[range].drop { $0 == .space }
        guard case .code(let language, _, _, _) = content, let mark = marks.first else { return [] }
        let length = marks.prefix { $0 == mark }.count
        return [UInt8](repeating: mark, count: length) + Array(language.utf8) + [.lineFeed]
    }

    /// A header of letters, and the line that tells the columns.
    fileprivate func tableHead(in source: SourceText) -> [UInt8] {
        guard case .table(let alignments, _) = content else { return [] }
        let columns = alignments.map { alignment in
            switch alignment {
            case .natural: "---"
            case .left: ":--"
            case .center: ":-:"
            case .right: "--:"
            }
        }
        let lead = source.lead(ofLineAt: source.nextLine(range.lowerBound))
        let header = String(repeating: "|x", count: columns.count) + "|\n"
        let delimiters = "|" + columns.joined(separator: "|") + "|\n"
        return Array(header.utf8) + Array(lead) + Array(delimiters.utf8)
    }
}

extension MarkupBlock.Container {
    /// Where its mark begins.
    var start: Int {
        switch self {
        case .quote(let start), .item(let start, _, _, _, _): start
        }
    }

    /// Where its mark ends, with the space that belongs to it; `padded` if that is missing there.
    fileprivate func mark(in source: SourceText) -> (end: Int, padded: Bool) {
        let bytes = source.bytes
        var end = start
        if case .quote = self {
            end = min(start + 1, bytes.count)
            return (end + (bytes[end...].first == .space ? 1 : 0), false)
        }
        end = bytes[start...].firstIndex { !$0.isDigit } ?? start
        end = min(end + 1, bytes.count)
        let space = bytes[end...].prefix { $0 == .space || $0 == .tab }
        let textFollows = bytes[space.endIndex...].first.map { $0 != .lineFeed } ?? false
        // More than four columns belong to indented code, all but the first.
        let columns = source.column(space.endIndex) - source.column(end)
        return textFollows && 1...4 ~= columns ? (space.endIndex, false) : (end, true)
    }

    /// The number that stands in the text.
    fileprivate func literalNumber(in source: SourceText) -> Int? {
        guard case .item = self else { return nil }
        return Int(String(decoding: source.bytes[start...].prefix(while: \.isDigit), as: UTF8.self))
    }
}
