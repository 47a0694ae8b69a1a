import EngineKit

/// A piece of an answer that is drawn by itself: a paragraph, a list item, a piece of code.
public struct TranscriptBlock: Identifiable, Equatable, Sendable {
    public enum Content: Equatable, Sendable {
        /// Without spans: a list item or a quote with nothing in it.
        case paragraph([TranscriptSpan])
        case heading(level: Int, [TranscriptSpan])
        case code(language: String, text: String)
        /// `header` is `nil` where a table goes on.
        case table([TableAlignment], header: [TableCell]?, rows: [[TableCell]])
        case rule
    }

    public typealias TableCell = [TranscriptSpan]

    /// What a block is inside of.
    public enum Container: Equatable, Sendable {
        case quote
        /// `nil` where the item goes on.
        case item(Marker?)
    }

    /// What stands beside the first block of a list item.
    public struct Marker: Equatable, Sendable {
        /// `nil` in a list without numbers.
        public var number: Int?
        /// Whether it is done, if it is a task.
        public var task: Bool?

        public init(number: Int? = nil, task: Bool? = nil) {
            self.number = number
            self.task = task
        }
    }

    /// Its place in the answer, from 0. A block has it from the moment it is first seen.
    public let id: Int
    public let content: Content
    /// Outermost first.
    public let containers: [Container]
    /// It goes on where the block before it ends: the same paragraph, code or table.
    public let joins: Bool

    public init(id: Int, _ content: Content, in containers: [Container] = [], joins: Bool = false) {
        self.id = id
        self.content = content
        self.containers = containers
        self.joins = joins
    }
}

/// Text of one look.
public struct TranscriptSpan: Equatable, Sendable {
    /// A line feed in it breaks the line.
    public var text: String
    public var kind: MarkupSpan.Kind
    public var bold: Bool
    public var italic: Bool
    public var strikethrough: Bool
    /// As it was written. What may be opened tells ``target``.
    public var link: String?

    public init(
        _ text: String, kind: MarkupSpan.Kind = .text, bold: Bool = false, italic: Bool = false,
        strikethrough: Bool = false, link: String? = nil
    ) {
        self.text = text
        self.kind = kind
        self.bold = bold
        self.italic = italic
        self.strikethrough = strikethrough
        self.link = link
    }

    init(_ span: MarkupSpan) {
        self.init(
            span.text, kind: span.kind, bold: span.bold, italic: span.italic, strikethrough: span.strikethrough,
            link: span.link)
    }
}
