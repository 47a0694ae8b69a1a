//! Code with its colours. They are the terminal's own, so that they suit its background.

use std::sync::LazyLock;

use console::Style;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

/// A longer line is not looked into: grammars are regular expressions.
const LONGEST: usize = 2000;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// Names that models use and the grammars do not know.
const ALIASES: [(&str, &str); 6] = [
    ("typescript", "js"),
    ("ts", "js"),
    ("tsx", "js"),
    ("jsx", "js"),
    ("shell", "sh"),
    ("console", "sh"),
];

/// A block of code, line by line.
pub(super) struct Code {
    /// `None` for a language that is not known.
    state: Option<(ParseState, ScopeStack)>,
}

impl Code {
    pub(super) fn new(language: &str) -> Self {
        let language = language.to_lowercase();
        let alias = ALIASES.iter().find(|(name, _)| *name == language);
        let language = alias.map_or(language.as_str(), |(_, known)| known);
        let syntax = (!language.is_empty())
            .then(|| SYNTAXES.find_syntax_by_token(language))
            .flatten();
        Self {
            state: syntax.map(|syntax| (ParseState::new(syntax), ScopeStack::new())),
        }
    }

    /// A line with its colours.
    pub(super) fn line(&mut self, line: &str) -> String {
        if line.len() > LONGEST {
            self.state = None;
        }
        let Some((state, stack)) = &mut self.state else {
            return line.to_owned();
        };
        let whole = format!("{line}\n");
        let Ok(changes) = state.parse_line(&whole, &SYNTAXES) else {
            self.state = None;
            return line.to_owned();
        };
        let mut out = String::new();
        let mut from = 0;
        for (at, change) in changes {
            let at = at.min(line.len());
            push(&mut out, line.get(from..at), stack);
            from = at;
            if stack.apply(&change).is_err() {
                break;
            }
        }
        push(&mut out, line.get(from..), stack);
        out
    }
}

fn push(out: &mut String, text: Option<&str>, stack: &ScopeStack) {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return;
    };
    match style(stack) {
        Some(style) => out.push_str(&style.force_styling(true).apply_to(text).to_string()),
        None => out.push_str(text),
    }
}

/// The style of the innermost scope that has one.
fn style(stack: &ScopeStack) -> Option<Style> {
    static STYLES: LazyLock<Vec<(Scope, Style)>> = LazyLock::new(|| {
        let plain = Style::new();
        [
            ("comment", plain.clone().dim()),
            ("string", plain.clone().green()),
            ("constant", plain.clone().yellow()),
            ("keyword.operator", plain.clone()),
            ("keyword", plain.clone().magenta()),
            ("storage", plain.clone().magenta()),
            ("entity.name.function", plain.clone().blue()),
            ("support.function", plain.clone().blue()),
            ("variable.function", plain.clone().blue()),
            ("entity.name.tag", plain.clone().magenta()),
            ("entity.name", plain.clone().cyan()),
            ("support", plain.cyan()),
        ]
        .into_iter()
        .filter_map(|(name, style)| Some((Scope::new(name).ok()?, style)))
        .collect()
    });
    stack.as_slice().iter().rev().find_map(|scope| {
        let found = STYLES.iter().find(|(known, _)| known.is_prefix_of(*scope));
        found.map(|(_, style)| style.clone())
    })
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
        let long = "((".repeat(LONGEST);
        assert_eq!(Code::new("rust").line(&long), long);
    }
}
