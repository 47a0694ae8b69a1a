//! Code, and what its parts are.

use std::{ops::Range, sync::LazyLock};

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

/// A longer line, in bytes, is not looked into: grammars are regular expressions.
pub const LONGEST_LINE: usize = 2000;

/// Longer code, in bytes, is left without colours by [`colours`].
pub const LONGEST_CODE: usize = 1 << 15;

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

/// What a piece of code is; which colour it gets is for whoever draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
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

/// The innermost scope that is named here tells what something is; of two names, the first.
static SCOPES: LazyLock<Vec<(Scope, Option<Colour>)>> = LazyLock::new(|| {
    [
        ("comment", Some(Colour::Comment)),
        ("string", Some(Colour::String)),
        ("constant", Some(Colour::Constant)),
        ("keyword.operator", None),
        ("keyword", Some(Colour::Keyword)),
        ("storage", Some(Colour::Keyword)),
        ("entity.name.function", Some(Colour::Function)),
        ("support.function", Some(Colour::Function)),
        ("variable.function", Some(Colour::Function)),
        ("entity.name.tag", Some(Colour::Tag)),
        ("entity.name", Some(Colour::Name)),
        ("support", Some(Colour::Library)),
    ]
    .into_iter()
    .filter_map(|(name, colour)| Some((Scope::new(name).ok()?, colour)))
    .collect()
});

/// A piece of code and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColouredRange {
    /// Where it is.
    pub range: Range<usize>,
    /// What it is.
    pub colour: Colour,
}

/// Code that comes line by line.
#[derive(Debug)]
pub struct Highlighter {
    /// `None` for a language that is not known, and after a line that could not be read.
    state: Option<(ParseState, ScopeStack)>,
}

impl Highlighter {
    /// For the language of this name, whatever its case.
    #[must_use]
    pub fn new(language: &str) -> Self {
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

    /// What is in the next line, which is given without its end; ranges are in bytes of it, in rising order, and what has
    /// no colour is left out. From a line on that is longer than [`LONGEST_LINE`] there are no colours.
    pub fn line(&mut self, line: &str) -> Vec<ColouredRange> {
        if line.len() > LONGEST_LINE {
            self.state = None;
        }
        let Some((state, stack)) = &mut self.state else {
            return Vec::new();
        };
        let Ok(changes) = state.parse_line(&format!("{line}\n"), &SYNTAXES) else {
            self.state = None;
            return Vec::new();
        };
        let mut found: Vec<ColouredRange> = Vec::new();
        let mut from = 0;
        let mut add = |range: Range<usize>, stack: &ScopeStack| {
            let Some(colour) = colour(stack).filter(|_| !range.is_empty()) else {
                return;
            };
            match found.last_mut() {
                Some(last) if last.colour == colour && last.range.end == range.start => {
                    last.range.end = range.end;
                }
                _ => found.push(ColouredRange { range, colour }),
            }
        };
        for (at, change) in changes {
            let at = at.clamp(from, line.len());
            add(from..at, stack);
            from = at;
            if stack.apply(&change).is_err() {
                self.state = None;
                return found;
            }
        }
        add(from..line.len(), stack);
        found
    }

    fn knows_the_language(&self) -> bool {
        self.state.is_some()
    }
}

fn colour(stack: &ScopeStack) -> Option<Colour> {
    stack.as_slice().iter().rev().find_map(|scope| {
        let found = SCOPES.iter().find(|(known, _)| known.is_prefix_of(*scope));
        found.map(|(_, colour)| *colour)
    })?
}

/// The colours of whole code; ranges are in UTF-16 units, as views count them.
///
/// There are none if the language is not known, the code is longer than [`LONGEST_CODE`] or one of its lines longer than
/// [`LONGEST_LINE`].
#[must_use]
pub fn colours(language: &str, code: &str) -> Vec<ColouredRange> {
    let mut highlighter = Highlighter::new(language);
    let too_long = code.len() > LONGEST_CODE || code.lines().any(|line| line.len() > LONGEST_LINE);
    if too_long || !highlighter.knows_the_language() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut start = 0;
    for whole in code.split_inclusive('\n') {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let (mut byte, mut unit) = (0, start);
        for piece in highlighter.line(line) {
            let begin = unit + units(line, byte..piece.range.start);
            unit = begin + units(line, piece.range.clone());
            byte = piece.range.end;
            found.push(ColouredRange {
                range: begin..unit,
                colour: piece.colour,
            });
        }
        start += whole.encode_utf16().count();
    }
    found
}

/// How many UTF-16 units a piece of text takes.
fn units(text: &str, range: Range<usize>) -> usize {
    text.get(range).unwrap_or_default().encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_known_languages_have_colours() {
        for (language, line, piece, colour) in [
            ("rust", "fn main() {} // hi", "// hi", Colour::Comment),
            ("Python", "def f(x): return 'ä'", "'ä'", Colour::String),
            ("ts", "const a = 1;", "const", Colour::Keyword),
            ("json", "{\"a\": [1, null]}", "null", Colour::Constant),
            ("shell", "echo \"$HOME\"", "echo", Colour::Function),
            ("html", "<p>x</p>", "p", Colour::Tag),
        ] {
            let found = Highlighter::new(language).line(line);
            let pieces: Vec<_> = found
                .iter()
                .map(|found| (&line[found.range.clone()], found.colour))
                .collect();
            assert!(pieces.contains(&(piece, colour)), "{language}: {pieces:?}");
        }
        for language in ["", "nosuch", "text"] {
            assert_eq!(Highlighter::new(language).line("let x = 1;"), []);
        }
    }

    #[test]
    fn a_comment_goes_on_over_lines() {
        let mut code = Highlighter::new("c");
        code.line("/* one");
        assert_eq!(code.line("two").len(), 1);
        code.line("*/");
        assert_eq!(code.line("two"), []);
    }

    #[test]
    fn a_long_line_ends_the_colours() {
        let long = "((".repeat(LONGEST_LINE);
        let mut code = Highlighter::new("rust");
        assert_eq!(code.line(&long), []);
        assert_eq!(code.line("fn x() {}"), []);
    }

    #[test]
    fn whole_code_is_counted_in_utf16_units() {
        let code = "x = '🦉ä' # 🦉\ny = 1\n";
        let units: Vec<u16> = code.encode_utf16().collect();
        let found = colours("python", code);
        let pieces: Vec<_> = found
            .iter()
            .map(|found| {
                (
                    String::from_utf16(&units[found.range.clone()]).expect("whole characters"),
                    found.colour,
                )
            })
            .collect();
        for piece in [
            ("'🦉ä'", Colour::String),
            ("# 🦉", Colour::Comment),
            ("1", Colour::Constant),
        ] {
            assert!(
                pieces.contains(&(piece.0.to_owned(), piece.1)),
                "{pieces:?}"
            );
        }
        assert!(
            found
                .windows(2)
                .all(|pair| pair[0].range.end <= pair[1].range.start)
        );
    }

    #[test]
    fn what_is_too_long_has_no_colours_at_all() {
        let line = "let x = 1;\n";
        assert_ne!(colours("rust", line), []);
        let most = line.repeat(LONGEST_CODE / line.len());
        assert_ne!(colours("rust", &most), []);
        assert_eq!(colours("rust", &(most + line)), []);
        let long = format!("{line}//{}\n", "x".repeat(LONGEST_LINE));
        assert_eq!(colours("rust", &long), []);
    }
}
