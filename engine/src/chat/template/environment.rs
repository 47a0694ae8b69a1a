//! Jinja as chat templates know it: what Python's engine and the transformers library put around them.

use std::collections::HashSet;
use std::fmt;

use jiff::ZonedDateTime;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Value, ValueKind, from_args};
use minijinja::{Environment, Error, ErrorKind, State, UndefinedBehavior};
use minijinja_contrib::pycompat;

use super::guard;
use super::python::{self, JsonStyle};

/// Calls of macros within macros; real templates nest three deep.
const MAX_RECURSION: usize = 100;
/// A wider field in a format string is an attempt to fill the memory.
const MAX_FORMAT_DIGITS: usize = 4;

/// The template itself refused the conversation.
#[derive(Debug)]
pub(super) struct Raised(pub(super) String);

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Raised {}

/// An environment that renders one prompt, with this much fuel (one unit for each instruction or 64 bytes of
/// data), at this moment for templates that ask for the date.
pub(super) fn environment(fuel: u64, now: ZonedDateTime) -> Result<Environment<'static>, Error> {
    let mut env = Environment::new();
    env.set_syntax(
        SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()?,
    );
    env.set_undefined_behavior(UndefinedBehavior::Lenient);
    env.set_fuel(Some(fuel));
    env.set_recursion_limit(MAX_RECURSION);
    env.set_unknown_method_callback(method);
    env.set_formatter(|out, state, value| {
        match value.as_str() {
            Some(text) => out.write_str(text)?,
            None => out.write_str(&python::str(state, value)?)?,
        }
        Ok(())
    });
    // They nest values; no chat template is known to use them.
    for filter in ["batch", "groupby", "slice", "zip"] {
        env.remove_filter(filter);
    }
    env.remove_global("debug");
    for constructor in ["dict", "namespace"] {
        bound_arguments(&mut env, constructor);
    }
    env.add_function(guard::NAME, guard::bounded);
    env.add_filter("string", |state: &State, value: &Value| {
        python::str(state, value)
    });
    env.add_filter("tojson", to_json);
    env.add_filter(
        "trim",
        |state: &State, value: &Value, chars: Option<&str>| {
            python::str(state, value).map(|text| strip(&text, chars, true, true).to_owned())
        },
    );
    env.add_filter("join", join);
    env.add_test("iterable", |value: &Value| {
        // minijinja lets one loop over none, Python does not.
        !value.is_none() && (value.is_undefined() || value.try_iter().is_ok())
    });
    env.add_test("sequence", |value: &Value| {
        // What has a length and can be indexed.
        matches!(
            value.kind(),
            // A slice or a sum of lists is an iterable here, a list there.
            ValueKind::Seq
                | ValueKind::Iterable
                | ValueKind::String
                | ValueKind::Map
                | ValueKind::Undefined
        )
    });
    env.add_function(
        "raise_exception",
        |message: String| -> Result<Value, Error> {
            Err(
                Error::new(ErrorKind::InvalidOperation, "the template refused")
                    .with_source(Raised(message)),
            )
        },
    );
    env.add_function("strftime_now", move |format: &str| {
        jiff::fmt::strtime::format(format, &now)
            .map_err(|_| Error::new(ErrorKind::InvalidOperation, "bad date format"))
    });
    Ok(env)
}

/// Has a function check what it is given.
fn bound_arguments(env: &mut Environment, name: &'static str) {
    let Some((_, function)) = env.globals().find(|(global, _)| *global == name) else {
        return;
    };
    env.add_function(
        name,
        move |state: &mut State, value: Option<Value>, named: Kwargs| {
            let mut arguments = Vec::from_iter(value);
            if named.args().next().is_some() {
                arguments.push(named.into());
            }
            for argument in &arguments {
                guard::bounded(state, argument.clone())?;
            }
            function.call(state, &arguments)
        },
    );
}

fn to_json(state: &State, value: &Value, kwargs: Kwargs) -> Result<String, Error> {
    let indent: Option<Value> = kwargs.get("indent")?;
    let indent = indent
        .filter(|indent| !indent.is_none())
        .map(|indent| match indent.as_str() {
            Some(text) => Ok(text.to_owned()),
            None => usize::try_from(indent).map(|width| " ".repeat(width.min(16))),
        })
        .transpose()?;
    let mut style = JsonStyle::new(indent);
    let separators: Option<Value> = kwargs.get("separators")?;
    if let Some(separators) = separators.filter(|separators| !separators.is_none()) {
        let at = |index: usize| {
            separators
                .get_item_by_index(index)
                .map(|separator| separator.to_string())
        };
        (style.item_separator, style.key_separator) = (at(0)?, at(1)?);
    }
    style.sort_keys = kwargs.get::<Option<bool>>("sort_keys")?.unwrap_or(false);
    style.ensure_ascii = kwargs.get::<Option<bool>>("ensure_ascii")?.unwrap_or(false);
    kwargs.assert_all_used()?;
    python::json(state, value, &style)
}

fn join(
    state: &State,
    value: &Value,
    separator: Option<&str>,
    kwargs: Kwargs,
) -> Result<String, Error> {
    let separator = match kwargs.get::<Option<&str>>("d")? {
        Some(separator) => separator,
        None => separator.unwrap_or(""),
    };
    let attribute: Option<&str> = kwargs.get("attribute")?;
    kwargs.assert_all_used()?;
    let mut out = String::new();
    for (index, item) in value.try_iter()?.enumerate() {
        let item = match attribute {
            Some(attribute) => item.get_attr(attribute)?,
            None => item,
        };
        let item = python::str(state, &item)?;
        state.consume_fuel(1 + ((separator.len() + item.len()) / 64) as u64)?;
        if index > 0 {
            out.push_str(separator);
        }
        out.push_str(&item);
    }
    Ok(out)
}

/// Python's methods where `pycompat` has another idea of white space or lines; the rest is its own.
fn method(state: &mut State, value: &Value, name: &str, args: &[Value]) -> Result<Value, Error> {
    let Some(text) = value.as_str() else {
        return pycompat::unknown_method_callback(state, value, name, args);
    };
    match name {
        "strip" | "lstrip" | "rstrip" => {
            let (chars,): (Option<&str>,) = from_args(args)?;
            let (start, end) = (name != "rstrip", name != "lstrip");
            Ok(Value::from(strip(text, chars, start, end)))
        }
        "split" if args.first().is_none_or(Value::is_none) && args.len() < 2 => Ok(text
            .split(python::is_space)
            .filter(|word| !word.is_empty())
            .map(Value::from)
            .collect()),
        "split" if args.first().and_then(Value::as_str) == Some("") => {
            Err(Error::new(ErrorKind::InvalidOperation, "empty separator"))
        }
        "splitlines" => {
            let (keep_ends,): (Option<bool>,) = from_args(args)?;
            let lines = python::split_lines(text, keep_ends.unwrap_or(false));
            Ok(lines.into_iter().map(Value::from).collect())
        }
        "isspace" => Ok(Value::from(
            !text.is_empty() && text.chars().all(python::is_space),
        )),
        "format" if longest_number(text) > MAX_FORMAT_DIGITS => Err(Error::new(
            ErrorKind::InvalidOperation,
            "the field of a format string is too wide",
        )),
        _ => pycompat::unknown_method_callback(state, value, name, args),
    }
}

fn strip<'a>(text: &'a str, chars: Option<&str>, start: bool, end: bool) -> &'a str {
    let chars: Option<HashSet<char>> = chars.map(|chars| chars.chars().collect());
    let stripped = |c: char| match &chars {
        Some(chars) => chars.contains(&c),
        None => python::is_space(c),
    };
    let text = if start {
        text.trim_start_matches(stripped)
    } else {
        text
    };
    if end {
        text.trim_end_matches(stripped)
    } else {
        text
    }
}

fn longest_number(text: &str) -> usize {
    text.split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .max()
        .unwrap_or(0)
}
