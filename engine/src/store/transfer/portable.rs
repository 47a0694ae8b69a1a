//! Our own JSON: all of a chat, in the same bytes again after an import.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::connection::Store;
use crate::store::error::{Result, StoreError};
use crate::store::record::{
    Attachment, ChatId, Conversation, FolderId, MessageId, Parameters, Role, State, TitleSource,
};
use crate::store::{chats, messages, rows, search};

/// What the file calls itself.
pub(super) const FORMAT: &str = "tandem-chats";

/// The version that is written, and the latest that can be read.
pub(super) const VERSION: u32 = 1;

/// Most messages of one chat. Far more than a context holds, and few enough to hold in memory.
pub(super) const MOST_MESSAGES: usize = 200_000;

/// A file of chats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PortableFile {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) chats: Vec<PortableChat>,
}

/// A chat as it is exported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PortableChat {
    pub(super) uid: String,
    pub(super) title: String,
    pub(super) title_source: TitleSource,
    pub(super) folder: Option<String>,
    pub(super) system_prompt: String,
    pub(super) model: Option<String>,
    pub(super) parameters: Parameters,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    pub(super) pinned_at: Option<i64>,
    pub(super) trashed_at: Option<i64>,
    /// Parents before children.
    pub(super) messages: Vec<PortableMessage>,
}

/// A message as it is exported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PortableMessage {
    /// The place of its parent in the list of messages, from 0.
    pub(super) parent: Option<usize>,
    pub(super) chosen: bool,
    pub(super) role: Role,
    pub(super) state: State,
    pub(super) content: String,
    pub(super) thinking: String,
    pub(super) tool_calls: Vec<Value>,
    pub(super) tool_call_id: Option<String>,
    pub(super) model: Option<String>,
    pub(super) finish_reason: Option<String>,
    pub(super) statistics: Option<Value>,
    pub(super) created_at: i64,
    pub(super) attachments: Vec<Attachment>,
}

impl PortableMessage {
    /// A complete message of other programs, which say no more.
    pub(super) fn new(role: Role, content: String, created_at: i64) -> Self {
        Self {
            parent: None,
            chosen: false,
            role,
            state: State::Complete,
            content,
            thinking: String::new(),
            tool_calls: Vec::new(),
            tool_call_id: None,
            model: None,
            finish_reason: None,
            statistics: None,
            created_at,
            attachments: Vec::new(),
        }
    }
}

impl Store {
    /// Chats with all their branches, statistics and attachments, as a JSON file that [`Store::import`] reads back
    /// exactly. An answer that is being written is exported as cut.
    pub fn export_json(&self, ids: &[ChatId]) -> Result<String> {
        let chats = self.read(|db| {
            ids.iter()
                .map(|id| {
                    Ok(portable(
                        messages::conversation(db, *id)?,
                        &folder_names(db)?,
                    ))
                })
                .collect::<Result<_>>()
        })?;
        let file = PortableFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            chats,
        };
        let mut text = serde_json::to_string_pretty(&file).map_err(|error| {
            tracing::error!(%error, "an export cannot be written");
            StoreError::Database { code: 0 }
        })?;
        text.push('\n');
        Ok(text)
    }
}

fn folder_names(db: &Connection) -> Result<HashMap<FolderId, String>> {
    let mut statement = db.prepare_cached("SELECT id, name FROM folder")?;
    let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

fn portable(conversation: Conversation, folders: &HashMap<FolderId, String>) -> PortableChat {
    let Conversation { chat, messages } = conversation;
    let places: HashMap<MessageId, usize> = messages
        .iter()
        .enumerate()
        .map(|(place, message)| (message.id, place))
        .collect();
    let messages = messages
        .into_iter()
        .map(|message| PortableMessage {
            parent: message.parent.and_then(|id| places.get(&id).copied()),
            chosen: message.chosen,
            role: message.role,
            state: match message.state {
                State::Streaming => State::Cut,
                ended => ended,
            },
            content: message.content,
            thinking: message.thinking,
            tool_calls: message.tool_calls,
            tool_call_id: message.tool_call_id,
            model: message.model,
            finish_reason: message.finish_reason,
            statistics: message.statistics,
            created_at: message.created_at,
            attachments: message.attachments,
        })
        .collect();
    PortableChat {
        uid: chat.uid,
        title: chat.title,
        title_source: chat.title_source,
        folder: chat.folder.and_then(|id| folders.get(&id).cloned()),
        system_prompt: chat.system_prompt,
        model: chat.model,
        parameters: chat.parameters,
        created_at: chat.created_at,
        updated_at: chat.updated_at,
        pinned_at: chat.pinned_at,
        trashed_at: chat.trashed_at,
        messages,
    }
}

/// What became of a chat that was to be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inserted {
    New(ChatId),
    /// The same chat with the same messages is there already.
    Present(ChatId),
}

/// Writes a chat. If one of the same uid is there with other messages, or in the trash, this becomes a chat of its
/// own: neither is lost.
pub(super) fn insert(db: &Connection, mut chat: PortableChat) -> Result<Inserted> {
    normalize(&mut chat);
    let known: Option<ChatId> = db
        .prepare_cached("SELECT id FROM chat WHERE uid = ?1")?
        .query_row([&chat.uid], |row| row.get(0))
        .optional()?;
    let mut uid = Some(chat.uid.as_str()).filter(|uid| !uid.is_empty());
    if let Some(id) = known {
        let present = portable(messages::conversation(db, id)?, &HashMap::new());
        if present.messages == chat.messages && present.trashed_at.is_none() {
            return Ok(Inserted::Present(id));
        }
        uid = None;
    }
    let folder = match &chat.folder {
        Some(name) => Some(folder(db, name, chat.created_at)?),
        None => None,
    };
    db.prepare_cached(
        "INSERT INTO chat (uid, title, title_source, folder_id, system_prompt, model, parameters, \
         created_at, updated_at, pinned_at, trashed_at) \
         VALUES (ifnull(?1, lower(hex(randomblob(16)))), '', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        uid,
        chat.title_source,
        folder,
        chat.system_prompt,
        chat.model,
        rows::to_text(&chat.parameters)?,
        chat.created_at,
        chat.updated_at,
        chat.pinned_at,
        chat.trashed_at,
    ])?;
    let id = ChatId(db.last_insert_rowid());
    chats::set_title(db, id, &chat.title, chat.title_source)?;
    let mut ids: Vec<MessageId> = Vec::with_capacity(chat.messages.len());
    for message in &chat.messages {
        let parent = message.parent.and_then(|place| ids.get(place).copied());
        let inserted = messages::insert_row(
            db,
            id,
            parent,
            &messages::Row {
                role: message.role,
                state: message.state,
                content: &message.content,
                thinking: &message.thinking,
                tool_calls: &message.tool_calls,
                tool_call_id: message.tool_call_id.as_deref(),
                model: message.model.as_deref(),
                finish_reason: message.finish_reason.as_deref(),
                statistics: message.statistics.as_ref(),
                writer: None,
                created_at: message.created_at,
            },
        )?;
        messages::insert_attachments(db, inserted, &message.attachments)?;
        search::index_message(db, inserted)?;
        if message.chosen {
            messages::choose_among_siblings(db, id, parent, inserted)?;
        }
        ids.push(inserted);
    }
    Ok(Inserted::New(id))
}

/// Makes a chat from a file what a chat of ours is: parents before their children, one chosen message at most among
/// siblings, nothing streaming.
fn normalize(chat: &mut PortableChat) {
    let mut chosen = HashSet::new();
    for (place, message) in chat.messages.iter_mut().enumerate() {
        message.parent = message.parent.filter(|parent| *parent < place);
        message.chosen = message.chosen && chosen.insert(message.parent);
        if message.state == State::Streaming {
            message.state = State::Cut;
        }
    }
}

fn folder(db: &Connection, name: &str, created_at: i64) -> Result<FolderId> {
    db.prepare_cached(
        "INSERT INTO folder (name, created_at) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
    )?
    .execute(params![name, created_at])?;
    Ok(db
        .prepare_cached("SELECT id FROM folder WHERE name = ?1")?
        .query_row([name], |row| row.get(0))?)
}
