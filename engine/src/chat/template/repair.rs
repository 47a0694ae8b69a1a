//! Changes that let a template render a conversation it refuses.
//!
//! Agents and clients write conversations that the family's templates raise on. None of that is the user's
//! fault, so each change here gives the template a form it knows and the model the same information, and says
//! what it did.

use serde_json::{Map, Value, json};

use crate::chat::{Conversation, Message, contents::is_text};

/// A change of a conversation; what it did if there was anything to do.
pub(super) type Repair = fn(&mut Conversation) -> Option<String>;

/// In the order they are tried, each on top of those before it.
pub(super) const REPAIRS: [Repair; 5] = [
    known_contents,
    well_formed_calls,
    known_roles,
    system_first,
    a_user_message,
];

/// Contents become text or lists of the parts that templates know.
fn known_contents(conversation: &mut Conversation) -> Option<String> {
    let (mut as_text, mut left_out) = (0, 0);
    for message in &mut conversation.messages {
        let system = matches!(message.role(), "system" | "developer");
        let Some(content) = message.as_json_mut().get_mut("content") else {
            continue;
        };
        match content {
            Value::Null | Value::String(_) => {}
            Value::Array(parts) => {
                for part in parts.iter_mut() {
                    if let Value::String(text) = part {
                        *part = json!({"type": "text", "text": text});
                        as_text += 1;
                    }
                }
                let before = parts.len();
                parts.retain(|part| is_text(part) || (!system && is_picture(part)));
                left_out += before - parts.len();
            }
            other if is_text(other) => {
                *other = json!([other]);
                as_text += 1;
            }
            other => {
                *other = other.to_string().into();
                as_text += 1;
            }
        }
    }
    let mut done = Vec::new();
    if as_text > 0 {
        done.push("contents of an unknown form were given as text");
    }
    if left_out > 0 {
        done.push(
            "parts of messages that are neither text nor pictures the template takes were left out",
        );
    }
    (!done.is_empty()).then(|| done.join("; "))
}

fn is_picture(part: &Value) -> bool {
    let kind = part.get("type").and_then(Value::as_str);
    matches!(kind, Some("image" | "image_url" | "video"))
        || ["image", "image_url", "video"]
            .iter()
            .any(|key| part.get(key).is_some())
}

/// Calls without a name go; arguments that are no object are given under a name of their own.
fn well_formed_calls(conversation: &mut Conversation) -> Option<String> {
    let mut changed = false;
    for message in &mut conversation.messages {
        let Some(calls) = message.as_json_mut().get_mut("tool_calls") else {
            continue;
        };
        let Value::Array(calls) = calls else {
            changed |= !calls.is_null();
            *calls = Value::Null;
            continue;
        };
        calls.retain_mut(|call| {
            let function = if call.get("function").is_some_and(Value::is_object) {
                &mut call["function"]
            } else {
                call
            };
            if !function.get("name").is_some_and(Value::is_string) {
                changed = true;
                return false;
            }
            if let Some(arguments) = function
                .get_mut("arguments")
                .filter(|value| !value.is_object())
            {
                changed = true;
                *arguments = match arguments.take() {
                    Value::Null => json!({}),
                    other => json!({"arguments": other}),
                };
            }
            true
        });
    }
    changed.then(|| "malformed tool calls were corrected or left out".into())
}

/// Whether a template has let a message of an unknown role fall without a word.
pub(super) fn loses_a_role(conversation: &Conversation, prompt: &str) -> bool {
    let known = ["system", "user", "assistant", "tool"];
    conversation
        .messages
        .iter()
        .filter(|message| !known.contains(&message.role()))
        .any(|message| !prompt.contains(message.text().trim()))
}

/// Roles become those of the family.
pub(super) fn known_roles(conversation: &mut Conversation) -> Option<String> {
    let mut changed = false;
    for message in &mut conversation.messages {
        let role = match message.role() {
            "system" | "user" | "assistant" | "tool" => continue,
            "developer" => "system",
            "function" => "tool",
            other => {
                let speaker = format!("[{other}]: ");
                prefix(message, &speaker);
                "user"
            }
        };
        message.as_json_mut().insert("role".into(), role.into());
        changed = true;
    }
    changed
        .then(|| "roles that the template does not know were given as system, tool or user".into())
}

fn prefix(message: &mut Message, text: &str) {
    let content = message
        .as_json_mut()
        .entry("content")
        .or_insert(Value::Null);
    match content {
        Value::String(old) => old.insert_str(0, text),
        Value::Array(parts) => parts.insert(0, json!({"type": "text", "text": text})),
        _ => *content = text.into(),
    }
}

/// System messages at the beginning become one; later ones are said by the user in their place, so that what
/// comes before them stays the same.
fn system_first(conversation: &mut Conversation) -> Option<String> {
    let messages = &mut conversation.messages;
    let leading = leading_system(messages);
    let mut changed = leading > 1;
    if leading > 1 {
        let parts: Vec<String> = messages
            .drain(..leading)
            .map(|message| message.text())
            .collect();
        messages.insert(0, Message::system(parts.join("\n\n")));
    }
    for message in messages.iter_mut().skip(1) {
        if message.role() == "system" {
            message.as_json_mut().insert("role".into(), "user".into());
            changed = true;
        }
    }
    changed.then(|| {
        "system messages that do not stand at the beginning were joined or given as the user's"
            .into()
    })
}

fn leading_system(messages: &[Message]) -> usize {
    messages
        .iter()
        .take_while(|message| message.role() == "system")
        .count()
}

/// A conversation of instructions alone puts them to the model as the user's; any other gets an empty message
/// where the user's would be.
fn a_user_message(conversation: &mut Conversation) -> Option<String> {
    let messages = &mut conversation.messages;
    if messages.iter().any(Message::asks) {
        return None;
    }
    let leading = leading_system(messages);
    if leading > 0 && leading == messages.len() {
        let fields: &mut Map<String, Value> = messages[leading - 1].as_json_mut();
        fields.insert("role".into(), "user".into());
        return Some(
            "the system message was given as the user's, as there is no other message".into(),
        );
    }
    messages.insert(leading, Message::user(""));
    Some("an empty user message was added, as there is none".into())
}
