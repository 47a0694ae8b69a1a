//! What Markdown is made of, flat: one value for each thing that takes lines of its own.

use std::ops::Range;

/// Lines that belong together, and what they are inside of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub content: Content,
    /// The quotes and list items around it, outermost first; at most [`crate::DEEPEST`].
    pub containers: Vec<Container>,
    /// Where it is in the text, in bytes; from its first mark, after those of its containers.
    pub range: Range<usize>,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Text. A list item or quote with nothing in it holds one without spans.
    Paragraph {
        /// Its text.
        spans: Vec<Span>,
    },
    /// A heading.
    Heading {
        /// From 1 to 6.
        level: u8,
        /// Its text.
        spans: Vec<Span>,
    },
    /// Code in a block of its own.
    Code {
        /// The first word after the fence; empty if there is none.
        language: String,
        /// The code, each line with its end.
        text: String,
        /// Between fences, not merely indented.
        fenced: bool,
        /// The closing fence is there.
        closed: bool,
    },
    /// A table.
    Table {
        /// One entry a column.
        alignments: Vec<Alignment>,
        /// The cells of the header, then those of each row; empty ones at the end of a row are left out.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// A line across.
    Rule,
}

/// How a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// As the writing goes.
    Natural,
    /// At the left.
    Left,
    /// In the middle.
    Center,
    /// At the right.
    Right,
}

/// What a block is inside of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Container {
    /// A quote.
    Quote {
        /// Where its first mark is, in bytes.
        start: usize,
    },
    /// An item of a list.
    Item {
        /// Where its mark is, in bytes.
        start: usize,
        /// Where the list begins, in bytes: the same for all items of a list.
        list: usize,
        /// Its number in a numbered list.
        number: Option<u64>,
        /// Whether it is done, if it is a task.
        task: Option<bool>,
        /// The block is the item's first, the one beside its mark.
        first: bool,
    },
}

/// Text of one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The text; a line feed breaks the line.
    pub text: String,
    /// What kind of text.
    pub kind: SpanKind,
    /// Strong.
    pub bold: bool,
    /// Emphasised.
    pub italic: bool,
    /// Struck out.
    pub strikethrough: bool,
    /// Where a link leads, as it was written: not checked, never followed here. An image is a link too.
    pub link: Option<String>,
    /// Where its text is, in bytes.
    pub range: Range<usize>,
}

/// What kind of text a span holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanKind {
    /// Words.
    Text,
    /// Code.
    Code,
    /// A formula as it was written, dollar signs included.
    Math,
}
