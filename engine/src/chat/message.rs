//! Conversations in the form that OpenAI's API made common.
//!
//! A message stays the JSON object it came as: templates look at fields no type here would know, and a
//! missing field, an empty one and `null` mean different things to them.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::{ChatError, contents};

/// The deepest nesting of a message or tool: far beyond real schemas, well within the stack.
const MAX_DEPTH: usize = 64;
/// The largest text of messages or tools that is read, in bytes: several times the longest context.
const MAX_BYTES: usize = 64 << 20;

/// Messages, oldest first, and the tools the model may call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The tools in OpenAI's form: `{"type": "function", "function": {"name", "description", "parameters"}}`.
    pub tools: Vec<Value>,
}

impl Conversation {
    /// A conversation without tools.
    pub fn new(messages: Vec<Message>) -> Self {
        Self {
            messages,
            tools: Vec::new(),
        }
    }

    /// Reads a JSON list of messages and, if given, a JSON list of tools (or `null`).
    ///
    /// # Errors
    /// [`ChatError::Conversation`] names the first thing that is not as it should be.
    pub fn from_json(messages: &str, tools: Option<&str>) -> Result<Self, ChatError> {
        let messages = list(messages, "messages")?
            .into_iter()
            .enumerate()
            .map(|(index, value)| {
                let about = |reason| invalid(format!("message {}: {reason}", index + 1));
                let mut message =
                    Message::try_from(value).map_err(|error| about(error.to_string()))?;
                contents::normalize(message.as_json_mut()).map_err(about)?;
                Ok(message)
            })
            .collect::<Result<_, ChatError>>()?;
        let tools = match tools {
            Some(tools) if tools.trim() != "null" => list(tools, "tools")?,
            _ => Vec::new(),
        };
        for (index, tool) in tools.iter().enumerate() {
            if !tool.is_object() {
                return Err(invalid(format!("tool {}: not a JSON object", index + 1)));
            }
            check_depth(tool).map_err(|error| invalid(format!("tool {}: {error}", index + 1)))?;
        }
        Ok(Self { messages, tools })
    }
}

/// One message: a JSON object with at least a `role`.
///
/// `content` is a string, a list of parts (`{"type": "text", "text": …}`) or `null`; assistants may have
/// `reasoning_content` and `tool_calls`, whose arguments are an object or its JSON text. Other fields are kept
/// and reach the template.
#[derive(Debug, Clone, PartialEq)]
pub struct Message(Map<String, Value>);

impl Message {
    /// Instructions that stand above the user's.
    pub fn system(text: impl Into<String>) -> Self {
        Self::with_content("system", text.into())
    }

    /// What the user says.
    pub fn user(text: impl Into<String>) -> Self {
        Self::with_content("user", text.into())
    }

    /// What the model said.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::with_content("assistant", text.into())
    }

    /// What a tool gave back, for the call named by `call_id` where the client keeps ids.
    pub fn tool(text: impl Into<String>, call_id: Option<&str>) -> Self {
        let mut message = Self::with_content("tool", text.into());
        if let Some(id) = call_id {
            message.0.insert("tool_call_id".into(), id.into());
        }
        message
    }

    /// Adds what an assistant thought before it answered.
    #[must_use]
    pub fn with_reasoning(mut self, text: impl Into<String>) -> Self {
        self.0
            .insert("reasoning_content".into(), text.into().into());
        self
    }

    /// Adds the calls an assistant made.
    #[must_use]
    pub fn with_tool_calls(mut self, calls: &[ToolCall]) -> Self {
        let calls = calls
            .iter()
            .map(|call| {
                json!({"type": "function", "function": {"name": call.name, "arguments": call.arguments}})
            })
            .collect();
        self.0.insert("tool_calls".into(), Value::Array(calls));
        self
    }

    /// Who speaks: `system`, `developer`, `user`, `assistant`, `tool`, or whatever the client wrote.
    pub fn role(&self) -> &str {
        self.0.get("role").and_then(Value::as_str).unwrap_or("")
    }

    /// Whether the user asks something here, rather than a tool's result being reported in the user's name.
    pub(super) fn asks(&self) -> bool {
        let text = self.text();
        let text = text.trim();
        self.role() == "user"
            && !(text.starts_with("<tool_response>") && text.ends_with("</tool_response>"))
    }

    /// The text of the content: the string itself, or all text parts one after the other.
    pub fn text(&self) -> String {
        match self.0.get("content") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => parts
                .iter()
                .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
                .collect(),
            _ => String::new(),
        }
    }

    /// The message as the object it is.
    pub fn as_json(&self) -> &Map<String, Value> {
        &self.0
    }

    pub(super) fn as_json_mut(&mut self) -> &mut Map<String, Value> {
        &mut self.0
    }

    fn with_content(role: &str, text: String) -> Self {
        let mut fields = Map::new();
        fields.insert("role".into(), role.into());
        fields.insert("content".into(), text.into());
        Self(fields)
    }
}

impl TryFrom<Value> for Message {
    type Error = ChatError;

    /// Takes any object with a string `role`, nested no deeper than 64 levels.
    fn try_from(value: Value) -> Result<Self, ChatError> {
        check_depth(&value)?;
        match value {
            Value::Object(fields) if fields.get("role").is_some_and(Value::is_string) => {
                Ok(Self(fields))
            }
            Value::Object(_) => Err(invalid("no \"role\" string")),
            _ => Err(invalid("not a JSON object")),
        }
    }
}

/// A call the model made, its arguments typed by the tool's schema.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ToolCall {
    /// The name of the function.
    pub name: String,
    /// The arguments by name, in the order the model gave them.
    pub arguments: Map<String, Value>,
}

fn list(text: &str, what: &str) -> Result<Vec<Value>, ChatError> {
    if text.len() > MAX_BYTES {
        let limit = MAX_BYTES >> 20;
        return Err(invalid(format!("the {what} are larger than {limit} MiB")));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str(&without_lone_surrogates(text)) {
        Ok(Value::Array(items)) => Ok(items),
        Ok(_) => Err(invalid(format!("the {what} must be a JSON list"))),
        // serde_json's message names a place, never the text there.
        Err(error) => Err(invalid(format!("the {what} are not valid JSON: {error}"))),
    }
}

/// JSON text in which escapes of half a character are U+FFFD: clients that cut text by UTF-16 units write them.
fn without_lone_surrogates(text: &str) -> Cow<'_, str> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut mended = String::new();
    let (mut at, mut end) = (0, 0);
    while let Some(found) = text[at..].find('\\') {
        at += found;
        at += match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                mended.push_str(&text[end..at]);
                mended.push_str("\\ufffd");
                end = at + 6;
                6
            }
            // Whatever is escaped, it is not looked at again.
            _ => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    Cow::Owned(mended + &text[end..])
}

fn check_depth(value: &Value) -> Result<(), ChatError> {
    fn within(value: &Value, left: usize) -> bool {
        match value {
            Value::Array(items) => left > 0 && items.iter().all(|item| within(item, left - 1)),
            Value::Object(fields) => left > 0 && fields.values().all(|item| within(item, left - 1)),
            _ => true,
        }
    }
    if within(value, MAX_DEPTH) {
        Ok(())
    } else {
        Err(invalid(format!("nested deeper than {MAX_DEPTH} levels")))
    }
}

fn invalid(reason: impl Into<String>) -> ChatError {
    ChatError::Conversation(reason.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(messages: &str, tools: Option<&str>) -> String {
        Conversation::from_json(messages, tools)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn what_is_no_conversation_is_named() {
        let deep = format!(
            "[{{\"role\": \"user\", \"content\": {}1{}}}]",
            "[".repeat(70),
            "]".repeat(70)
        );
        let deeper = "[".repeat(1 << 20);
        let cases = [
            ("{}", None, "the messages must be a JSON list"),
            ("null", None, "the messages must be a JSON list"),
            ("[", None, "the messages are not valid JSON"),
            ("[] x", None, "the messages are not valid JSON"),
            (deeper.as_str(), None, "the messages are not valid JSON"),
            ("[1]", None, "message 1: not a JSON object"),
            (
                "[{\"role\": \"user\"}, {\"content\": \"secret\"}]",
                None,
                "message 2: no \"role\" string",
            ),
            ("[{\"role\": 1}]", None, "message 1: no \"role\" string"),
            (
                deep.as_str(),
                None,
                "message 1: nested deeper than 64 levels",
            ),
            ("[]", Some("{}"), "the tools must be a JSON list"),
            ("[]", Some("[{}, \"x\"]"), "tool 2: not a JSON object"),
        ];
        for (messages, tools, expected) in cases {
            let error = error(messages, tools);
            assert!(
                error.starts_with(expected) && !error.contains('\n'),
                "{error}"
            );
            assert!(!error.contains("secret"), "{error}");
        }
        assert!(error(&" ".repeat(MAX_BYTES + 1), None).contains("larger than"));
    }

    #[test]
    fn unknown_fields_and_numbers_are_kept() {
        let text = r#"[{"role":"user","x":[1.1,18446744073709551615,0.30000000000000004],"content":null,"a":{}}]"#;
        let conversation = Conversation::from_json(text, Some("null")).unwrap();
        let message = &conversation.messages[0];
        assert_eq!(
            format!("[{}]", Value::Object(message.as_json().clone())),
            text
        );
        assert_eq!((message.role(), message.text()), ("user", String::new()));
    }

    #[test]
    fn text_is_found_in_every_form_of_content() {
        let text = r#"[{"role":"user","content":["a",{"type":"text","text":"b"},{"type":"image"}]},{"role":"x"}]"#;
        let conversation = Conversation::from_json(text, None).unwrap();
        assert_eq!(conversation.messages[0].text(), "ab");
        assert_eq!(conversation.messages[1].text(), "");
        assert_eq!(Message::tool("c", Some("1")).text(), "c");
    }

    #[test]
    fn half_characters_are_mended() {
        let cases = [
            (r"\ud83d\ude00 \u00e9", "😀 é"),
            (r"a\ud83d", "a\u{fffd}"),
            (r"\ude00\ud83d\ud83d\ude00", "\u{fffd}\u{fffd}😀"),
            (r"\\ud83d \\\ud83dé", "\\ud83d \\\u{fffd}é"),
            (r"\ud83dé\ud8", ""),
        ];
        for (json, expected) in cases {
            let text = format!("\u{feff}[{{\"role\":\"user\",\"content\":\"{json}\"}}]");
            match Conversation::from_json(&text, None) {
                Ok(conversation) => assert_eq!(conversation.messages[0].text(), expected),
                Err(_) => assert!(expected.is_empty(), "{json}"),
            }
        }
    }
}
