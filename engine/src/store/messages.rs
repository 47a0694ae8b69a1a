//! Messages: the tree of a chat, and the ways to add to it and to choose a path through it.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use serde_json::Value;

use super::connection::Store;
use super::error::{Result, StoreError};
use super::record::{
    Attachment, ChatId, Conversation, Message, MessageId, Role, State, TitleSource,
};
use super::rows::{self, MESSAGE_COLUMNS};
use super::{answers, chats, clock, search};

/// Longest text of one message, in bytes. A context of a million tokens is a few megabytes.
const LONGEST_TEXT: usize = 64 << 20;

/// A message to add.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMessage {
    /// Who it is from.
    pub role: Role,
    /// Its text.
    pub content: String,
    /// Which tool call it answers, for [`Role::Tool`].
    pub tool_call_id: Option<String>,
    /// Text files that come with it.
    pub attachments: Vec<Attachment>,
}

impl NewMessage {
    /// What the user says.
    pub fn user(content: impl Into<String>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
            tool_call_id: None,
            attachments: Vec::new(),
        }
    }
}

impl Store {
    /// A chat with all its messages. An answer that is being written is there as far as it has come.
    pub fn conversation(&self, id: ChatId) -> Result<Conversation> {
        self.read(|db| conversation(db, id))
    }

    /// Adds a message after `parent` (`None`: at the start of the chat) and puts it on the chosen path. When this
    /// returns it is on the disk: begin the answer after it.
    pub fn add_message(
        &self,
        chat: ChatId,
        parent: Option<MessageId>,
        new: &NewMessage,
    ) -> Result<MessageId> {
        self.write(|db| {
            let about = chats::chat(db, chat)?;
            if let Some(parent) = parent
                && rows::place_of(db, parent)?.0 != chat
            {
                return Err(StoreError::NoSuchMessage(parent));
            }
            let id = insert(db, chat, parent, new)?;
            if about.title_source == TitleSource::None && new.role == Role::User {
                let title = chats::first_words(&new.content);
                if !title.is_empty() {
                    chats::set_title(db, chat, &title, TitleSource::Words)?;
                }
            }
            Ok(id)
        })
    }

    /// Another version of a user's message, beside it and in its place on the chosen path; its attachments come
    /// along. The message that was edited and the answers to it stay, as a branch.
    pub fn edit_message(&self, id: MessageId, content: &str) -> Result<MessageId> {
        self.edit_message_with(id, content, &[])
    }

    /// As [`Store::edit_message`], with more attachments. One of the same name is replaced.
    pub fn edit_message_with(
        &self,
        id: MessageId,
        content: &str,
        more: &[Attachment],
    ) -> Result<MessageId> {
        self.write(|db| {
            let (chat, parent) = rows::place_of(db, id)?;
            let role: Role = db
                .prepare_cached("SELECT role FROM message WHERE id = ?1")?
                .query_row([id], |row| row.get(0))?;
            if role != Role::User {
                return Err(StoreError::Refused(
                    "only what the user said can be edited; an answer can be written anew"
                        .to_owned(),
                ));
            }
            let mut new = NewMessage::user(content);
            new.attachments = attachments(db, id)?;
            new.attachments
                .retain(|old| more.iter().all(|new| new.name != old.name));
            new.attachments.extend_from_slice(more);
            insert(db, chat, parent, &new)
        })
    }

    /// The last message of a chat's chosen path: where a conversation goes on.
    pub fn last_message(&self, chat: ChatId) -> Result<Option<MessageId>> {
        self.read(|db| {
            let mut statement = db.prepare_cached(
                "SELECT parent_id, id FROM message WHERE chat_id = ?1 AND chosen = 1 \
                 AND id NOT IN (SELECT id FROM deletion)",
            )?;
            let chosen = statement.query_map([chat], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let chosen: HashMap<Option<MessageId>, MessageId> =
                chosen.collect::<rusqlite::Result<_>>()?;
            let mut last = None;
            while let Some(next) = chosen.get(&last).filter(|next| last < Some(**next)) {
                last = Some(*next);
            }
            Ok(last)
        })
    }

    /// Puts the chosen path through this message. Where it goes on after it is as it was last time.
    pub fn choose(&self, id: MessageId) -> Result<()> {
        self.write(|db| {
            let mut at = Some(id);
            while let Some(message) = at {
                let (chat, parent) = rows::place_of(db, message)?;
                choose_among_siblings(db, chat, parent, message)?;
                at = parent;
            }
            Ok(())
        })
    }
}

pub(super) fn conversation(db: &Connection, id: ChatId) -> Result<Conversation> {
    let chat = chats::chat(db, id)?;
    let mut statement = db.prepare_cached(&format!(
        "SELECT {MESSAGE_COLUMNS} FROM message WHERE chat_id = ?1 \
         AND id NOT IN (SELECT id FROM deletion) ORDER BY id"
    ))?;
    let mut messages = statement
        .query_map([id], rows::message)?
        .collect::<rusqlite::Result<Vec<Message>>>()?;
    for message in messages.iter_mut().filter(|m| m.state == State::Streaming) {
        answers::add_pieces(db, message)?;
    }
    let mut statement = db.prepare_cached(
        "SELECT message_id, name, attachment.content \
         FROM attachment JOIN message ON message.id = message_id \
         WHERE chat_id = ?1 ORDER BY attachment.id",
    )?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let owner: MessageId = row.get(0)?;
        if let Ok(at) = messages.binary_search_by_key(&owner, |m| m.id)
            && let Some(message) = messages.get_mut(at)
        {
            message.attachments.push(Attachment {
                name: row.get(1)?,
                content: row.get(2)?,
            });
        }
    }
    Ok(Conversation { chat, messages })
}

pub(super) fn insert(
    db: &Connection,
    chat: ChatId,
    parent: Option<MessageId>,
    new: &NewMessage,
) -> Result<MessageId> {
    let id = insert_row(
        db,
        chat,
        parent,
        &Row {
            role: new.role,
            state: State::Complete,
            content: &new.content,
            thinking: "",
            tool_calls: &[],
            tool_call_id: new.tool_call_id.as_deref(),
            model: None,
            finish_reason: None,
            statistics: None,
            writer: None,
            created_at: clock::now(),
        },
    )?;
    insert_attachments(db, id, &new.attachments)?;
    search::index_message(db, id)?;
    choose_among_siblings(db, chat, parent, id)?;
    touch(db, chat)?;
    Ok(id)
}

/// A row of the table of messages.
pub(super) struct Row<'a> {
    pub(super) role: Role,
    pub(super) state: State,
    pub(super) content: &'a str,
    pub(super) thinking: &'a str,
    pub(super) tool_calls: &'a [Value],
    pub(super) tool_call_id: Option<&'a str>,
    pub(super) model: Option<&'a str>,
    pub(super) finish_reason: Option<&'a str>,
    pub(super) statistics: Option<&'a Value>,
    pub(super) writer: Option<&'a str>,
    pub(super) created_at: i64,
}

/// Inserts a message that is not yet on the chosen path.
pub(super) fn insert_row(
    db: &Connection,
    chat: ChatId,
    parent: Option<MessageId>,
    row: &Row<'_>,
) -> Result<MessageId> {
    if row.content.len().max(row.thinking.len()) > LONGEST_TEXT {
        return Err(StoreError::Refused(
            "the message is longer than 64 MB; shorten it".to_owned(),
        ));
    }
    db.prepare_cached(
        "INSERT INTO message (chat_id, parent_id, chosen, role, state, content, thinking, \
         tool_calls, tool_call_id, model, finish_reason, statistics, writer, created_at) \
         VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        chat,
        parent,
        row.role,
        row.state,
        row.content,
        row.thinking,
        rows::to_text(row.tool_calls)?,
        row.tool_call_id,
        row.model,
        row.finish_reason,
        row.statistics.map(rows::to_text).transpose()?,
        row.writer,
        row.created_at,
    ])?;
    Ok(MessageId(db.last_insert_rowid()))
}

pub(super) fn insert_attachments(
    db: &Connection,
    message: MessageId,
    attachments: &[Attachment],
) -> Result<()> {
    let mut statement = db
        .prepare_cached("INSERT INTO attachment (message_id, name, content) VALUES (?1, ?2, ?3)")?;
    for attachment in attachments {
        statement.execute(params![message, attachment.name, attachment.content])?;
    }
    Ok(())
}

pub(super) fn attachments(db: &Connection, message: MessageId) -> Result<Vec<Attachment>> {
    let mut statement = db
        .prepare_cached("SELECT name, content FROM attachment WHERE message_id = ?1 ORDER BY id")?;
    let attachments = statement.query_map([message], |row| {
        Ok(Attachment {
            name: row.get(0)?,
            content: row.get(1)?,
        })
    })?;
    Ok(attachments.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn choose_among_siblings(
    db: &Connection,
    chat: ChatId,
    parent: Option<MessageId>,
    chosen: MessageId,
) -> Result<()> {
    // Two statements, as no two siblings may be chosen even for a moment.
    db.prepare_cached(
        "UPDATE message SET chosen = 0 \
         WHERE chat_id = ?1 AND ifnull(parent_id, 0) = ifnull(?2, 0) AND chosen = 1",
    )?
    .execute(params![chat, parent])?;
    db.prepare_cached("UPDATE message SET chosen = 1 WHERE id = ?1")?
        .execute([chosen])?;
    Ok(())
}

/// Notes that the chat was written to now; clocks that go back do not take it down in the list.
pub(super) fn touch(db: &Connection, chat: ChatId) -> Result<()> {
    db.prepare_cached("UPDATE chat SET updated_at = max(updated_at, ?2) WHERE id = ?1")?
        .execute(params![chat, clock::now()])?;
    Ok(())
}
