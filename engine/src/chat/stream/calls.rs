//! The family's written form of tool calls.
//!
//! ```text
//! <function=NAME>
//! <parameter=P>
//! VALUE
//! </parameter>
//! </function>
//! ```

use serde_json::{Map, Value};

use super::schema::Tools;
use crate::chat::ToolCall;

pub(super) const FUNCTION: &str = "<function=";
pub(super) const FUNCTION_END: &str = "</function>";
const PARAMETER: &str = "<parameter=";
const PARAMETER_END: &str = "</parameter>";

/// Reads the calls between `<tool_call>` and `</tool_call>`: one or several in the family's form, or in the
/// JSON form of its predecessors. `None` if any is malformed or incomplete.
///
/// A value ends where an end tag is followed by what may follow it, so that values may hold the tags' text. Of
/// parameters given twice the last counts.
pub(super) fn parse(text: &str, tools: Tools) -> Option<Vec<ToolCall>> {
    let mut rest = text.trim();
    if rest.starts_with(['{', '[']) {
        return parse_json(rest);
    }
    let mut calls = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.strip_prefix(FUNCTION)?.split_once('>')?;
        let name = name.trim();
        if name.is_empty() || name.contains('\n') {
            return None;
        }
        let (body, next) = until(after, FUNCTION_END, FUNCTION)?;
        calls.push(ToolCall {
            name: name.to_owned(),
            arguments: arguments(name, body, tools),
        });
        // Text after the last call says nothing.
        rest = next.find(FUNCTION).map_or("", |start| &next[start..]);
    }
    (!calls.is_empty()).then_some(calls)
}

/// Whether the text could be the beginning of a call.
pub(super) fn may_begin(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(FUNCTION) || FUNCTION.starts_with(text) || text.starts_with(['{', '['])
}

/// Whether the text could be all of a call, so that a closing tag is one.
pub(super) fn may_end(text: &str) -> bool {
    let text = text.trim();
    !text.starts_with(FUNCTION) || text.ends_with(FUNCTION_END)
}

fn arguments(function: &str, body: &str, tools: Tools) -> Map<String, Value> {
    if let Ok(Value::Object(arguments)) = serde_json::from_str(body.trim()) {
        return arguments;
    }
    let mut arguments = Map::new();
    let mut rest = body;
    while let Some((_, after)) = rest.split_once(PARAMETER) {
        let Some((name, after)) = after.split_once('>') else {
            break;
        };
        let (value, next) = until(after, PARAMETER_END, PARAMETER)
            // The end tag is missing.
            .or_else(|| after.find(PARAMETER).map(|next| after.split_at(next)))
            .unwrap_or((after, ""));
        let name = name.trim();
        let value = tools.typed(function, name, without_lines_around(value));
        arguments.insert(name.to_owned(), value);
        rest = next;
    }
    arguments
}

/// The text before the first `end` that is followed by nothing or by `next`, or before the last `end`; and
/// what follows.
fn until<'t>(text: &'t str, end: &str, next: &str) -> Option<(&'t str, &'t str)> {
    let cut = |at: usize| (&text[..at], &text[at + end.len()..]);
    let mut ends = text.match_indices(end).map(|(at, _)| cut(at));
    let followed = |(_, after): &(&str, &str)| {
        let after = after.trim_start();
        after.is_empty() || after.starts_with(next)
    };
    ends.find(followed).or_else(|| text.rfind(end).map(cut))
}

/// One line feed before the value and one after it belong to the form.
fn without_lines_around(value: &str) -> &str {
    let value = value
        .strip_prefix("\r\n")
        .or_else(|| value.strip_prefix('\n'))
        .unwrap_or(value);
    value
        .strip_suffix("\r\n")
        .or_else(|| value.strip_suffix('\n'))
        .unwrap_or(value)
}

fn parse_json(text: &str) -> Option<Vec<ToolCall>> {
    let calls = match serde_json::from_str(text).ok()? {
        Value::Array(calls) => calls,
        call => vec![call],
    };
    calls
        .into_iter()
        .map(|mut call| {
            let name = call.get("name")?.as_str()?.to_owned();
            let arguments = match call.get_mut("arguments").map(Value::take) {
                Some(Value::Object(arguments)) => arguments,
                Some(Value::String(text)) => serde_json::from_str(&text).ok()?,
                Some(Value::Null) | None => Map::new(),
                Some(_) => return None,
            };
            Some(ToolCall { name, arguments })
        })
        .collect()
}
