//! Keeps a template from nesting values without limit.
//!
//! Fuel bounds what a template computes, but not what a value stands for: sixty times `x = [x, x]` takes
//! little work and gives a list that nothing could ever print or compare, and a namespace can even hold
//! itself. Both would end in a hang or an overflown stack inside the engine's operators. So every place of a
//! template that can nest values (a list, tuple or object that is not constant, and an assignment to a
//! namespace) is passed through a function that walks through the value and pays for each part. The family's
//! own templates have none of the former.

use std::ops::Range;

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, State};

use super::source::Tag;

/// The name of the function in templates.
pub(super) const NAME: &str = "__bounded";
/// Conversations nest half as deep.
const MAX_DEPTH: usize = 128;

/// Gives the value back if it is no deeper than any conversation, holds no namespace, and the fuel pays for
/// its parts.
pub(super) fn bounded(state: &State, value: Value) -> Result<Value, Error> {
    check(state, &value, MAX_DEPTH)?;
    Ok(value)
}

fn check(state: &State, value: &Value, depth: usize) -> Result<(), Error> {
    state.consume_fuel(1)?;
    let namespace =
        (value.as_object()).is_some_and(|object| object.type_name().ends_with("::Namespace"));
    if namespace || depth == 0 {
        let message = "a template nests values without limit";
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => {
            for item in value.try_iter()? {
                check(state, &item, depth - 1)?;
            }
        }
        ValueKind::Map => {
            for key in value.try_iter()? {
                check(state, &key, depth - 1)?;
                check(state, &value.get_item(&key)?, depth - 1)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The template with the function around everything that can nest values.
pub(super) fn guarded(text: &str, tags: &[Tag]) -> String {
    let mut inserts: Vec<(usize, &str)> = Vec::new();
    for tag in tags {
        let mut scan = Scan::new(text, tag);
        scan.run();
        for range in scan.nesting {
            inserts.push((range.start, "__bounded(("));
            inserts.push((range.end, "))"));
        }
    }
    inserts.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (at, insert) in inserts {
        out.push_str(&text[end..at]);
        out.push_str(insert);
        end = at;
    }
    out.push_str(&text[end..]);
    out
}

/// A bracket that is open.
struct Bracket {
    start: usize,
    /// Whether it begins a value, rather than an index or the arguments of a call.
    value: bool,
    /// Whether it makes a list, tuple or object.
    container: bool,
    /// Whether it holds anything but constants.
    dynamic: bool,
}

/// A pass over the tokens of one tag.
struct Scan<'a> {
    text: &'a str,
    tag: &'a Tag,
    at: usize,
    open: Vec<Bracket>,
    /// Whether the last token ends a value, so that a bracket after it is an index or a call.
    after_value: bool,
    /// The first word: what the statement does.
    statement: Option<&'a str>,
    /// Whether this part of the statement only names variables.
    targets: bool,
    /// In an assignment: whether it sets an attribute, where the value begins, and whether it is a tuple or
    /// dynamic.
    attribute: bool,
    assigned: Option<usize>,
    tuple: bool,
    dynamic: bool,
    nesting: Vec<Range<usize>>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, tag: &'a Tag) -> Self {
        Self {
            text,
            tag,
            at: tag.code.start,
            open: Vec::new(),
            after_value: false,
            statement: (!tag.is_statement).then_some(""),
            targets: false,
            attribute: false,
            assigned: None,
            tuple: false,
            dynamic: false,
            nesting: Vec::new(),
        }
    }

    fn run(&mut self) {
        let mut literals = self.tag.literals.iter().peekable();
        while self.at < self.tag.code.end {
            if let Some(literal) = literals.next_if(|literal| literal.start == self.at) {
                self.at = literal.end;
                self.after_value = true;
                continue;
            }
            let rest = &self.text[self.at..self.tag.code.end];
            let word = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len());
            if word > 0 {
                self.at += word;
                self.word(&rest[..word]);
            } else {
                let symbol = rest.chars().next().unwrap_or(' ');
                self.symbol(symbol);
                self.at += symbol.len_utf8();
            }
        }
        if let Some(start) = self.assigned {
            let code = self.text[start..self.tag.code.end].trim_end();
            // The sign belongs to the end of the tag.
            let code = code.strip_suffix(['-', '+']).unwrap_or(code);
            if self.dynamic && (self.attribute || self.tuple) {
                self.nesting.push(start..start + code.len());
            }
        }
    }

    fn word(&mut self, word: &'a str) {
        if self.statement.is_none() {
            self.statement = Some(word);
            self.targets = matches!(word, "for" | "set");
            self.after_value = word == "call";
            return;
        }
        let operator = matches!(word, "in" | "not" | "and" | "or" | "if" | "else" | "is");
        if word == "in" && self.open.is_empty() {
            self.targets = false;
        }
        self.after_value = !operator;
        let constant = matches!(word, "true" | "false" | "none" | "True" | "False" | "None")
            || word.starts_with(|c: char| c.is_ascii_digit());
        if !operator && !constant {
            self.open
                .iter_mut()
                .for_each(|bracket| bracket.dynamic = true);
            self.dynamic |= self.assigned.is_some();
        }
    }

    fn symbol(&mut self, symbol: char) {
        match symbol {
            '(' | '[' | '{' => {
                self.open.push(Bracket {
                    start: self.at,
                    value: !self.after_value && !self.targets,
                    container: symbol != '(',
                    dynamic: false,
                });
                self.after_value = false;
            }
            ')' | ']' | '}' => {
                if let Some(bracket) = self.open.pop()
                    && bracket.value
                    && bracket.container
                    && bracket.dynamic
                {
                    self.nesting.push(bracket.start..self.at + 1);
                }
                self.after_value = true;
            }
            ',' => {
                match self.open.last_mut() {
                    Some(bracket) => bracket.container = true,
                    None => self.tuple |= self.assigned.is_some(),
                }
                self.after_value = false;
            }
            '=' if self.targets && self.open.is_empty() => {
                self.targets = false;
                self.assigned = Some(self.at + 1);
                self.after_value = false;
            }
            '.' => {
                self.attribute |= self.targets;
                self.after_value = false;
            }
            c if c.is_whitespace() => {}
            _ => self.after_value = false,
        }
    }
}
