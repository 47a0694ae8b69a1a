//! LM Studio's conversation files, as its versions 0.3 and 0.4 keep them (`*.conversation.json`).
//!
//! `messages` is a list of turns. Each has `versions` (what was said, and what it was regenerated or edited to) and
//! `currentlySelected`. A version of a user's turn is `singleStep` with `content`; an assistant's is `multiStep` with
//! `steps`, of which blocks of content are the answer or, by their `style`, thinking. The format is not documented:
//! what is unknown is passed over, and text is taken wherever it stands.

use serde_json::{Map, Value};

use super::portable::{MOST_MESSAGES, PortableChat, PortableMessage};
use crate::store::clock;
use crate::store::record::{Role, TitleSource};

/// Whether the file looks like one of LM Studio's.
pub(super) fn is_one(file: &Map<String, Value>) -> bool {
    file.get("messages")
        .and_then(Value::as_array)
        .is_some_and(|turns| {
            turns.is_empty() || turns.iter().any(|turn| turn.get("versions").is_some())
        })
}

/// The conversation of a file; an error in words if it is not what it seemed.
pub(super) fn chat(file: &Map<String, Value>) -> Result<PortableChat, String> {
    let turns = file
        .get("messages")
        .and_then(Value::as_array)
        .ok_or("it has no list of messages")?;
    let text = |name: &str| file.get(name).and_then(Value::as_str).unwrap_or_default();
    let time = |name: &str| file.get(name).and_then(milliseconds);
    let created_at = time("createdAt").unwrap_or_else(clock::now);
    let model = file
        .get("lastUsedModel")
        .and_then(|model| model.get("identifier"))
        .and_then(Value::as_str)
        .map(str::to_owned);
    let mut chat = PortableChat {
        uid: time("createdAt").map_or_else(String::new, |at| format!("lm-studio:{at}")),
        title: text("name").to_owned(),
        title_source: if text("name").is_empty() {
            TitleSource::None
        } else {
            TitleSource::User
        },
        folder: None,
        system_prompt: text("systemPrompt").to_owned(),
        model,
        parameters: Map::new(),
        created_at,
        updated_at: [time("userLastMessagedAt"), time("assistantLastMessagedAt")]
            .into_iter()
            .flatten()
            .fold(created_at, i64::max),
        pinned_at: (file.get("pinned") == Some(&Value::Bool(true))).then_some(created_at),
        trashed_at: None,
        messages: Vec::new(),
    };
    // What comes after a turn follows the version that is selected of it.
    let mut parent = None;
    for turn in turns {
        let Some(versions) = turn.get("versions").and_then(Value::as_array) else {
            continue;
        };
        let selected = turn
            .get("currentlySelected")
            .and_then(Value::as_u64)
            .and_then(|selected| usize::try_from(selected).ok())
            .filter(|selected| *selected < versions.len())
            .unwrap_or(0);
        let mut next = parent;
        for (nth, version) in versions.iter().enumerate() {
            let Some(mut message) = message(version, created_at) else {
                continue;
            };
            if chat.messages.len() >= MOST_MESSAGES {
                return Err("it has more messages than can be imported".to_owned());
            }
            message.parent = parent;
            message.chosen = nth == selected;
            if message.chosen {
                next = Some(chat.messages.len());
            }
            chat.messages.push(message);
        }
        parent = next;
    }
    Ok(chat)
}

fn message(version: &Value, created_at: i64) -> Option<PortableMessage> {
    let role = match version.get("role").and_then(Value::as_str)? {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "system" => Role::System,
        "tool" => Role::Tool,
        _ => return None,
    };
    let mut message = PortableMessage::new(role, String::new(), created_at);
    if let Some(content) = version.get("content") {
        push_text(content, &mut message);
    }
    for step in version
        .get("steps")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        if step.get("type").and_then(Value::as_str) != Some("contentBlock") {
            continue;
        }
        let mut block = PortableMessage::new(role, String::new(), created_at);
        push_text(step.get("content").unwrap_or(&Value::Null), &mut block);
        let style = step.get("style").and_then(|style| style.get("type"));
        if style.and_then(Value::as_str) == Some("thinking") {
            append_block(&mut message.thinking, &block.content);
        } else {
            append_block(&mut message.content, &block.content);
        }
        message.tool_calls.append(&mut block.tool_calls);
        if let Some(info) = step.get("genInfo") {
            message.model = info
                .get("identifier")
                .and_then(Value::as_str)
                .map(str::to_owned)
                .or(message.model);
            if let Some(stats) = info.get("stats").filter(|stats| stats.is_object()) {
                message.finish_reason = stats
                    .get("stopReason")
                    .and_then(Value::as_str)
                    .map(finish_reason);
                message.statistics = Some(serde_json::json!({ "lm_studio": stats }));
            }
        }
    }
    Some(message)
}

/// The text of `content`: a string, or a list of parts.
fn push_text(content: &Value, message: &mut PortableMessage) {
    match content {
        Value::String(text) => message.content.push_str(text),
        Value::Array(parts) => {
            for part in parts {
                match part.get("type").and_then(Value::as_str) {
                    Some("toolCallRequest") => message.tool_calls.push(serde_json::json!({
                        "name": part.get("name").cloned().unwrap_or_default(),
                        "arguments": part
                            .get("parameters")
                            .or_else(|| part.get("arguments"))
                            .cloned()
                            .unwrap_or_default(),
                    })),
                    Some("file") => {
                        let name = part.get("name").and_then(Value::as_str).unwrap_or("file");
                        message.content.push_str(&format!("[{name}]"));
                    }
                    _ => {
                        if let Some(text) = part.get("text").and_then(Value::as_str) {
                            message.content.push_str(text);
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

fn append_block(text: &mut String, block: &str) {
    if !text.is_empty() && !block.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(block);
}

fn finish_reason(stop_reason: &str) -> String {
    match stop_reason {
        "eosFound" | "stopStringFound" => "stop",
        "maxPredictedTokensReached" | "contextLengthReached" => "length",
        "toolCalls" => "tool_calls",
        "userStopped" => "cancelled",
        other => other,
    }
    .to_owned()
}

fn milliseconds(value: &Value) -> Option<i64> {
    let number = value.as_f64()?;
    // Years 1970 to 2999.
    (0.0..32_503_680_000_000.0)
        .contains(&number)
        .then_some(number as i64)
}
