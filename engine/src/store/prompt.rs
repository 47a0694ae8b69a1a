//! What a model is given of a conversation, and what is kept of its answer besides the text.

use serde_json::{Value, json};

use super::answers::Outcome;
use super::record::{Attachment, Conversation, Message, MessageId, Role};
use crate::Completion;

impl Conversation {
    /// The messages from the start of the chat to `last`, in the OpenAI form that
    /// [`crate::chat::Conversation::from_json`] reads, the system prompt first. Attachments stand after the text of
    /// their message.
    pub fn prompt(&self, last: Option<MessageId>) -> Vec<Value> {
        let mut messages: Vec<Value> = Vec::new();
        let mut at = last;
        while let Some(message) = at.and_then(|id| self.message(id)) {
            messages.push(in_prompt(message));
            // A parent's number is smaller, so this ends even in a damaged file.
            at = message.parent.filter(|parent| *parent < message.id);
        }
        if !self.chat.system_prompt.is_empty() {
            messages.push(json!({"role": "system", "content": self.chat.system_prompt}));
        }
        messages.reverse();
        messages
    }
}

/// A message as the model gets it: its text, then each file under its name.
pub fn with_attachments(text: &str, attachments: &[Attachment]) -> String {
    let mut whole = text.to_owned();
    for attachment in attachments {
        whole.push_str(&format!(
            "\n\nFile {}:\n\n{}",
            attachment.name, attachment.content
        ));
    }
    whole
}

fn in_prompt(message: &Message) -> Value {
    let content = with_attachments(&message.content, &message.attachments);
    let mut value = json!({"role": message.role.as_str(), "content": content});
    if message.role == Role::Assistant && !message.thinking.is_empty() {
        value["reasoning_content"] = json!(message.thinking);
    }
    if !message.tool_calls.is_empty() {
        let calls = message.tool_calls.iter();
        value["tool_calls"] = calls
            .map(|call| json!({"type": "function", "function": call}))
            .collect();
    }
    if let Some(id) = &message.tool_call_id {
        value["tool_call_id"] = json!(id);
    }
    value
}

impl Completion {
    /// All of it but the text, to be kept with the answer. The text is kept as it streams, and tokens would be the text
    /// again.
    pub fn statistics(&self) -> Value {
        let mut statistics = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = statistics.as_object_mut() {
            for text in ["text", "reasoning", "tool_calls", "tokens"] {
                fields.remove(text);
            }
        }
        statistics
    }
}

impl From<&Completion> for Outcome {
    /// The reason it ended and its numbers.
    fn from(completion: &Completion) -> Self {
        let mut statistics = completion.statistics();
        let mut finish_reason = String::new();
        if let Some(fields) = statistics.as_object_mut()
            && let Some(Value::String(reason)) = fields.remove("finish_reason")
        {
            finish_reason = reason;
        }
        Self {
            finish_reason,
            statistics: Some(statistics),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{NewChat, NewMessage, Piece, Store};
    use crate::{FinishReason, Speculation, Timing, Usage};

    #[test]
    fn the_prompt_is_the_path_to_the_last_message() {
        let store = Store::private().unwrap();
        let chat = store
            .create_chat(&NewChat {
                system_prompt: "Be brief.".into(),
                ..NewChat::default()
            })
            .unwrap();
        let mut new = NewMessage::user("Look");
        new.attachments = vec![Attachment {
            name: "a.txt".into(),
            content: "attached".into(),
        }];
        let first = store.add_message(chat, None, &new).unwrap();
        let answer = store.begin_answer(first, None).unwrap();
        let call = json!({"name": "f", "arguments": {"x": 1}});
        let pieces = [
            Piece::Thinking("hm".into()),
            Piece::Content("yes".into()),
            Piece::ToolCall(call),
        ];
        store.append(answer, &pieces).unwrap();
        store.finish_answer(answer, &Outcome::default()).unwrap();
        store.edit_message(first, "another branch").unwrap();
        let conversation = store.conversation(chat).unwrap();
        assert_eq!(
            conversation.prompt(Some(answer)),
            [
                json!({"role": "system", "content": "Be brief."}),
                json!({"role": "user", "content": "Look\n\nFile a.txt:\n\nattached"}),
                json!({"role": "assistant", "content": "yes", "reasoning_content": "hm", "tool_calls":
                    [{"type": "function", "function": {"name": "f", "arguments": {"x": 1}}}]}),
            ]
        );
        assert_eq!(conversation.prompt(None).len(), 1);
    }

    #[test]
    fn statistics_are_kept_without_the_text() {
        let completion = Completion {
            text: "words".into(),
            reasoning: "words".into(),
            tool_calls: Vec::new(),
            tokens: vec![7],
            finish_reason: FinishReason::Length,
            error: None,
            warnings: Vec::new(),
            messages_left_out: 0,
            sampling: None,
            usage: Usage {
                completion_tokens: 3,
                ..Usage::default()
            },
            speculation: Speculation {
                depth: 2,
                ..Speculation::default()
            },
            timing: Timing::default(),
        };
        let outcome = Outcome::from(&completion);
        assert_eq!(outcome.finish_reason, "length");
        let statistics = outcome.statistics.unwrap();
        assert_eq!(statistics["usage"]["completion_tokens"], 3);
        assert_eq!(statistics["speculation"]["depth"], 2);
        assert!(!statistics.to_string().contains("words"));
        assert_eq!(statistics.get("tokens"), None);
    }
}
