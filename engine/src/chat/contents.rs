//! Contents of messages: what is read as text, what is left out, what is refused.

use serde_json::{Map, Value, json};

use super::Conversation;

/// Gives contents the forms that templates know: text, lists of parts that are objects, or null.
///
/// # Errors
/// What is wrong with a content that stands for no text. Templates would make an empty turn of it.
pub(super) fn normalize(message: &mut Map<String, Value>) -> Result<(), String> {
    let Some(content) = message.get_mut("content") else {
        return Ok(());
    };
    match content {
        Value::Null | Value::String(_) => {}
        Value::Array(parts) => {
            for (index, part) in parts.iter_mut().enumerate() {
                match part {
                    Value::String(text) => *part = json!({"type": "text", "text": text}),
                    Value::Object(fields) if !fields.is_empty() => {}
                    _ => {
                        return Err(format!(
                            "part {} of its content is neither text nor an object that says what it is",
                            index + 1
                        ));
                    }
                }
            }
        }
        Value::Object(_) if is_text(content) => *content = json!([content.take()]),
        _ => return Err("its content is neither text nor a list of parts".to_owned()),
    }
    Ok(())
}

/// Whether a part of a content is text.
pub(super) fn is_text(part: &Value) -> bool {
    part.get("text").is_some_and(Value::is_string)
}

impl Conversation {
    /// Leaves out the parts of messages that are no text; says so if there are any.
    pub(crate) fn leave_out_media(&mut self) -> Option<String> {
        let mut count = 0;
        for message in &mut self.messages {
            if let Some(Value::Array(parts)) = message.as_json_mut().get_mut("content") {
                let before = parts.len();
                parts.retain(is_text);
                count += before - parts.len();
            }
        }
        (count > 0).then(|| {
            format!(
                "images, and other parts of messages that are no text, are not supported yet: {count} left out"
            )
        })
    }
}

impl Conversation {
    /// Says so if calls of tools have arguments that are no object: templates may leave them out.
    pub(crate) fn odd_arguments(&self) -> Option<String> {
        let is_object = |arguments: &Value| match arguments {
            Value::Null | Value::Object(_) => true,
            // Some programs write nothing for no arguments.
            Value::String(text) => {
                text.trim().is_empty() || serde_json::from_str::<Map<String, Value>>(text).is_ok()
            }
            _ => false,
        };
        let calls = self.messages.iter().filter_map(|message| {
            let calls = message.as_json().get("tool_calls")?;
            calls.as_array()
        });
        let count = calls
            .flatten()
            .filter_map(|call| call.get("function").unwrap_or(call).get("arguments"))
            .filter(|arguments| !is_object(arguments))
            .count();
        (count > 0).then(|| {
            format!(
                "the arguments of a tool call should be a JSON object; the template may leave out those of {count} that are none"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_that_are_no_object_are_told() {
        let told = |arguments: &str| {
            let text = format!(
                r#"[{{"role": "assistant", "tool_calls": [{{"function": {{"name": "f", "arguments": {arguments}}}}}]}}]"#
            );
            let conversation = Conversation::from_json(&text, None).expect("messages");
            conversation.odd_arguments().is_some()
        };
        for fine in ["{}", r#"{"a": 1}"#, r#""{\"a\": 1}""#, "null"] {
            assert!(!told(fine), "{fine}");
        }
        for odd in [r#""not json""#, r#""[1]""#, "[1]", "5"] {
            assert!(told(odd), "{odd}");
        }
    }

    fn read(content: &str) -> Result<Value, String> {
        let text = format!(r#"[{{"role": "system"}}, {{"role": "user", "content": {content}}}]"#);
        let conversation =
            Conversation::from_json(&text, None).map_err(|error| error.to_string())?;
        Ok(conversation.messages[1].as_json()["content"].clone())
    }

    #[test]
    fn no_content_becomes_an_empty_turn_unnoticed() {
        for content in ["5", "true", "{}", r#"{"type": "image"}"#, r#"{"text": 5}"#] {
            let error = read(content).expect_err(content);
            assert!(
                error.starts_with("message 2: its content is neither"),
                "{error}"
            );
        }
        for content in ["[5]", "[{}]", "[null]", r#"[[{"text": "a"}]]"#] {
            let error = read(&content.replace('[', "[\"a\",")).expect_err(content);
            assert!(error.contains("of its content is neither"), "{error}");
        }
    }

    #[test]
    fn text_in_any_form_is_text() {
        let part = json!([{"type": "text", "text": "a"}]);
        assert_eq!(read("null"), Ok(Value::Null));
        assert_eq!(read(r#""a""#), Ok(json!("a")));
        assert_eq!(read("[]"), Ok(json!([])));
        assert_eq!(read(r#"["a"]"#), Ok(part.clone()));
        assert_eq!(read(r#"[{"type": "text", "text": "a"}]"#), Ok(part.clone()));
        assert_eq!(read(r#"{"type": "text", "text": "a"}"#), Ok(part));
    }

    #[test]
    fn what_is_no_text_is_left_out_with_a_word() {
        let text = r#"[{"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "u"}},
            {"type": "text", "text": "What is it?"},
            {"type": "input_audio", "input_audio": {}}]}]"#;
        let mut conversation = Conversation::from_json(text, None).expect("a conversation");
        let warning = conversation.leave_out_media().expect("a warning");
        assert!(warning.ends_with("2 left out"), "{warning}");
        assert_eq!(conversation.messages[0].text(), "What is it?");
        assert_eq!(conversation.leave_out_media(), None);
    }
}
