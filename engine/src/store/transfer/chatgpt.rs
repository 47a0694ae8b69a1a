//! ChatGPT's export (`conversations.json`): a list of conversations, each a `mapping` of nodes by name.
//!
//! A node has a `message` or none, a `parent` and `children`; `current_node` is the end of the path that is shown.
//! Parents are taken from the nodes themselves, and from lists of children where a node names none. Hidden nodes are
//! passed over, and what follows them follows what was before. Images and sound are named in brackets.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::portable::{MOST_MESSAGES, PortableChat, PortableMessage};
use super::tree;
use crate::store::clock;
use crate::store::record::{Role, TitleSource};

/// A conversation of the export; an error in words if it is none.
pub(super) fn chat(conversation: &Map<String, Value>) -> Result<PortableChat, String> {
    let mapping = conversation
        .get("mapping")
        .and_then(Value::as_object)
        .ok_or("it has no messages (no \"mapping\")")?;
    if mapping.len() > MOST_MESSAGES {
        return Err("it has more messages than can be imported".to_owned());
    }
    let text = |name: &str| conversation.get(name).and_then(Value::as_str);
    let time = |name: &str| conversation.get(name).and_then(milliseconds);
    let created_at = time("create_time").unwrap_or_else(clock::now);
    let title = text("title").unwrap_or_default().to_owned();
    let mut chat = PortableChat {
        uid: text("conversation_id")
            .or_else(|| text("id"))
            .map_or_else(String::new, |id| format!("chatgpt:{id}")),
        title_source: if title.is_empty() {
            TitleSource::None
        } else {
            TitleSource::User
        },
        title,
        folder: None,
        system_prompt: String::new(),
        // The models of that service are not to be had here.
        model: None,
        parameters: Map::new(),
        created_at,
        updated_at: time("update_time").unwrap_or(created_at).max(created_at),
        pinned_at: None,
        trashed_at: None,
        messages: Vec::new(),
    };
    add_messages(&mut chat, mapping, text("current_node"));
    Ok(chat)
}

fn add_messages(chat: &mut PortableChat, mapping: &Map<String, Value>, current: Option<&str>) {
    let nodes: Vec<&Value> = mapping.values().collect();
    let places: HashMap<&str, usize> = mapping.keys().map(String::as_str).zip(0..).collect();
    let parents = parents(&nodes, &places);
    let order = tree::ordered(&parents);
    let has_children: HashSet<usize> = order.iter().filter_map(|(_, parent)| *parent).collect();
    // For each node, the message that what follows it follows, and thinking that has not found its answer yet.
    let mut ends: HashMap<usize, (Option<usize>, String)> = HashMap::new();
    // The message a node became.
    let mut message_of: HashMap<usize, usize> = HashMap::new();
    for (node, parent) in order {
        // Thinking is handed on, not copied: a chain of it would take its length squared.
        let (mut follows, mut thinking) = parent
            .and_then(|parent| ends.get_mut(&parent))
            .map(|(end, thinking)| (*end, std::mem::take(thinking)))
            .unwrap_or_default();
        let content = nodes
            .get(node)
            .and_then(|value| read(value, chat.created_at));
        match content {
            Some(Node::Thinking(text)) => {
                if !thinking.is_empty() {
                    thinking.push_str("\n\n");
                }
                thinking.push_str(&text);
                // Thinking that no answer followed is an answer without text.
                if !has_children.contains(&node) {
                    let mut message =
                        PortableMessage::new(Role::Assistant, String::new(), chat.created_at);
                    message.thinking = std::mem::take(&mut thinking);
                    message.parent = follows;
                    message_of.insert(node, chat.messages.len());
                    follows = Some(chat.messages.len());
                    chat.messages.push(message);
                }
            }
            Some(Node::Message(mut message)) => {
                if message.role == Role::System
                    && chat.messages.is_empty()
                    && chat.system_prompt.is_empty()
                {
                    chat.system_prompt = message.content;
                } else {
                    if message.role == Role::Assistant {
                        message.thinking = std::mem::take(&mut thinking);
                    }
                    message.parent = follows;
                    message_of.insert(node, chat.messages.len());
                    follows = Some(chat.messages.len());
                    chat.messages.push(*message);
                }
            }
            None => {}
        }
        ends.insert(node, (follows, thinking));
    }
    choose(
        chat,
        current
            .and_then(|name| places.get(name))
            .and_then(|node| ends.get(node))
            .and_then(|(end, _)| *end),
    );
}

/// Chooses the path to `current`, and elsewhere the last of each message's followers.
fn choose(chat: &mut PortableChat, current: Option<usize>) {
    let mut last: HashMap<Option<usize>, usize> = HashMap::new();
    for (place, message) in chat.messages.iter().enumerate() {
        last.insert(message.parent, place);
    }
    let mut at = current;
    while let Some((place, message)) = at.and_then(|at| Some((at, chat.messages.get(at)?))) {
        last.insert(message.parent, place);
        at = message.parent;
    }
    for place in last.into_values() {
        if let Some(message) = chat.messages.get_mut(place) {
            message.chosen = true;
        }
    }
}

fn parents(nodes: &[&Value], places: &HashMap<&str, usize>) -> Vec<Option<usize>> {
    let place = |name: &Value| name.as_str().and_then(|name| places.get(name)).copied();
    let mut parents: Vec<Option<usize>> = nodes
        .iter()
        .map(|node| node.get("parent").and_then(place))
        .collect();
    for (parent, node) in nodes.iter().enumerate() {
        let children = node.get("children").and_then(Value::as_array);
        for child in children.into_iter().flatten().filter_map(place) {
            if let Some(unknown @ None) = parents.get_mut(child) {
                *unknown = Some(parent);
            }
        }
    }
    parents
}

enum Node {
    Message(Box<PortableMessage>),
    Thinking(String),
}

/// What a node says; `None` if it shows nothing.
fn read(node: &Value, at: i64) -> Option<Node> {
    let message = node.get("message").filter(|message| message.is_object())?;
    let metadata = message.get("metadata");
    let flag = |name: &str| metadata.and_then(|m| m.get(name)) == Some(&Value::Bool(true));
    if flag("is_visually_hidden_from_conversation") || flag("is_user_system_message") {
        return None;
    }
    let role = match message.get("author")?.get("role")?.as_str()? {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "system" => Role::System,
        _ => Role::Tool,
    };
    let content = message.get("content")?;
    let kind = content.get("content_type").and_then(Value::as_str);
    if kind == Some("thoughts") {
        let thoughts = content.get("thoughts").and_then(Value::as_array)?;
        let texts: Vec<&str> = thoughts
            .iter()
            .filter_map(|thought| thought.get("content").and_then(Value::as_str))
            .filter(|text| !text.is_empty())
            .collect();
        return (!texts.is_empty()).then(|| Node::Thinking(texts.join("\n\n")));
    }
    // A line such as "Thought for 5 seconds", and what the user told the service about themselves.
    if matches!(
        kind,
        Some("reasoning_recap" | "user_editable_context" | "model_editable_context")
    ) {
        return None;
    }
    let text = text_of(content, kind);
    if text.trim().is_empty() {
        return None;
    }
    let created_at = message
        .get("create_time")
        .and_then(milliseconds)
        .unwrap_or(at);
    let mut read = PortableMessage::new(role, text, created_at);
    if role == Role::Assistant {
        let of_metadata = |name: &str| metadata.and_then(|m| m.get(name));
        read.model = of_metadata("model_slug")
            .and_then(Value::as_str)
            .map(str::to_owned);
        read.finish_reason = of_metadata("finish_details")
            .and_then(|details| details.get("type"))
            .and_then(Value::as_str)
            .map(|reason| {
                match reason {
                    "max_tokens" => "length",
                    "interrupted" => "cancelled",
                    other => other,
                }
                .to_owned()
            });
    }
    Some(Node::Message(Box::new(read)))
}

fn text_of(content: &Value, kind: Option<&str>) -> String {
    let own_text = ["text", "result"]
        .iter()
        .find_map(|name| content.get(name).and_then(Value::as_str));
    match (kind, own_text) {
        (Some("code" | "execution_output"), Some(text)) if !text.trim().is_empty() => {
            let language = content.get("language").and_then(Value::as_str);
            let language = language
                .filter(|language| *language != "unknown")
                .unwrap_or_default();
            let fence = super::markdown::fence(text);
            format!("{fence}{language}\n{text}\n{fence}")
        }
        (_, Some(text)) => text.to_owned(),
        _ => {
            let parts = content.get("parts").and_then(Value::as_array);
            let texts: Vec<String> = parts
                .into_iter()
                .flatten()
                .filter_map(part)
                .filter(|text| !text.is_empty())
                .collect();
            texts.join("\n\n")
        }
    }
}

fn part(part: &Value) -> Option<String> {
    if let Some(text) = part.as_str() {
        return Some(text.to_owned());
    }
    if let Some(text) = part.get("text").and_then(Value::as_str) {
        return Some(text.to_owned());
    }
    let kind = part.get("content_type").and_then(Value::as_str)?;
    let what = match kind {
        "image_asset_pointer" => "image",
        "audio_asset_pointer" | "real_time_user_audio_video_asset_pointer" => "audio",
        "video_container_asset_pointer" => "video",
        _ => "attachment",
    };
    Some(format!("[{what}]"))
}

fn milliseconds(seconds: &Value) -> Option<i64> {
    let number = seconds.as_f64()? * 1000.0;
    // Years 1970 to 2999.
    (0.0..32_503_680_000_000.0)
        .contains(&number)
        .then_some(number as i64)
}
