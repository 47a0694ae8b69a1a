import EngineKit

/// A block as it was read from the rest of an answer, and what it is in the answer.
struct BlockReading: Sendable {
    /// As it was read, with the text put before the rest.
    let markup: MarkupBlock
    /// `nil` if nothing more of it came after the cut.
    let content: TranscriptBlock.Content?
    let containers: [TranscriptBlock.Container]
    /// The numbers of the items around it.
    let numbers: [Int?]
    /// It began before the cut.
    let goesOn: Bool
    private let source: SourceText
    private let opened: Int

    init(_ block: MarkupBlock, in source: SourceText, after opening: Opening) {
        let length = opening.bytes.count
        let goesOn = block.range.lowerBound < length
        let numbers = block.containers.enumerated().map { level, container -> Int? in
            guard case .item(_, let list, let number?, _, _) = container else { return nil }
            let begun = list < length && opening.numbering.indices.contains(level)
            return begun ? number + opening.numbering[level] : number
        }
        containers = zip(block.containers, numbers).map { container, number in
            switch container {
            case .quote: .quote
            case .item(_, _, _, let task, let first):
                .item(first && !goesOn ? TranscriptBlock.Marker(number: number, task: task) : nil)
            }
        }
        content = goesOn ? block.content.rest(after: opening.leaf) : TranscriptBlock.Content(block.content)
        markup = block
        self.numbers = numbers
        self.goesOn = goesOn
        self.source = source
        opened = length
    }

    /// Where its text stands in what was read, counted from the cut.
    fileprivate var map: SourceMap {
        content.map { SourceMap(of: $0, read: markup, goesOn: goesOn, in: source, after: opened) } ?? SourceMap()
    }

    /// What is in `source`, which begins with the opening.
    static func all(in source: SourceText, after opening: Opening, by markup: any MarkupProtocol) -> [BlockReading] {
        let blocks = markup.blocks(of: source.string)
        let length = opening.bytes.count
        let first = blocks.firstIndex { $0.range.lowerBound >= length } ?? blocks.endIndex
        // Of the opening's own blocks the last is the one that goes on, if one does.
        let begun = opening.leaf == .none ? first : max(first - 1, 0)
        return blocks[begun...].map { BlockReading($0, in: source, after: opening) }
    }

    /// Whether a block is the continuation of another, told by what they are.
    static func joins(_ before: TranscriptBlock.Content?, _ content: TranscriptBlock.Content) -> Bool {
        switch (before, content) {
        case (.paragraph, .paragraph), (.heading, .paragraph), (.code, .code), (.table, .table(_, nil, _)): true
        default: false
        }
    }
}

/// A ``SourceMap`` that is only worked out where it is needed.
struct UnreadSourceMap: Equatable, Sendable {
    let reading: BlockReading
    /// Bytes of the answer before what was read.
    let offset: Int

    var map: SourceMap { reading.map.moved(by: offset) }

    static func == (one: Self, other: Self) -> Bool {
        one.offset == other.offset && one.reading.markup == other.reading.markup
    }
}

extension TranscriptBlock.Content {
    init(_ content: MarkupBlock.Content) {
        switch content {
        case .paragraph(let spans): self = .paragraph(spans.map(TranscriptSpan.init))
        case .heading(let level, let spans): self = .heading(level: level, spans.map(TranscriptSpan.init))
        case .code(let language, let text, _, _): self = .code(language: language, text: text)
        case .table(let alignments, let rows):
            let rows = rows.map { $0.map { $0.map(TranscriptSpan.init) } }
            self = .table(alignments, header: rows.first ?? [], rows: Array(rows.dropFirst()))
        case .rule: self = .rule
        }
    }
}

extension MarkupBlock.Content {
    /// Without what the opening put there; `nil` if nothing is left.
    fileprivate func rest(after leaf: Opening.Leaf) -> TranscriptBlock.Content? {
        switch (leaf, TranscriptBlock.Content(self)) {
        case (.paragraph, .paragraph(let spans)), (.paragraph, .heading(_, let spans)):
            let rest = spans.withoutLetter
            return rest.isEmpty ? nil : .paragraph(rest)
        case (.paragraph, .table(let alignments, let header?, let rows)):
            let first = header.first.map { [$0.withoutLetter] } ?? []
            return .table(alignments, header: first + header.dropFirst(), rows: rows)
        case (.table, .table(let alignments, _, let rows)):
            return rows.isEmpty ? nil : .table(alignments, header: nil, rows: rows)
        case (.codeInLine, .code(let language, let text)), (.codeAfterLine, .code(let language, let text)):
            var rest = text.drop { $0 != "x" }.dropFirst()
            if leaf == .codeAfterLine, rest.first == "\n" { rest.removeFirst() }
            return rest.isEmpty ? nil : .code(language: language, text: String(rest))
        case (_, .code(_, "")): return nil
        case (_, let content): return content
        }
    }
}

extension [TranscriptSpan] {
    /// Without the letter that stands for the text before; it is never part of a link or of other looks.
    fileprivate var withoutLetter: Self {
        guard var first, first.text.unicodeScalars.first == "x" else { return self }
        first.text.unicodeScalars.removeFirst()
        return (first.text.isEmpty ? [] : [first]) + dropFirst()
    }
}
