//! Standard output, and what of a text a terminal may see.

use std::{
    borrow::Cow,
    io::{self, IsTerminal, Stdout, Write},
};

use console::Style;
use serde::Serialize;

use crate::{
    failure::Failure,
    markdown::{Markdown, Window},
};

/// Standard output. What a model or a file says reaches a terminal without control characters, a
/// pipe or file as it is.
pub(crate) struct Output {
    stdout: Stdout,
    terminal: bool,
    /// Whether the last thing written ended a line.
    at_line_start: bool,
    /// What draws answers, where they are drawn.
    markdown: Option<Markdown>,
}

impl Output {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        Self {
            markdown: None,
            terminal: stdout.is_terminal(),
            stdout,
            at_line_start: true,
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes a piece of text at once.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.visible(text);
        self.write(&text, &text)
    }

    /// From now on answers are drawn as Markdown, if this is a terminal that shows styles.
    pub(crate) fn draw_answers(&mut self) {
        // A terminal that knows no styles says so.
        let dumb = std::env::var_os("TERM").is_none_or(|kind| kind == "dumb");
        if self.terminal && !dumb && console::colors_enabled() {
            self.markdown = Some(Markdown::default());
        }
    }

    /// Writes a piece of an answer.
    pub(crate) fn answer(&mut self, text: &str) -> Result<(), Failure> {
        let Some(markdown) = &mut self.markdown else {
            return self.text(text);
        };
        let drawn = markdown.push(&printable(text), window());
        self.write(&drawn, text)
    }

    /// Ends an answer, and its line.
    pub(crate) fn end_answer(&mut self) -> Result<(), Failure> {
        if let Some(markdown) = &mut self.markdown {
            let drawn = markdown.finish(window());
            if !drawn.is_empty() {
                self.write(&drawn, "\n")?;
            }
        }
        self.end_line()
    }

    /// Writes a piece of text dimmed, where the terminal can.
    pub(crate) fn dim(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.visible(text);
        let dimmed = Style::new().dim().apply_to(&*text).to_string();
        self.write(&dimmed, &text)
    }

    /// Writes pieces of a line, those that are marked in bold where the terminal can.
    pub(crate) fn parts(&mut self, parts: &[(String, bool)]) -> Result<(), Failure> {
        for (text, marked) in parts {
            let text = self.visible(text);
            if *marked {
                let bold = Style::new().bold().apply_to(&*text).to_string();
                self.write(&bold, &text)?;
            } else {
                self.write(&text, &text)?;
            }
        }
        Ok(())
    }

    /// Ends the line, if one is begun.
    pub(crate) fn end_line(&mut self) -> Result<(), Failure> {
        if self.at_line_start {
            return Ok(());
        }
        self.text("\n")
    }

    /// Writes `value` as JSON on one line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(value)
            .map_err(|error| Failure::Failed(format!("cannot write JSON: {error}")))?;
        self.text(&json)?;
        self.text("\n")
    }

    fn visible<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.terminal {
            printable(text)
        } else {
            Cow::Borrowed(text)
        }
    }

    fn write(&mut self, styled: &str, plain: &str) -> Result<(), Failure> {
        if plain.is_empty() {
            return Ok(());
        }
        self.at_line_start = plain.ends_with('\n');
        self.stdout
            .write_all(styled.as_bytes())
            .and_then(|()| self.stdout.flush())
            .map_err(|error| Failure::output(&error))
    }
}

fn window() -> Window {
    let (rows, columns) = console::Term::stdout().size();
    Window {
        rows: rows.into(),
        columns: columns.into(),
    }
}

/// `text` without the characters that steer a terminal; line breaks and tabs stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(steers) {
        Cow::Owned(text.replace(steers, ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// `text` on one line, fit for a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.trim().replace(breaks, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_remains() {
        assert_eq!(
            printable("a\u{1b}[31mb\u{9b}2Jc\rd\u{7}\u{7f}"),
            "a[31mb2Jcd"
        );
        assert_eq!(printable("tab\tline\nümlaut 🦉"), "tab\tline\nümlaut 🦉");
    }

    #[test]
    fn an_error_stays_on_its_line() {
        assert_eq!(one_line("no\nsuch\r\nfile\u{2028}x\n"), "no such  file x");
    }
}
