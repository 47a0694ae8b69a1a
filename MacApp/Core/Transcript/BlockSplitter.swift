import EngineKit

/// Turns an answer that grows into blocks that stay.
///
/// What cannot change any more is settled, once and for all; only the rest is read again. A block is settled when a
/// line that is complete shows that it is over. One that goes on for more than ``longest`` bytes is settled in pieces
/// (`joins`), so that the work for each piece of text is bounded, however long the answer or any part of it. Where the
/// pieces are parted is told by the text alone, not by how it came. A table is parted after ``longestRows`` bytes: of all
/// kinds of text its cells are the most work to read.
///
/// Put together, the pieces are what reading the whole text at once gives, but for these:
/// - bold, a link and the like that go over the parting of a paragraph longer than ``longest`` are not seen; the place
///   is chosen where none is open, if there is one;
/// - such a paragraph becomes neither heading nor the head of a table by what follows it;
/// - a heading or a row of a table longer than ``longest`` goes on as a paragraph;
/// - marks nested so deep, or a table with so many columns, that reopening them takes more than ``Opening/longest``
///   bytes are closed at the next parting.
public struct BlockSplitter {
    /// Bytes that are read again at most, besides the lines that open what they are inside of.
    public static let longest = 4096
    static let longestRows = 1024

    /// What a piece of text has changed.
    public struct Update: Equatable, Sendable {
        /// New blocks that stay as they are; they follow those settled before.
        public var settled: [TranscriptBlock] = []
        /// Code that has been settled whole, and can get its colours.
        public var code: [SettledCode] = []
        /// What follows the settled blocks at this moment.
        public var tail: [TranscriptBlock] = []
        /// Where the text of all these blocks stands in the answer.
        var maps: [TranscriptBlock.ID: UnreadSourceMap] = [:]
    }

    private let markup: any MarkupProtocol
    private var opening = Opening.start
    /// What is not settled, in bytes of UTF-8, with line feeds for line ends.
    private var tail: [UInt8] = []
    /// So much of the tail, up to the end of a line, was looked at in vain.
    private var looked = 0
    private var afterCarriageReturn = false
    /// Bytes of the text before the tail, without those left out at line ends.
    private var gone = 0
    /// Bytes that came, and where a line feed after a carriage return was left out among them.
    private var came = 0
    private var leftOut: [Int] = []

    private var nextID = 0
    private var last: TranscriptBlock.Content?
    /// Pieces of the code that goes on.
    private var code: [SettledCode.Piece] = []
    private var update = Update()

    public init(markup: any MarkupProtocol) {
        self.markup = markup
    }

    /// Takes in a piece of text, however it is cut.
    public mutating func append(_ text: String) {
        var rest = lineFeeds(text)[...]
        while !rest.isEmpty {
            var count = min(Self.longest - tail.count, rest.count)
            while count > 0, count < rest.count, rest[rest.startIndex + count].isContinuation { count -= 1 }
            tail += rest.prefix(count)
            rest = rest.dropFirst(count)
            // Nothing is parted while a line can still show that a block is over.
            if !rest.isEmpty, !settleWhatIsOver() { part() }
        }
    }

    /// What has changed since the last time.
    public mutating func flush() -> Update {
        while settleWhatIsOver() {}
        let source = SourceText(bytes: opening.bytes + tail)
        for (block, map) in blocks(of: tail.isEmpty ? [] : read(source), from: nextID) {
            update.tail.append(block)
            update.maps[block.id] = map
        }
        defer { update = Update() }
        return update
    }

    /// The text is complete: settles all that is left.
    public mutating func finish() -> Update {
        while settleWhatIsOver() {}
        settle(tail.isEmpty ? [] : read(SourceText(bytes: opening.bytes + tail)))
        endCode()
        gone += tail.count
        tail = []
        looked = 0
        opening = .start
        return flush()
    }

    private func read(_ source: SourceText) -> [BlockReading] {
        BlockReading.all(in: source, after: opening, by: markup)
    }

    private mutating func lineFeeds(_ text: String) -> [UInt8] {
        text.utf8.compactMap { byte in
            defer {
                afterCarriageReturn = byte == .carriageReturn
                came += 1
            }
            if byte == .lineFeed, afterCarriageReturn {
                leftOut.append(came)
                return nil
            }
            return byte == .carriageReturn ? .lineFeed : byte
        }
    }

    /// A range of the text as it came, in the text that is read.
    func read(_ range: Range<Int>) -> Range<Int> {
        func place(_ place: Int) -> Int {
            // Nearly always there is none.
            leftOut.isEmpty ? place : place - leftOut.count { $0 < place }
        }
        return place(range.lowerBound)..<place(range.upperBound)
    }
}

// MARK: - What is over

extension BlockSplitter {
    /// Settles the blocks of which complete lines show that they are over; `false` if there is nothing new.
    private mutating func settleWhatIsOver() -> Bool {
        guard let end = tail.lastIndex(of: .lineFeed).map({ $0 + 1 }), end != looked else { return false }
        looked = end
        let source = SourceText(bytes: opening.bytes + tail[..<end])
        let readings = read(source)
        guard let last = readings.last else {
            // Of empty lines one says as much as many.
            return drop(source.lineStart(source.bytes.count - 1) - opening.bytes.count)
        }
        let length = opening.bytes.count
        if let table = readings.firstIndex(where: { source.parting(ofTable: $0.markup, after: length) != nil }) {
            guard table > 0 else {
                if let parting = source.parting(ofTable: readings[0].markup, after: length) { part(source, parting) }
                return true
            }
            let cut = source.beginning(of: readings[table].markup, after: readings[table - 1].markup.range.upperBound)
            return settle(Array(readings[..<table]), of: source, cut: cut)
        }
        if let end = source.end(of: last) {
            return settle(readings, of: source, cut: end)
        }
        guard let before = readings.dropLast().last else {
            return !last.goesOn && drop(source.beginning(of: last.markup, after: length) - length)
        }
        let cut = source.beginning(of: last.markup, after: before.markup.range.upperBound)
        return settle(Array(readings.dropLast()), of: source, cut: cut)
    }

    private mutating func settle(_ readings: [BlockReading], of source: SourceText, cut: Int) -> Bool {
        let length = opening.bytes.count
        // What is settled is taken off the tail, or it would come again.
        guard let last = readings.last, cut > length || !readings.contains(where: { $0.content != nil }) else {
            return false
        }
        settle(readings)
        endCode()
        opening = Opening(after: last.markup, of: source, leaf: .none, numbers: last.numbers, cut: cut)
        return drop(cut - length)
    }

    /// Takes bytes off the tail's beginning.
    private mutating func drop(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        tail.removeFirst(count)
        gone += count
        looked = max(looked - count, 0)
        return true
    }
}

extension SourceText {
    /// Where the last block ends, if no line can be added to it.
    fileprivate func end(of reading: BlockReading) -> Int? {
        let block = reading.markup
        let end = nextLine(max(block.range.upperBound - 1, block.range.lowerBound))
        switch block.content {
        case .heading, .rule: return end
        case .code(_, _, _, let closed): return closed ? end : nil
        case .paragraph([]): return nil
        case .paragraph, .table:
            // An empty line, and not one with the mark of a quote, ends both.
            let rest = bytes[min(end, bytes.count)...]
            return rest.isEmpty || rest.contains(.quote) ? nil : end
        }
    }

    /// Where the lines of a block begin that comes after another, those that open its containers included. An empty line
    /// before them may be what ended a quote, so it is kept; of several, one.
    fileprivate func beginning(of block: MarkupBlock, after before: Int) -> Int {
        let opened = block.containers.map(\.start).first { $0 >= before } ?? block.range.lowerBound
        let begin = lineStart(min(opened, block.range.lowerBound))
        let above = lineStart(max(begin - 1, 0))
        return above >= before - 1 && isBlank(above..<begin) ? above : begin
    }
}

// MARK: - What is too long

extension BlockSplitter {
    /// Settles a piece of a block that is longer than may be read again.
    private mutating func part() {
        let complete = (tail.lastIndex(of: .lineFeed) ?? -1) + 1
        let window = complete >= Self.longest / 2 ? complete : tail.count
        let source = SourceText(bytes: opening.bytes + tail[..<window])
        guard let last = read(source).last else {
            _ = drop(window)
            return
        }
        part(source, Parting(of: last.markup, in: source, after: opening.bytes.count))
    }

    private mutating func part(_ source: SourceText, _ parting: Parting) {
        let source = SourceText(bytes: Array(source.bytes[..<parting.cut]))
        let readings = read(source)
        let length = opening.bytes.count
        settle(readings)
        if let last = readings.last {
            opening = Opening(
                after: last.markup, of: source, leaf: parting.leaf, numbers: last.numbers, cut: parting.cut)
        }
        _ = drop(parting.cut - length)
        looked = 0
    }
}

// MARK: - Settling

extension BlockSplitter {
    private mutating func settle(_ readings: [BlockReading]) {
        for reading in readings {
            let isCode = if case .code = reading.content { true } else { false }
            if !reading.goesOn || !isCode { endCode() }
            for (block, map) in blocks(of: [reading], from: nextID) {
                update.settled.append(block)
                update.maps[block.id] = map
                nextID += 1
                last = block.content
                if case .code(_, let text) = block.content { code.append(SettledCode.Piece(id: block.id, text: text)) }
            }
        }
    }

    private func blocks(
        of readings: [BlockReading], from id: TranscriptBlock.ID
    ) -> [(block: TranscriptBlock, map: UnreadSourceMap)] {
        var blocks: [(block: TranscriptBlock, map: UnreadSourceMap)] = []
        for reading in readings {
            guard let content = reading.content else { continue }
            let joins = reading.goesOn && BlockReading.joins(blocks.last?.block.content ?? last, content)
            let block = TranscriptBlock(id: id + blocks.count, content, in: reading.containers, joins: joins)
            blocks.append((block, UnreadSourceMap(reading: reading, offset: gone)))
        }
        return blocks
    }

    /// The code that was settled is whole.
    private mutating func endCode() {
        defer { code = [] }
        guard !code.isEmpty, case .code(let language, _) = last, !language.isEmpty else { return }
        update.code.append(SettledCode(language: language, pieces: code))
    }
}
