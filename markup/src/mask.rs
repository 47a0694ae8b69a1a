//! Hides from the Markdown parser what is to stay text: HTML blocks and definitions of links.
//!
//! Both cannot be switched off. An HTML block that is never closed would take in the rest of the text, and what a
//! definition means depends on text far away. So the character that makes them is replaced by a control character of the
//! same length, and put back in whatever comes out.

use std::borrow::Cow;

use pulldown_cmark::Parser;

use crate::parse::OPTIONS;

/// Definitions are searched for so many times; those that are still left lose their meaning all at once.
const ROUNDS: usize = 8;

/// A text as the parser is to see it.
#[derive(Debug)]
pub(crate) struct Masked<'a> {
    pub(crate) text: Cow<'a, str>,
    /// What stands for `<` and for `:`.
    marks: Option<(char, char)>,
}

impl<'a> Masked<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut free = ('\u{1}'..='\u{8}').filter(|&mark| !text.contains(mark));
        let Some(marks) = free.next().zip(free.next()) else {
            return Self {
                text: Cow::Borrowed(text),
                marks: None,
            };
        };
        let mut masked = Self {
            text: Cow::Borrowed(text),
            marks: Some(marks),
        };
        masked.replace(&html_starts(text), marks.0);
        for _ in 0..ROUNDS {
            let colons = definitions(&masked.text);
            if colons.is_empty() {
                return masked;
            }
            masked.replace(&colons, marks.1);
        }
        let all: Vec<usize> = text.match_indices("]:").map(|(at, _)| at + 1).collect();
        masked.replace(&all, marks.1);
        masked
    }

    /// A piece of the text as it was.
    pub(crate) fn restored(&self, piece: &str) -> String {
        match self.marks {
            Some((html, colon)) if matches!(self.text, Cow::Owned(_)) => {
                let back = |c: char| match c {
                    c if c == html => '<',
                    c if c == colon => ':',
                    c => c,
                };
                piece.chars().map(back).collect()
            }
            _ => piece.to_owned(),
        }
    }

    /// Puts `mark` in place of the one byte at each of these places, in rising order.
    fn replace(&mut self, places: &[usize], mark: char) {
        if places.is_empty() {
            return;
        }
        let mut out = String::with_capacity(self.text.len());
        let mut from = 0;
        for &at in places {
            out.push_str(&self.text[from..at]);
            out.push(mark);
            from = at + 1;
        }
        out.push_str(&self.text[from..]);
        self.text = Cow::Owned(out);
    }
}

/// Where lines begin with what may be HTML.
fn html_starts(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = after_marks(line);
        if begins_html(content) {
            places.push(start + line.len() - content.len());
        }
        start += line.len();
    }
    places
}

/// A line without the marks of quotes and list items at its beginning.
fn after_marks(line: &str) -> &str {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '>']);
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let after = if digits.len() < rest.len() {
            digits.strip_prefix(['.', ')'])
        } else {
            rest.strip_prefix(['-', '+', '*'])
        };
        match after {
            Some(after) if after.starts_with([' ', '\t']) => rest = after,
            _ => return rest,
        }
    }
}

fn begins_html(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('<') else {
        return false;
    };
    if inner.starts_with(['/', '!', '?']) {
        return true;
    }
    // `<https://…>` and `<name@host>` are links.
    let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>'));
    let word = &inner[..end.unwrap_or(inner.len())];
    inner.starts_with(|c: char| c.is_ascii_alphabetic()) && !word.contains([':', '@'])
}

/// The colons of the definitions of links that the parser sees.
fn definitions(text: &str) -> Vec<usize> {
    if !text.contains("]:") {
        return Vec::new();
    }
    let parser = Parser::new_ext(text, OPTIONS);
    let colon = |start: usize, end: usize| {
        let mut escaped = false;
        let inside = text.get(start..end)?;
        let at = inside.bytes().position(|byte| {
            let closes = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            closes
        })?;
        inside[at + 1..].starts_with(':').then_some(start + at + 1)
    };
    let mut colons: Vec<usize> = parser
        .reference_definitions()
        .iter()
        .filter_map(|(_, found)| colon(found.span.start, found.span.end))
        .collect();
    colons.sort_unstable();
    colons.dedup();
    colons
}
