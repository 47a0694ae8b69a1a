//! Values as Python prints them: `str()`, `repr()` and `json.dumps()`.
//!
//! Templates are written against Jinja on Python, and models were trained on what it printed.

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, State};

/// Deeper values come only from templates that mean harm; printing them would overflow the stack.
const MAX_DEPTH: usize = 128;

/// `str(value)`; an undefined value is empty, as in Jinja.
pub(super) fn str(state: &State, value: &Value) -> Result<String, Error> {
    if let Some(text) = value.as_str() {
        return Ok(text.to_owned());
    }
    let mut printer = Printer::new(state);
    if !value.is_undefined() {
        printer.repr(value, 0)?;
    }
    Ok(printer.out)
}

/// What separates and indents the parts of a JSON text.
pub(super) struct JsonStyle {
    /// One level of indentation, and with it a line for each item.
    pub(super) indent: Option<String>,
    /// Between items.
    pub(super) item_separator: String,
    /// Between a key and its value.
    pub(super) key_separator: String,
    /// Whether keys are put in order.
    pub(super) sort_keys: bool,
    /// Whether everything beyond ASCII is escaped.
    pub(super) ensure_ascii: bool,
}

impl JsonStyle {
    /// The defaults of `json.dumps` for this indentation.
    pub(super) fn new(indent: Option<String>) -> Self {
        let item_separator = if indent.is_some() { "," } else { ", " };
        Self {
            indent,
            item_separator: item_separator.into(),
            key_separator: ": ".into(),
            sort_keys: false,
            ensure_ascii: false,
        }
    }
}

/// `json.dumps(value)`.
pub(super) fn json(state: &State, value: &Value, style: &JsonStyle) -> Result<String, Error> {
    let mut printer = Printer::new(state);
    printer.json(value, style, 0)?;
    Ok(printer.out)
}

/// Whether Python's `str.isspace()` holds, which also counts the four ASCII separators.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// `str.splitlines(keepends)`.
pub(super) fn split_lines(text: &str, keep_ends: bool) -> Vec<&str> {
    const ENDS: [char; 10] = [
        '\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}',
        '\u{2029}',
    ];
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(ENDS) {
        let end = match rest[at..].strip_prefix("\r\n") {
            Some(after) => rest.len() - after.len(),
            None => at + rest[at..].chars().next().map_or(1, char::len_utf8),
        };
        lines.push(&rest[..if keep_ends { end } else { at }]);
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Writes nested values and pays fuel for each: a few lists that share their parts can stand for any number.
struct Printer<'a, 's> {
    state: &'a State<'s, 's>,
    out: String,
    paid: usize,
}

impl<'a, 's> Printer<'a, 's> {
    fn new(state: &'a State<'s, 's>) -> Self {
        Self {
            state,
            out: String::new(),
            paid: 0,
        }
    }

    fn enter(&mut self, depth: usize) -> Result<(), Error> {
        if depth > MAX_DEPTH {
            let message = "value is nested too deeply";
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
        let bytes = self.out.len() - self.paid;
        self.paid = self.out.len();
        self.state.consume_fuel(1 + (bytes / 64) as u64)
    }

    fn repr(&mut self, value: &Value, depth: usize) -> Result<(), Error> {
        self.enter(depth)?;
        match value.kind() {
            ValueKind::Undefined => self.out.push_str("Undefined"),
            ValueKind::Number if !value.is_integer() => self.out.push_str(&float(value)),
            ValueKind::String => {
                write_string_repr(&mut self.out, value.as_str().unwrap_or_default());
            }
            ValueKind::Map => {
                self.out.push('{');
                for (index, key) in value.try_iter()?.enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.repr(&key, depth + 1)?;
                    self.out.push_str(": ");
                    self.repr(&value.get_item(&key)?, depth + 1)?;
                }
                self.out.push('}');
            }
            ValueKind::Seq | ValueKind::Iterable => {
                let tuple = value.is_tuple();
                self.out.push(if tuple { '(' } else { '[' });
                let mut count = 0;
                for item in value.try_iter()? {
                    if count > 0 {
                        self.out.push_str(", ");
                    }
                    self.repr(&item, depth + 1)?;
                    count += 1;
                }
                if tuple && count == 1 {
                    self.out.push(',');
                }
                self.out.push(if tuple { ')' } else { ']' });
            }
            // None, booleans, integers print as in Python; what else there is holds no values of its own.
            _ => self.out.push_str(&value.to_string()),
        }
        Ok(())
    }

    fn json(&mut self, value: &Value, style: &JsonStyle, depth: usize) -> Result<(), Error> {
        self.enter(depth)?;
        match value.kind() {
            ValueKind::None => self.out.push_str("null"),
            ValueKind::Bool if value.is_true() => self.out.push_str("true"),
            ValueKind::Bool => self.out.push_str("false"),
            ValueKind::Number => self.out.push_str(&json_number(value)),
            ValueKind::String => {
                write_json_string(&mut self.out, value.as_str().unwrap_or_default(), style);
            }
            ValueKind::Seq | ValueKind::Iterable => {
                self.out.push('[');
                let mut empty = true;
                for item in value.try_iter()? {
                    self.begin_item(empty, style, depth + 1);
                    empty = false;
                    self.json(&item, style, depth + 1)?;
                }
                self.end_items(empty, style, depth);
                self.out.push(']');
            }
            ValueKind::Map => {
                let mut keys = value
                    .try_iter()?
                    .map(|key| Ok((json_key(&key)?, key)))
                    .collect::<Result<Vec<_>, Error>>()?;
                if style.sort_keys {
                    keys.sort_by(|(left, _), (right, _)| left.cmp(right));
                }
                self.out.push('{');
                for (index, (name, key)) in keys.iter().enumerate() {
                    self.begin_item(index == 0, style, depth + 1);
                    write_json_string(&mut self.out, name, style);
                    self.out.push_str(&style.key_separator);
                    self.json(&value.get_item(key)?, style, depth + 1)?;
                }
                self.end_items(keys.is_empty(), style, depth);
                self.out.push('}');
            }
            kind => return Err(not_serializable(kind)),
        }
        Ok(())
    }

    fn begin_item(&mut self, first: bool, style: &JsonStyle, depth: usize) {
        if !first {
            self.out.push_str(&style.item_separator);
        }
        self.end_items(false, style, depth);
    }

    fn end_items(&mut self, empty: bool, style: &JsonStyle, depth: usize) {
        if let (Some(indent), false) = (&style.indent, empty) {
            self.out.push('\n');
            (0..depth).for_each(|_| self.out.push_str(indent));
        }
    }
}

/// `repr(float)`: the shortest digits that read back the same, with an exponent from 1e16 up and below 1e-4.
fn float(value: &Value) -> String {
    let Ok(number) = f64::try_from(value.clone()) else {
        return value.to_string();
    };
    if number.is_nan() {
        return "nan".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.into();
    }
    // The same digits and the same thresholds, but Python signs the exponent and gives it two digits.
    let text = format!("{number:?}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}

fn write_string_repr(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c == quote => {
                out.push('\\');
                out.push(c);
            }
            _ if is_printable(c) => out.push(c),
            _ => out.push_str(&match u32::from(c) {
                code @ 0..=0xff => format!("\\x{code:02x}"),
                code @ 0x100..=0xffff => format!("\\u{code:04x}"),
                code => format!("\\U{code:08x}"),
            }),
        }
    }
    out.push(quote);
}

/// `str.isprintable()` for one character, but for code points that no Unicode version has assigned yet.
fn is_printable(c: char) -> bool {
    let format_character = matches!(c,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}');
    let private_or_noncharacter = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{f0000}'..)
        || u32::from(c) & 0xfffe == 0xfffe;
    c == ' '
        || !(c.is_control() || c.is_whitespace() || format_character || private_or_noncharacter)
}

/// Keys that are not strings become what they print as in JSON.
fn json_key(key: &Value) -> Result<String, Error> {
    Ok(match key.kind() {
        ValueKind::String => key.as_str().unwrap_or_default().to_owned(),
        ValueKind::None => "null".into(),
        ValueKind::Bool if key.is_true() => "true".into(),
        ValueKind::Bool => "false".into(),
        ValueKind::Number => json_number(key),
        kind => return Err(not_serializable(kind)),
    })
}

fn not_serializable(kind: ValueKind) -> Error {
    let message = format!("a value of type {kind} is not JSON serializable");
    Error::new(ErrorKind::BadSerialization, message)
}

fn json_number(value: &Value) -> String {
    if value.is_integer() {
        return value.to_string();
    }
    match float(value).as_str() {
        "nan" => "NaN".into(),
        "inf" => "Infinity".into(),
        "-inf" => "-Infinity".into(),
        text => text.into(),
    }
}

fn write_json_string(out: &mut String, text: &str, style: &JsonStyle) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => push_unicode_escape(out, c),
            _ if style.ensure_ascii && !(' '..='~').contains(&c) => push_unicode_escape(out, c),
            _ => out.push(c),
        }
    }
    out.push('"');
}

fn push_unicode_escape(out: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        out.push_str(&format!("\\u{unit:04x}"));
    }
}
