//! Markdown in the terminal, as it streams.
//!
//! A line is shown as it comes. Once it is whole it is drawn anew with its styles; rows of a table, once the table is.
//! What has scrolled out of the window stays as it came.

mod code;
mod inline;
mod line;
mod table;

use console::measure_text_width;

use code::Code;

/// Turns pieces of Markdown into what a terminal is to be sent.
#[derive(Default)]
pub(crate) struct Markdown {
    /// What has come of the current line.
    line: String,
    /// The rows of a table that may go on.
    table: Vec<String>,
    /// The code block we are in, and the fence that ends it.
    code: Option<(Code, String)>,
}

/// The size of a terminal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Markdown {
    /// Takes a piece of text that holds no control characters but line feeds and tabs.
    pub(crate) fn push(&mut self, text: &str, window: Window) -> String {
        let mut out = String::new();
        for piece in text.split_inclusive('\n') {
            match piece.strip_suffix('\n') {
                Some(end) => {
                    out.push_str(end);
                    self.line.push_str(end);
                    self.end_line(window, &mut out);
                }
                None => {
                    out.push_str(piece);
                    self.line.push_str(piece);
                }
            }
        }
        out
    }

    /// Ends the text: draws what is still as it came.
    pub(crate) fn finish(&mut self, window: Window) -> String {
        let mut out = String::new();
        if !self.line.is_empty() {
            self.end_line(window, &mut out);
        }
        if !self.table.is_empty() {
            self.end_table(window, "", &mut out);
        }
        *self = Self::default();
        out
    }

    fn end_line(&mut self, window: Window, out: &mut String) {
        let line = std::mem::take(&mut self.line);
        if let Some((code, fence)) = &mut self.code {
            let ends = line.trim().starts_with(fence.as_str())
                && line.trim().trim_matches(['`', '~']).is_empty();
            if ends {
                self.code = None;
                redraw(&[&line], &line::dim(&line), window, out);
            } else {
                redraw(&[&line], &code.line(&line), window, out);
            }
            return;
        }
        if line.trim_start().starts_with('|') {
            self.table.push(line);
            out.push('\n');
            return;
        }
        if !self.table.is_empty() {
            self.end_table(window, &line, out);
        }
        let drawn = match line::fence(&line) {
            Some((fence, language)) => {
                self.code = Some((Code::new(language), fence.to_owned()));
                line::dim(&line)
            }
            None => line::styled(&line),
        };
        redraw(&[&line], &drawn, window, out);
    }

    /// Draws the table that stands above `line`, which is shown as it came, and the line again.
    fn end_table(&mut self, window: Window, line: &str, out: &mut String) {
        let rows = std::mem::take(&mut self.table);
        let mut shown: Vec<&str> = rows.iter().map(String::as_str).collect();
        shown.push(line);
        if let Some(drawn) = table::drawn(&rows, window.columns) {
            redraw(&shown, &drawn, window, out);
            out.push_str(line);
        }
    }
}

/// Replaces lines that are shown as they came, the cursor at the end of the last, by `drawn`.
fn redraw(shown: &[&str], drawn: &str, window: Window, out: &mut String) {
    let height: usize = shown.iter().map(|line| height(line, window.columns)).sum();
    if shown != [drawn] && height < window.rows {
        out.push('\r');
        if height > 1 {
            out.push_str(&format!("\u{1b}[{}A", height - 1));
        }
        out.push_str("\u{1b}[J");
        out.push_str(drawn);
    }
    out.push('\n');
}

/// How many rows of the window a line takes.
fn height(line: &str, columns: usize) -> usize {
    let columns = columns.max(2);
    let (mut rows, mut at) = (1, 0);
    for c in line.chars() {
        let width = match c {
            // A tab never leaves its row.
            '\t' => (8 - at % 8).min(columns - at),
            c => measure_text_width(c.encode_utf8(&mut [0; 4])),
        };
        if at + width > columns {
            rows += 1;
            at = 0;
        }
        at += width;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window {
        rows: 24,
        columns: 20,
    };

    /// What stands on a screen after `text` came in pieces of `size` characters.
    fn screen(text: &str, size: usize) -> String {
        let mut markdown = Markdown::default();
        let mut sent = String::new();
        let chars: Vec<char> = text.chars().collect();
        for piece in chars.chunks(size) {
            sent += &markdown.push(&piece.iter().collect::<String>(), WINDOW);
        }
        sent += &markdown.finish(WINDOW);
        let (mut rows, mut row, mut column) = (vec![String::new()], 0_usize, 0);
        let mut rest = sent.as_str();
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\n' => {
                    (row, column) = (row + 1, 0);
                    rows.resize(rows.len().max(row + 1), String::new());
                }
                '\r' => column = 0,
                '\u{1b}' => {
                    let end = rest.find(|c: char| c.is_alphabetic()).expect("an end");
                    let (number, letter) = (&rest[1..end], &rest[end..=end]);
                    match letter {
                        "A" => row -= number.parse::<usize>().expect("a number"),
                        "J" => {
                            assert_eq!(column, 0);
                            rows.truncate(row);
                            rows.push(String::new());
                        }
                        _ => assert_eq!(letter, "m"),
                    }
                    rest = &rest[end + 1..];
                }
                c => {
                    if column == WINDOW.columns {
                        (row, column) = (row + 1, 0);
                        rows.resize(rows.len().max(row + 1), String::new());
                    }
                    rows[row].push(c);
                    column += 1;
                }
            }
        }
        rows.join("\n")
    }

    #[test]
    fn the_screen_is_the_same_however_the_text_comes() {
        let text = "# Title\n\nSome **bold** text that goes over several rows, with `code`.\n\n\
                    - one\n  - *two*\n\n| a | b |\n|---|--:|\n| 1 | 22 |\nafter\n\
                    ```rust\nlet x = \"a\"; // b\n```\n| x |\n";
        let whole = screen(text, usize::MAX);
        for size in [1, 2, 3, 7, 20] {
            assert_eq!(screen(text, size), whole, "{size}");
        }
        for gone in ["**", "`code`", "# Title", "|---|"] {
            assert!(!whole.contains(gone), "{gone}: {whole}");
        }
        for there in [
            "Title",
            "bold",
            "• one",
            "  • two",
            "after",
            "let x = \"a\"; // b",
        ] {
            assert!(whole.contains(there), "{there}: {whole}");
        }
    }

    #[test]
    fn what_is_taller_than_the_window_stays_as_it_came() {
        let text = "**word** ".repeat(100);
        let mut markdown = Markdown::default();
        let sent = markdown.push(&format!("{text}\n"), WINDOW);
        assert_eq!(sent, format!("{text}\n"));
    }

    #[test]
    fn heights_are_those_of_a_terminal() {
        for (line, rows) in [
            ("", 1),
            ("12345", 1),
            ("123456", 2),
            ("日本語", 2),
            ("\t\t\t", 1),
        ] {
            assert_eq!(height(line, 5), rows, "{line}");
        }
    }
}
