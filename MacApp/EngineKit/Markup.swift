internal import TandemBindings

/// Reads Markdown and code. Both calls are quick for the few kilobytes that the app gives them, and touch nothing else.
public protocol MarkupProtocol: Sendable {
    /// The blocks of a text, in its order; a text beyond 64 KiB is one paragraph as it stands.
    func blocks(of text: String) -> [MarkupBlock]
    /// The colours of code; none for an unknown language, beyond 32 KiB, or where a line is longer than 2,000 bytes.
    func colours(of code: String, in language: String) -> [CodeColour]
}

/// Lines that belong together, and what they are inside of.
public struct MarkupBlock: Equatable, Sendable {
    public enum Content: Equatable, Sendable {
        /// Without spans: a list item or a quote with nothing in it.
        case paragraph([MarkupSpan])
        case heading(level: Int, [MarkupSpan])
        /// Each line of the text has its end; `closed` when the closing fence is there.
        case code(language: String, text: String, fenced: Bool, closed: Bool)
        /// The first row is the header. Empty cells at the end of a row are left out.
        case table([TableAlignment], rows: [[[MarkupSpan]]])
        case rule
    }

    /// What a block is inside of; places are in bytes of UTF-8.
    public enum Container: Equatable, Sendable {
        case quote(start: Int)
        /// `list` is where the item's list begins; `first` if the block is the one beside the item's mark.
        case item(start: Int, list: Int, number: Int?, task: Bool?, first: Bool)
    }

    public var content: Content
    /// Outermost first.
    public var containers: [Container]
    /// Where it is in the text, in bytes of UTF-8.
    public var range: Range<Int>

    public init(_ content: Content, in containers: [Container] = [], range: Range<Int>) {
        self.content = content
        self.containers = containers
        self.range = range
    }
}

/// How a column of a table stands.
public enum TableAlignment: Sendable {
    case natural, left, center, right
}

/// Text of one look.
public struct MarkupSpan: Equatable, Sendable {
    public enum Kind: Sendable {
        case text, code, math
    }

    /// A line feed in it breaks the line.
    public var text: String
    public var kind: Kind
    public var bold: Bool
    public var italic: Bool
    public var strikethrough: Bool
    /// As it was written, not checked.
    public var link: String?
    /// Where it is in the text, in bytes of UTF-8.
    public var range: Range<Int>

    public init(
        _ text: String, kind: Kind = .text, bold: Bool = false, italic: Bool = false, strikethrough: Bool = false,
        link: String? = nil, range: Range<Int>
    ) {
        self.text = text
        self.kind = kind
        self.bold = bold
        self.italic = italic
        self.strikethrough = strikethrough
        self.link = link
        self.range = range
    }
}

/// A piece of code and what it is.
public struct CodeColour: Equatable, Sendable {
    public enum Kind: CaseIterable, Sendable {
        case comment, string, constant, keyword, function, tag, name, library
    }

    /// In UTF-16 units.
    public var range: Range<Int>
    public var kind: Kind

    public init(_ kind: Kind, at range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

/// The reader of this process.
public struct LiveMarkup: MarkupProtocol {
    public init() {}

    public func blocks(of text: String) -> [MarkupBlock] {
        markupBlocks(text: text).map(MarkupBlock.init)
    }

    public func colours(of code: String, in language: String) -> [CodeColour] {
        codeColours(language: language, code: code).map(CodeColour.init)
    }
}

extension MarkupBlock {
    init(_ block: TandemBindings.MarkupBlock) {
        self.init(
            Content(block.content), in: block.containers.map(Container.init),
            range: Int(block.start)..<Int(block.end))
    }
}

extension MarkupBlock.Content {
    init(_ content: MarkupContent) {
        self =
            switch content {
            case .paragraph(let spans): .paragraph(spans.map(MarkupSpan.init))
            case .heading(let level, let spans): .heading(level: Int(level), spans.map(MarkupSpan.init))
            case .code(let language, let text, let fenced, let closed):
                .code(language: language, text: text, fenced: fenced, closed: closed)
            case .table(let alignments, let rows):
                .table(
                    alignments.map(TableAlignment.init),
                    rows: rows.map { $0.cells.map { $0.spans.map(MarkupSpan.init) } })
            case .rule: .rule
            }
    }
}

extension MarkupBlock.Container {
    init(_ container: MarkupContainer) {
        self =
            switch container {
            case .quote(let start): .quote(start: Int(start))
            case .item(let start, let list, let number, let task, let first):
                .item(
                    start: Int(start), list: Int(list), number: number.map { Int(clamping: $0) }, task: task,
                    first: first)
            }
    }
}

extension TableAlignment {
    init(_ alignment: MarkupAlignment) {
        self =
            switch alignment {
            case .natural: .natural
            case .left: .left
            case .center: .center
            case .right: .right
            }
    }
}

extension MarkupSpan {
    init(_ span: TandemBindings.MarkupSpan) {
        let kind: Kind =
            switch span.kind {
            case .text: .text
            case .code: .code
            case .math: .math
            }
        self.init(
            span.text, kind: kind, bold: span.bold, italic: span.italic, strikethrough: span.strikethrough,
            link: span.link, range: Int(span.start)..<Int(span.end))
    }
}

extension CodeColour {
    init(_ piece: TandemBindings.CodeColour) {
        let kind: Kind =
            switch piece.kind {
            case .comment: .comment
            case .string: .string
            case .constant: .constant
            case .keyword: .keyword
            case .function: .function
            case .tag: .tag
            case .name: .name
            case .library: .library
            }
        self.init(kind, at: Int(piece.start)..<Int(piece.end))
    }
}
