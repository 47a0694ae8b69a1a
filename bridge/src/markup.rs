//! Markdown and code as values to draw.
//!
//! Both calls are synchronous: what the app gives them is a few kilobytes at a time, and a view waits for it.

use tandem_markup as markup;

/// Lines that belong together, and what they are inside of.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct MarkupBlock {
    /// What it is.
    pub content: MarkupContent,
    /// The quotes and list items around it, outermost first.
    pub containers: Vec<MarkupContainer>,
    /// Where it begins in the text, in bytes of UTF-8.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum MarkupContent {
    /// Text.
    Paragraph {
        /// Its text.
        spans: Vec<MarkupSpan>,
    },
    /// A heading.
    Heading {
        /// From 1 to 6.
        level: u8,
        /// Its text.
        spans: Vec<MarkupSpan>,
    },
    /// Code in a block of its own.
    Code {
        /// The first word after the fence.
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
        alignments: Vec<MarkupAlignment>,
        /// The header, then the rows.
        rows: Vec<MarkupRow>,
    },
    /// A line across.
    Rule,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct MarkupRow {
    /// Its cells; empty ones at the end are left out.
    pub cells: Vec<MarkupCell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct MarkupCell {
    /// Its text.
    pub spans: Vec<MarkupSpan>,
}

/// How a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum MarkupAlignment {
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
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum MarkupContainer {
    /// A quote.
    Quote {
        /// Where its first mark is, in bytes of UTF-8.
        start: u32,
    },
    /// An item of a list.
    Item {
        /// Where its mark is, in bytes of UTF-8.
        start: u32,
        /// Where the list begins: the same for all items of a list.
        list: u32,
        /// Its number in a numbered list.
        number: Option<u64>,
        /// Whether it is done, if it is a task.
        task: Option<bool>,
        /// The block is the item's first.
        first: bool,
    },
}

/// Text of one look.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct MarkupSpan {
    /// The text; a line feed breaks the line.
    pub text: String,
    /// What kind of text.
    pub kind: MarkupSpanKind,
    /// Strong.
    pub bold: bool,
    /// Emphasised.
    pub italic: bool,
    /// Struck out.
    pub strikethrough: bool,
    /// Where a link leads, as it was written.
    pub link: Option<String>,
    /// Where its text begins in the whole, in bytes of UTF-8.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// What kind of text a span holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum MarkupSpanKind {
    /// Words.
    Text,
    /// Code.
    Code,
    /// A formula as it was written.
    Math,
}

/// A piece of code and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct CodeColour {
    /// Where it begins, in UTF-16 units.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// What it is.
    pub kind: CodeColourKind,
}

/// What a piece of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum CodeColourKind {
    /// A comment.
    Comment,
    /// A string.
    String,
    /// A number or another constant.
    Constant,
    /// A word of the language.
    Keyword,
    /// The name of a function.
    Function,
    /// The name of a tag.
    Tag,
    /// The name of a type or of something else that is declared.
    Name,
    /// What the language brings along.
    Library,
}

/// The blocks of a Markdown text, in its order. HTML stays text, and so does a text beyond 64 KiB.
#[uniffi::export]
#[must_use]
pub fn markup_blocks(text: &str) -> Vec<MarkupBlock> {
    markup::blocks(text)
        .into_iter()
        .map(MarkupBlock::from)
        .collect()
}

/// The colours of code; none for an unknown language, beyond 32 KiB, or where a line is longer than 2,000 bytes.
#[uniffi::export]
#[must_use]
pub fn code_colours(language: &str, code: &str) -> Vec<CodeColour> {
    markup::colours(language, code)
        .into_iter()
        .map(CodeColour::from)
        .collect()
}

/// Places in a text that is at most some gigabytes long.
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn spans(spans: Vec<markup::Span>) -> Vec<MarkupSpan> {
    spans.into_iter().map(MarkupSpan::from).collect()
}

impl From<markup::Block> for MarkupBlock {
    fn from(block: markup::Block) -> Self {
        Self {
            content: block.content.into(),
            containers: block
                .containers
                .into_iter()
                .map(MarkupContainer::from)
                .collect(),
            start: place(block.range.start),
            end: place(block.range.end),
        }
    }
}

impl From<markup::Content> for MarkupContent {
    fn from(content: markup::Content) -> Self {
        use markup::Content;
        match content {
            Content::Paragraph { spans: text } => Self::Paragraph { spans: spans(text) },
            Content::Heading { level, spans: text } => Self::Heading {
                level,
                spans: spans(text),
            },
            Content::Code {
                language,
                text,
                fenced,
                closed,
            } => Self::Code {
                language,
                text,
                fenced,
                closed,
            },
            Content::Table { alignments, rows } => Self::Table {
                alignments: alignments.into_iter().map(MarkupAlignment::from).collect(),
                rows: rows
                    .into_iter()
                    .map(|cells| MarkupRow {
                        cells: cells
                            .into_iter()
                            .map(|text| MarkupCell { spans: spans(text) })
                            .collect(),
                    })
                    .collect(),
            },
            Content::Rule => Self::Rule,
        }
    }
}

impl From<markup::Alignment> for MarkupAlignment {
    fn from(alignment: markup::Alignment) -> Self {
        match alignment {
            markup::Alignment::Natural => Self::Natural,
            markup::Alignment::Left => Self::Left,
            markup::Alignment::Center => Self::Center,
            markup::Alignment::Right => Self::Right,
        }
    }
}

impl From<markup::Container> for MarkupContainer {
    fn from(container: markup::Container) -> Self {
        match container {
            markup::Container::Quote { start } => Self::Quote {
                start: place(start),
            },
            markup::Container::Item {
                start,
                list,
                number,
                task,
                first,
            } => Self::Item {
                start: place(start),
                list: place(list),
                number,
                task,
                first,
            },
        }
    }
}

impl From<markup::Span> for MarkupSpan {
    fn from(span: markup::Span) -> Self {
        Self {
            text: span.text,
            kind: match span.kind {
                markup::SpanKind::Text => MarkupSpanKind::Text,
                markup::SpanKind::Code => MarkupSpanKind::Code,
                markup::SpanKind::Math => MarkupSpanKind::Math,
            },
            bold: span.bold,
            italic: span.italic,
            strikethrough: span.strikethrough,
            link: span.link,
            start: place(span.range.start),
            end: place(span.range.end),
        }
    }
}

impl From<markup::ColouredRange> for CodeColour {
    fn from(piece: markup::ColouredRange) -> Self {
        use markup::Colour;
        Self {
            start: place(piece.range.start),
            end: place(piece.range.end),
            kind: match piece.colour {
                Colour::Comment => CodeColourKind::Comment,
                Colour::String => CodeColourKind::String,
                Colour::Constant => CodeColourKind::Constant,
                Colour::Keyword => CodeColourKind::Keyword,
                Colour::Function => CodeColourKind::Function,
                Colour::Tag => CodeColourKind::Tag,
                Colour::Name => CodeColourKind::Name,
                Colour::Library => CodeColourKind::Library,
            },
        }
    }
}
