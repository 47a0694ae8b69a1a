//! Markdown → blocks.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::{
    block::{Alignment, Block, Container, Content, Span, SpanKind},
    mask::Masked,
};

/// A longer text, in bytes, is one paragraph as it stands.
pub const LONGEST_TEXT: usize = 1 << 16;

/// A link to a longer address, in bytes, is text: every span of it holds the address.
pub const LONGEST_LINK: usize = 2000;

/// A block tells of so many containers round it; those further inside are left out.
pub const DEEPEST: usize = 32;

pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_MATH);

/// The blocks of a text, in its order.
///
/// CommonMark with tables, task lists and strikethrough. Formulas stay as they are written. These stay text: HTML,
/// footnotes, definitions of links and links that refer to them. A line end inside a paragraph breaks the line.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    if text.len() > LONGEST_TEXT {
        return vec![as_it_stands(text)];
    }
    let masked = Masked::new(text);
    let mut reader = Reader::new(&masked);
    for (event, range) in Parser::new_ext(&masked.text, OPTIONS).into_offset_iter() {
        reader.take(event, range);
    }
    reader.end_implied();
    reader.blocks
}

fn as_it_stands(text: &str) -> Block {
    let span = Span {
        text: text.to_owned(),
        kind: SpanKind::Text,
        bold: false,
        italic: false,
        strikethrough: false,
        link: None,
        range: 0..text.len(),
    };
    Block {
        content: Content::Paragraph { spans: vec![span] },
        containers: Vec::new(),
        range: 0..text.len(),
    }
}

/// A container that is open.
struct Open {
    container: Container,
    /// Where its mark is, in bytes.
    start: usize,
    mark_end: usize,
    /// A block has been found in it.
    filled: bool,
}

/// Takes the parser's events in and puts blocks together.
struct Reader<'a> {
    masked: &'a Masked<'a>,
    blocks: Vec<Block>,
    containers: Vec<Open>,
    /// Where each open list begins, and its next number.
    lists: Vec<(usize, Option<u64>)>,
    /// The spans of the block that is open.
    spans: Vec<Span>,
    /// Where the text begins that a list item holds without a paragraph of its own.
    implied: Option<Range<usize>>,
    /// Inside a block that tells its own end.
    in_leaf: bool,
    code: Option<Code>,
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Vec<Span>>>,
    bold: usize,
    italic: usize,
    struck: usize,
    links: Vec<Option<String>>,
}

/// A block of code that is open.
struct Code {
    /// What stands after the fence; `None` for indented code.
    info: Option<String>,
    text: String,
    /// Where the last of the text ends.
    end: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(masked: &'a Masked<'a>) -> Self {
        Self {
            masked,
            blocks: Vec::new(),
            containers: Vec::new(),
            lists: Vec::new(),
            spans: Vec::new(),
            implied: None,
            in_leaf: false,
            code: None,
            alignments: Vec::new(),
            rows: Vec::new(),
            bold: 0,
            italic: 0,
            struck: 0,
            links: Vec::new(),
        }
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => {
                match &mut self.code {
                    Some(code) => {
                        code.text.push_str(&self.masked.restored(&text));
                        code.end = Some(range.end);
                    }
                    None => self.inline(&text, SpanKind::Text, range),
                }
            }
            Event::Code(text) => self.inline(&text, SpanKind::Code, range),
            Event::InlineMath(text) => self.inline(&format!("${text}$"), SpanKind::Math, range),
            Event::DisplayMath(text) => self.inline(&format!("$${text}$$"), SpanKind::Math, range),
            Event::SoftBreak | Event::HardBreak => self.inline("\n", SpanKind::Text, range),
            Event::TaskListMarker(done) => {
                if let Some(Open {
                    container: Container::Item { task, .. },
                    ..
                }) = self.containers.last_mut()
                {
                    *task = Some(done);
                }
            }
            Event::Rule => self.emit(Content::Rule, range),
            Event::FootnoteReference(_) => {}
        }
    }

    /// Where the mark of a container is that begins here, as the parser says: after tabs that may be the end of the line
    /// before, or the mark of a container around it.
    fn mark(&self, start: usize, is_item: bool) -> usize {
        let outer = self.containers.last().map_or(0, |open| open.mark_end);
        let start = start.max(outer);
        let rest = self.masked.text.get(start..).unwrap_or_default();
        let before = |c: char| c.is_ascii_whitespace() || (is_item && c == '>');
        start + rest.len() - rest.trim_start_matches(before).len()
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis => self.italic += 1,
            Tag::Strong => self.bold += 1,
            Tag::Strikethrough => self.struck += 1,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                let short = dest_url.len() <= LONGEST_LINK;
                let link = short.then(|| self.masked.restored(&dest_url));
                self.links.push(link);
            }
            Tag::List(number) => {
                self.end_implied();
                self.lists.push((self.mark(range.start, true), number));
            }
            Tag::Item => {
                self.end_implied();
                let (list, number) = self.lists.last_mut().map_or((range.start, None), |list| {
                    let number = list.1;
                    list.1 = number.map(|number| number.saturating_add(1));
                    (list.0, number)
                });
                let start = self.mark(range.start, true);
                let container = Container::Item {
                    start,
                    list,
                    number,
                    task: None,
                    first: true,
                };
                self.open(container, start);
            }
            Tag::BlockQuote(_) => {
                self.end_implied();
                let start = self.mark(range.start, false);
                self.open(Container::Quote { start }, start);
            }
            Tag::Paragraph | Tag::Heading { .. } | Tag::HtmlBlock => {
                self.end_implied();
                self.in_leaf = true;
            }
            Tag::CodeBlock(kind) => {
                self.end_implied();
                self.in_leaf = true;
                self.code = Some(Code {
                    info: match kind {
                        CodeBlockKind::Fenced(info) => Some(self.masked.restored(&info)),
                        CodeBlockKind::Indented => None,
                    },
                    text: String::new(),
                    end: None,
                });
            }
            Tag::Table(columns) => {
                self.end_implied();
                self.in_leaf = true;
                self.alignments = columns.into_iter().map(Alignment::from).collect();
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Emphasis => self.italic = self.italic.saturating_sub(1),
            TagEnd::Strong => self.bold = self.bold.saturating_sub(1),
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Link | TagEnd::Image => drop(self.links.pop()),
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::Item | TagEnd::BlockQuote(_) => self.close(range),
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                let spans = std::mem::take(&mut self.spans);
                self.emit(Content::Paragraph { spans }, range);
            }
            TagEnd::Heading(level) => {
                let spans = std::mem::take(&mut self.spans);
                let level = depth(level);
                self.emit(Content::Heading { level, spans }, range);
            }
            TagEnd::CodeBlock => self.end_code(range),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                if let Some(row) = self.rows.last_mut() {
                    let filled = row.iter().rposition(|cell| !cell.is_empty());
                    row.truncate(filled.map_or(0, |last| last + 1));
                }
            }
            TagEnd::Table => {
                let content = Content::Table {
                    alignments: std::mem::take(&mut self.alignments),
                    rows: std::mem::take(&mut self.rows),
                };
                self.emit(content, range);
            }
            _ => {}
        }
    }

    fn end_code(&mut self, range: Range<usize>) {
        let Some(code) = self.code.take() else {
            return;
        };
        let source = self.masked.text.get(range.clone()).unwrap_or_default();
        let length = source.trim_end().len();
        // The text of a block that is open goes to its very end; a fence that closes it comes after.
        let goes_on = match code.end {
            Some(end) => end >= range.start + length,
            None => !source[..length].contains(['\n', '\r']),
        };
        let info = code.info.as_deref().unwrap_or_default();
        let content = Content::Code {
            language: info
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned(),
            fenced: code.info.is_some(),
            closed: code.info.is_some() && !goes_on,
            text: code.text,
        };
        self.emit(content, range);
    }

    fn inline(&mut self, text: &str, kind: SpanKind, range: Range<usize>) {
        if !self.in_leaf {
            let begun = self.implied.get_or_insert(range.clone());
            begun.end = range.end;
        }
        let span = Span {
            text: self.masked.restored(text),
            kind,
            bold: self.bold > 0,
            italic: self.italic > 0,
            strikethrough: self.struck > 0,
            link: self.links.last().cloned().flatten(),
            range,
        };
        match self.spans.last_mut() {
            Some(last) if last.looks_like(&span) => {
                last.text.push_str(&span.text);
                last.range.end = span.range.end;
            }
            _ => self.spans.push(span),
        }
    }

    fn end_implied(&mut self) {
        if let Some(range) = self.implied.take() {
            let spans = std::mem::take(&mut self.spans);
            self.emit(Content::Paragraph { spans }, range);
        }
    }

    fn open(&mut self, container: Container, start: usize) {
        let rest = self.masked.text.get(start..).unwrap_or_default();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        self.containers.push(Open {
            container,
            start,
            mark_end: (start + digits + 1).min(self.masked.text.len()),
            filled: false,
        });
    }

    fn close(&mut self, range: Range<usize>) {
        self.end_implied();
        if self.containers.last().is_some_and(|open| !open.filled) {
            let start = self
                .containers
                .last()
                .map_or(range.start, |open| open.start);
            let range = start.min(range.end)..range.end;
            self.emit(Content::Paragraph { spans: Vec::new() }, range);
        }
        let closed = self.containers.pop();
        // Those deeper than a block tells of are not marked one by one.
        if let (Some(closed), Some(outer)) = (closed, self.containers.last_mut()) {
            outer.filled |= closed.filled;
        }
    }

    fn emit(&mut self, content: Content, range: Range<usize>) {
        self.end_implied();
        self.in_leaf = false;
        let mut containers = Vec::new();
        for open in self.containers.iter_mut().take(DEEPEST) {
            let mut container = open.container.clone();
            if let Container::Item { first, task, .. } = &mut container {
                *first = !open.filled;
                *task = task.filter(|_| *first);
            }
            open.filled = true;
            containers.push(container);
        }
        if let Some(open) = self.containers.last_mut() {
            open.filled = true;
        }
        self.blocks.push(Block {
            content,
            containers,
            range,
        });
    }
}

impl Span {
    fn looks_like(&self, other: &Self) -> bool {
        self.kind == SpanKind::Text
            && other.kind == SpanKind::Text
            && self.bold == other.bold
            && self.italic == other.italic
            && self.strikethrough == other.strikethrough
            && self.link == other.link
    }
}

impl From<pulldown_cmark::Alignment> for Alignment {
    fn from(alignment: pulldown_cmark::Alignment) -> Self {
        match alignment {
            pulldown_cmark::Alignment::None => Self::Natural,
            pulldown_cmark::Alignment::Left => Self::Left,
            pulldown_cmark::Alignment::Center => Self::Center,
            pulldown_cmark::Alignment::Right => Self::Right,
        }
    }
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
