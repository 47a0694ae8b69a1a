import Core
import EngineKit
import Synchronization

/// The real reader, which writes down what it was given.
final class CountingMarkup: MarkupProtocol {
    private struct Record {
        var bytes = 0
        var largest = 0
        var coloured: [String] = []
    }

    private let record = Mutex(Record())
    private let live = LiveMarkup()

    /// Bytes of Markdown that were read, in all.
    var bytes: Int { record.withLock(\.bytes) }
    /// The longest text that was read at once, in bytes.
    var largest: Int { record.withLock(\.largest) }
    /// The code that was coloured.
    var coloured: [String] { record.withLock(\.coloured) }

    func blocks(of text: String) -> [MarkupBlock] {
        record.withLock {
            $0.bytes += text.utf8.count
            $0.largest = max($0.largest, text.utf8.count)
        }
        return live.blocks(of: text)
    }

    func colours(of code: String, in language: String) -> [CodeColour] {
        record.withLock { $0.coloured.append(code) }
        return live.colours(of: code, in: language)
    }
}

extension String {
    /// Cut anywhere, also inside of what is seen as one character.
    func chunks(upTo longest: Int, _ random: inout Seeded) -> [String] {
        var rest = unicodeScalars[...]
        var chunks: [String] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...longest, using: &random)
            chunks.append(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return chunks
    }
}

/// What a splitter has brought so far.
struct Collected {
    var splitter: BlockSplitter
    private let markup: any MarkupProtocol
    var settled: [TranscriptBlock] = []
    var tail: [TranscriptBlock] = []
    var colours: [TranscriptBlock.ID: [CodeColour]] = [:]

    init(_ markup: any MarkupProtocol = LiveMarkup()) {
        self.markup = markup
        splitter = BlockSplitter(markup: markup)
    }

    mutating func take(_ update: BlockSplitter.Update) {
        settled += update.settled
        tail = update.tail
        for code in update.code { colours.merge(code.colours(by: markup)) { old, _ in old } }
    }

    /// All of a text in pieces, shown after each.
    static func all(_ chunks: [String], by markup: any MarkupProtocol = LiveMarkup()) -> Collected {
        var collected = Collected(markup)
        for chunk in chunks {
            collected.splitter.append(chunk)
            collected.take(collected.splitter.flush())
        }
        collected.take(collected.splitter.finish())
        return collected
    }

    /// Without the numbers, which count pieces.
    var wholes: [TranscriptBlock] { settled.wholes.withoutIDs }
}

extension [TranscriptBlock] {
    var withoutIDs: Self { map { TranscriptBlock(id: 0, $0.content, in: $0.containers) } }

    /// What reading the whole text at once gives.
    static func read(_ text: String) -> Self {
        LiveMarkup().blocks(of: text).map { block in
            let containers = block.containers.map { container -> TranscriptBlock.Container in
                switch container {
                case .quote: .quote
                case .item(_, _, let number, let task, let first):
                    .item(first ? TranscriptBlock.Marker(number: number, task: task) : nil)
                }
            }
            return TranscriptBlock(id: 0, content(block.content), in: containers)
        }
    }

    private static func content(_ content: MarkupBlock.Content) -> TranscriptBlock.Content {
        switch content {
        case .paragraph(let spans): .paragraph(spans.map(plain))
        case .heading(let level, let spans): .heading(level: level, spans.map(plain))
        case .code(let language, let text, _, _): .code(language: language, text: text)
        case .table(let alignments, let rows):
            .table(
                alignments, header: rows[0].map { $0.map(plain) },
                rows: rows.dropFirst().map { $0.map { $0.map(plain) } })
        case .rule: .rule
        }
    }

    private static func plain(_ span: MarkupSpan) -> TranscriptSpan {
        TranscriptSpan(
            span.text, kind: span.kind, bold: span.bold, italic: span.italic, strikethrough: span.strikethrough,
            link: span.link)
    }
}
