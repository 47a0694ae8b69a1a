import EngineKit

/// Where the plain text of a block stands in the answer that it was read from. Marks, escapes and the space that opens
/// lines are in the answer alone.
struct SourceMap: Equatable, Sendable {
    /// Bytes of UTF-8 that are in both.
    struct Run: Equatable, Sendable {
        var text: Int
        var source: Int
        var length: Int
    }

    private(set) var runs: [Run] = []

    /// The part of the answer in which all of them are.
    var source: Range<Int>? {
        guard let first = runs.first, let last = runs.last else { return nil }
        return first.source..<last.source + last.length
    }

    /// The parts of `plain`, in UTF-16 units, that stand in `ranges` of the answer; both in order.
    func text(of ranges: [Range<Int>], in plain: String) -> [Range<Int>] {
        var bytes: [Range<Int>] = []
        var first = 0
        for run in runs {
            while first < ranges.count, ranges[first].upperBound <= run.source { first += 1 }
            for range in ranges[first...].prefix(while: { $0.lowerBound < run.source + run.length }) {
                let part = range.clamped(to: run.source..<run.source + run.length)
                let moved = part.lowerBound - run.source + run.text..<part.upperBound - run.source + run.text
                if let last = bytes.last, last.upperBound == moved.lowerBound {
                    bytes[bytes.count - 1] = last.lowerBound..<moved.upperBound
                } else if !moved.isEmpty {
                    bytes.append(moved)
                }
            }
        }
        let utf8 = plain.utf8
        var (at, units) = (utf8.startIndex, 0)
        var done = 0
        func unit(_ byte: Int) -> Int {
            let next = utf8.index(at, offsetBy: byte - done, limitedBy: utf8.endIndex) ?? utf8.endIndex
            units += plain.utf16.distance(from: at, to: next)
            (at, done) = (next, byte)
            return units
        }
        return bytes.map { range in
            let begin = unit(range.lowerBound)
            return begin..<unit(range.upperBound)
        }
    }

    /// So many bytes of the answer were before what was read.
    func moved(by count: Int) -> Self {
        var map = self
        for place in map.runs.indices { map.runs[place].source += count }
        return map
    }
}

extension SourceMap {
    /// Of a block as it is shown, and as it was read from `source`. Places are counted from the end of the opening.
    init(
        of content: TranscriptBlock.Content, read block: MarkupBlock, goesOn: Bool, in source: SourceText,
        after opening: Int
    ) {
        switch (content, block.content) {
        case (.paragraph(let spans), .paragraph(let read)), (.heading(_, let spans), .heading(_, let read)),
            (.paragraph(let spans), .heading(_, let read)):
            add(spans, read, in: source, after: opening, at: 0)
        case (.code(_, let text), .code(_, _, let fenced, _)):
            let begin = fenced && !goesOn ? source.nextLine(block.range.lowerBound) : block.range.lowerBound
            align(Array(text.utf8), begin..<block.range.upperBound, in: source, after: opening, at: 0)
        case (.table(_, let header, let rows), .table(_, let read)):
            var at = 0
            let shown = (header.map { [$0] } ?? []) + rows
            for (cells, readCells) in zip(shown, read.suffix(shown.count)) {
                for (index, cell) in cells.enumerated() {
                    if readCells.indices.contains(index) {
                        add(cell, readCells[index], in: source, after: opening, at: at)
                    }
                    // After it a tab, or a line feed.
                    at += cell.plainText.utf8.count + 1
                }
                if cells.isEmpty { at += 1 }
            }
        default: break
        }
    }

    /// Spans as they are shown and as they were read; of a block that goes on the first may be missing.
    private mutating func add(
        _ spans: [TranscriptSpan], _ read: [MarkupSpan], in source: SourceText, after opening: Int, at begin: Int
    ) {
        var at = begin
        for (span, read) in zip(spans, read.suffix(spans.count)) {
            let text = Array(span.text.utf8)
            align(text, read.range, in: source, after: opening, at: at)
            at += text.count
        }
    }

    /// How far apart the bytes of a text may stand in the answer: longer than any mark, escape or entity.
    private static let longestGap = 64
    /// So many bytes in a row show that the place is right after something that the text has not.
    private static let sure = 3

    /// Finds the bytes of `text` in a part of the answer, in order. What the answer writes in another way, such as an
    /// entity, is left out.
    private mutating func align(
        _ text: [UInt8], _ range: Range<Int>, in source: SourceText, after opening: Int, at begin: Int
    ) {
        let bytes = source.bytes
        let end = min(range.upperBound, bytes.count)
        var place = max(range.lowerBound, opening)
        for (index, byte) in text.enumerated() {
            guard place < end else { return }
            if !Self.isSame(byte, bytes[place]) {
                let next = text[index..<min(index + Self.sure, text.count)]
                let places = place..<min(end, place + Self.longestGap)
                guard let found = places.first(where: { bytes[$0..<end].starts(with: next) }) else { continue }
                place = found
            }
            add(text: begin + index, source: place - opening)
            place += 1
        }
    }

    /// A line end within a span is shown as a space.
    private static func isSame(_ shown: UInt8, _ written: UInt8) -> Bool {
        shown == written || shown == .space && (written == .lineFeed || written == .tab)
    }

    private mutating func add(text: Int, source: Int) {
        if let last = runs.last, last.text + last.length == text, last.source + last.length == source {
            runs[runs.count - 1].length += 1
        } else {
            runs.append(Run(text: text, source: source, length: 1))
        }
    }
}
