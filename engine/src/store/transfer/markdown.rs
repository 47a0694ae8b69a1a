//! A chat as Markdown, for people to read.

use crate::store::connection::Store;
use crate::store::error::Result;
use crate::store::messages;
use crate::store::record::{ChatId, Conversation, Message, Role, State};

impl Store {
    /// The chosen path of a chat as Markdown: every message under a heading, thinking folded away, attachments and
    /// tool calls as code.
    pub fn export_markdown(&self, id: ChatId) -> Result<String> {
        self.read(|db| {
            let conversation = messages::conversation(db, id)?;
            let date: String = db.query_row(
                "SELECT strftime('%Y-%m-%d %H:%M', ?1 / 1000, 'unixepoch') || ' UTC'",
                [conversation.chat.created_at],
                |row| row.get(0),
            )?;
            Ok(markdown(&conversation, &date))
        })
    }
}

fn markdown(conversation: &Conversation, date: &str) -> String {
    let chat = &conversation.chat;
    let title = if chat.title.is_empty() {
        "Chat"
    } else {
        chat.title.as_str()
    };
    let mut out = format!("# {title}\n\n{date}\n");
    if !chat.system_prompt.is_empty() {
        out.push_str("\n## System\n\n");
        push_text(&mut out, &chat.system_prompt);
    }
    for message in conversation.path() {
        push_message(&mut out, message);
    }
    out
}

fn push_message(out: &mut String, message: &Message) {
    out.push_str("\n## ");
    out.push_str(match message.role {
        Role::System => "System",
        Role::User => "User",
        Role::Assistant => "Assistant",
        Role::Tool => "Tool",
    });
    if let Some(model) = &message.model {
        out.push_str(&format!(" ({})", model.replace(['\n', '\r'], " ")));
    }
    out.push_str("\n\n");
    if !message.thinking.is_empty() {
        out.push_str("<details>\n<summary>Thinking</summary>\n\n");
        push_text(out, &message.thinking);
        out.push_str("\n</details>\n\n");
    }
    push_text(out, &message.content);
    for call in &message.tool_calls {
        let text = serde_json::to_string_pretty(call).unwrap_or_default();
        push_code(out, "Tool call", "json", &text);
    }
    for attachment in &message.attachments {
        push_code(out, &attachment.name, "", &attachment.content);
    }
    if message.state != State::Complete {
        out.push_str("\n*(cut off)*\n");
    }
}

/// Text that is Markdown itself, ending in a line break; a code block left open is closed, or it would swallow the rest.
fn push_text(out: &mut String, text: &str) {
    out.push_str(text);
    if !text.is_empty() && !text.ends_with('\n') {
        out.push('\n');
    }
    if let Some(fence) = open_fence(text) {
        out.push_str(&fence);
        out.push('\n');
    }
}

fn push_code(out: &mut String, name: &str, language: &str, text: &str) {
    let fence = fence(text);
    let name = name.replace(['\n', '\r', '*'], " ");
    out.push_str(&format!("\n**{name}**\n\n{fence}{language}\n{text}"));
    if !text.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&fence);
    out.push('\n');
}

/// A fence that no line of `text` ends.
pub(super) fn fence(text: &str) -> String {
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    "`".repeat(longest.max(2) + 1)
}

/// The fence of a code block that `text` begins and does not end (CommonMark, "Fenced code blocks").
fn open_fence(text: &str) -> Option<String> {
    let mut open: Option<(char, usize)> = None;
    for line in text.lines() {
        let trimmed = line.trim_start_matches(' ');
        if line.len() - trimmed.len() > 3 {
            continue;
        }
        let Some(mark) = trimmed.chars().next().filter(|c| matches!(c, '`' | '~')) else {
            continue;
        };
        let rest = trimmed.trim_start_matches(mark);
        let length = trimmed.len() - rest.len();
        match open {
            None if length >= 3 && !(mark == '`' && rest.contains('`')) => {
                open = Some((mark, length));
            }
            Some((by, at_least)) if by == mark && length >= at_least && rest.trim().is_empty() => {
                open = None;
            }
            _ => {}
        }
    }
    open.map(|(mark, length)| mark.to_string().repeat(length))
}
