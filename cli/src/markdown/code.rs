//! Code with its colours. They are the terminal's own, so that they suit its background.

use console::Style;
use tandem_markup::{Colour, Highlighter};

/// A block of code, line by line.
pub(super) struct Code(Highlighter);

impl Code {
    pub(super) fn new(language: &str) -> Self {
        Self(Highlighter::new(language))
    }

    /// A line with its colours.
    pub(super) fn line(&mut self, line: &str) -> String {
        let mut out = String::new();
        let mut from = 0;
        for piece in self.0.line(line) {
            out.push_str(&line[from..piece.range.start]);
            let style = style(piece.colour).force_styling(true);
            from = piece.range.end;
            out.push_str(&style.apply_to(&line[piece.range]).to_string());
        }
        out.push_str(&line[from..]);
        out
    }
}

fn style(colour: Colour) -> Style {
    let plain = Style::new();
    match colour {
        Colour::Comment => plain.dim(),
        Colour::String => plain.green(),
        Colour::Constant => plain.yellow(),
        Colour::Keyword | Colour::Tag => plain.magenta(),
        Colour::Function => plain.blue(),
        Colour::Name | Colour::Library => plain.cyan(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use console::strip_ansi_codes;

    #[test]
    fn code_keeps_its_text_and_gets_colours() {
        for (language, line) in [
            ("rust", "fn main() { println!(\"{}\", 1); } // hi"),
            ("Python", "def f(x): return 'ä' # 🦉"),
            ("ts", "const a = `b`;"),
            ("json", "{\"a\": [1, null]}"),
        ] {
            let coloured = Code::new(language).line(line);
            assert_ne!(coloured, line, "{language}");
            assert_eq!(strip_ansi_codes(&coloured), line);
        }
        for language in ["", "nosuch", "text"] {
            assert_eq!(Code::new(language).line("let x = 1;"), "let x = 1;");
        }
    }

    #[test]
    fn a_comment_goes_on_over_lines() {
        let mut code = Code::new("c");
        code.line("/* one");
        assert_ne!(code.line("two"), "two");
        code.line("*/");
        assert_eq!(code.line("two"), "two");
    }

    #[test]
    fn a_long_line_ends_the_colours() {
        let long = "((".repeat(tandem_markup::LONGEST_LINE);
        assert_eq!(Code::new("rust").line(&long), long);
    }
}
