//! Rows of the database as records.

use rusqlite::{Connection, OptionalExtension, Row};

use super::error::{Result, StoreError};
use super::record::{Chat, ChatId, Message, MessageId, Parameters};

pub(super) const CHAT_COLUMNS: &str = "id, uid, title, title_source, folder_id, system_prompt, \
     model, parameters, created_at, updated_at, pinned_at, trashed_at";

pub(super) fn chat(row: &Row<'_>) -> rusqlite::Result<Chat> {
    Ok(Chat {
        id: row.get("id")?,
        uid: row.get("uid")?,
        title: row.get("title")?,
        title_source: row.get("title_source")?,
        folder: row.get("folder_id")?,
        system_prompt: row.get("system_prompt")?,
        model: row.get("model")?,
        parameters: parameters(&row.get::<_, String>("parameters")?),
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        pinned_at: row.get("pinned_at")?,
        trashed_at: row.get("trashed_at")?,
    })
}

pub(super) const MESSAGE_COLUMNS: &str = "id, parent_id, chosen, role, state, content, thinking, \
     tool_calls, tool_call_id, model, finish_reason, statistics, created_at";

/// A message without its attachments and pieces.
pub(super) fn message(row: &Row<'_>) -> rusqlite::Result<Message> {
    Ok(Message {
        id: row.get("id")?,
        parent: row.get("parent_id")?,
        chosen: row.get("chosen")?,
        role: row.get("role")?,
        state: row.get("state")?,
        content: row.get("content")?,
        thinking: row.get("thinking")?,
        tool_calls: json(&row.get::<_, String>("tool_calls")?),
        tool_call_id: row.get("tool_call_id")?,
        model: row.get("model")?,
        finish_reason: row.get("finish_reason")?,
        statistics: row
            .get::<_, Option<String>>("statistics")?
            .and_then(|text| serde_json::from_str(&text).ok()),
        created_at: row.get("created_at")?,
        attachments: Vec::new(),
    })
}

pub(super) fn parameters(text: &str) -> Parameters {
    json(text)
}

/// JSON that we wrote; damaged JSON must not keep a chat from being opened.
fn json<T: serde::de::DeserializeOwned + Default>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

/// Text of a JSON value; maps with text keys and plain values cannot fail to be written.
pub(super) fn to_text(value: &(impl serde::Serialize + ?Sized)) -> Result<String> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "JSON cannot be written");
        StoreError::Database { code: 0 }
    })
}

/// The chat that a message is in, and its parent. There is none of a message that was deleted.
pub(super) fn place_of(
    connection: &Connection,
    message: MessageId,
) -> Result<(ChatId, Option<MessageId>)> {
    connection
        .prepare_cached(
            "SELECT chat_id, parent_id FROM message \
             WHERE id = ?1 AND id NOT IN (SELECT id FROM deletion)",
        )?
        .query_row([message], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?
        .ok_or(StoreError::NoSuchMessage(message))
}
