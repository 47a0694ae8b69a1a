//! Chats: begin, list, name, file away, pin, throw away and take back.

use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, params};

use super::clock;
use super::connection::Store;
use super::error::{Result, StoreError};
use super::record::{Chat, ChatId, FolderId, Parameters, TitleSource};
use super::rows::{self, CHAT_COLUMNS};
use super::search;

/// Longest title, in characters.
pub(super) const LONGEST_TITLE: usize = 200;

/// What a chat begins with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewChat {
    /// What the model is told before the first message; empty for nothing.
    pub system_prompt: String,
    /// The model.
    pub model: Option<String>,
    /// Options.
    pub parameters: Parameters,
    /// The folder to put it in.
    pub folder: Option<FolderId>,
}

/// Which chats to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shelf {
    /// All that are not in the trash.
    #[default]
    All,
    /// Those of one folder.
    Folder(FolderId),
    /// Those in the trash.
    Trash,
}

impl Store {
    /// Begins a chat.
    pub fn create_chat(&self, new: &NewChat) -> Result<ChatId> {
        self.write(|db| {
            let now = clock::now();
            db.prepare_cached(
                "INSERT INTO chat (uid, title, title_source, folder_id, system_prompt, model, \
                 parameters, created_at, updated_at) \
                 VALUES (lower(hex(randomblob(16))), '', 'none', ?1, ?2, ?3, ?4, ?5, ?5)",
            )?
            .execute(params![
                new.folder,
                new.system_prompt,
                new.model,
                rows::to_text(&new.parameters)?,
                now
            ])?;
            Ok(ChatId(db.last_insert_rowid()))
        })
    }

    /// The chat of that number, in the trash or not.
    pub fn chat(&self, id: ChatId) -> Result<Chat> {
        self.read(|db| chat(db, id))
    }

    /// The chat that was last written to, if there is one.
    pub fn latest_chat(&self) -> Result<Option<Chat>> {
        self.read(|db| {
            Ok(db
                .prepare_cached(&format!(
                    "SELECT {CHAT_COLUMNS} FROM chat WHERE trashed_at IS NULL \
                     ORDER BY updated_at DESC, id DESC LIMIT 1"
                ))?
                .query_row([], rows::chat)
                .optional()?)
        })
    }

    /// Chats of a shelf, `limit` of them after the first `skip`: pinned ones first, then by time, the latest first.
    pub fn chats(&self, shelf: Shelf, skip: u32, limit: u32) -> Result<Vec<Chat>> {
        let (condition, folder) = match shelf {
            Shelf::All => ("trashed_at IS NULL", None),
            Shelf::Folder(folder) => ("trashed_at IS NULL AND folder_id = ?3", Some(folder)),
            Shelf::Trash => ("trashed_at IS NOT NULL", None),
        };
        self.read(|db| {
            let mut statement = db.prepare_cached(&format!(
                "SELECT {CHAT_COLUMNS} FROM chat WHERE {condition} \
                 ORDER BY pinned_at IS NULL, updated_at DESC, id DESC LIMIT ?2 OFFSET ?1"
            ))?;
            let mut parameters: Vec<&dyn ToSql> = vec![&skip, &limit];
            if let Some(folder) = &folder {
                parameters.push(folder);
            }
            let chats = statement.query_map(parameters.as_slice(), rows::chat)?;
            Ok(chats.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Gives a chat a title. A title of a lesser source (say, by the model after the user named the chat) is
    /// not taken; the result says whether it was.
    pub fn set_title(&self, id: ChatId, title: &str, source: TitleSource) -> Result<bool> {
        self.write(|db| {
            let rank = |source| match source {
                TitleSource::None => 0,
                TitleSource::Words => 1,
                TitleSource::Model => 2,
                TitleSource::User => 3,
            };
            if rank(source) < rank(chat(db, id)?.title_source) {
                return Ok(false);
            }
            set_title(db, id, title, source)?;
            Ok(true)
        })
    }

    /// Puts a chat into a folder, or out of any.
    pub fn set_folder(&self, id: ChatId, folder: Option<FolderId>) -> Result<()> {
        self.update(id, "folder_id = ?2", &folder)
    }

    /// Pins a chat, or takes the pin off.
    pub fn set_pinned(&self, id: ChatId, pinned: bool) -> Result<()> {
        self.update(id, "pinned_at = ?2", &pinned.then(clock::now))
    }

    /// Changes what the model is told before the first message.
    pub fn set_system_prompt(&self, id: ChatId, text: &str) -> Result<()> {
        self.update(id, "system_prompt = ?2", &text)
    }

    /// Changes the model of a chat.
    pub fn set_model(&self, id: ChatId, model: Option<&str>) -> Result<()> {
        self.update(id, "model = ?2", &model)
    }

    /// Changes the options of a chat.
    pub fn set_parameters(&self, id: ChatId, parameters: &Parameters) -> Result<()> {
        self.update(id, "parameters = ?2", &rows::to_text(parameters)?)
    }

    /// Puts a chat into the trash.
    pub fn trash(&self, id: ChatId) -> Result<()> {
        self.update(id, "trashed_at = ifnull(trashed_at, ?2)", &clock::now())
    }

    /// Takes a chat out of the trash: the undo of [`Store::trash`].
    pub fn restore(&self, id: ChatId) -> Result<()> {
        self.update(id, "trashed_at = ?2", &None::<i64>)
    }

    /// Deletes a chat of the trash for good. Its text is overwritten in the database and its log; backups made
    /// before a migration keep it until they are replaced.
    pub fn purge(&self, id: ChatId) -> Result<()> {
        self.write(|db| {
            if chat(db, id)?.trashed_at.is_none() {
                return Err(StoreError::Refused(format!(
                    "chat {id} is not in the trash; put it there first"
                )));
            }
            delete(db, id)
        })?;
        self.forget()
    }

    /// Deletes for good what was put into the trash before `time`; how many chats that were.
    pub fn purge_trash(&self, before: i64) -> Result<usize> {
        let count = self.write(|db| {
            let old: Vec<ChatId> = db
                .prepare("SELECT id FROM chat WHERE trashed_at < ?1")?
                .query_map([before], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for id in &old {
                delete(db, *id)?;
            }
            Ok(old.len())
        })?;
        self.forget()?;
        Ok(count)
    }

    fn update(&self, id: ChatId, assignment: &str, value: &dyn ToSql) -> Result<()> {
        self.write(|db| {
            let changed = db
                .prepare_cached(&format!("UPDATE chat SET {assignment} WHERE id = ?1"))?
                .execute(params![id, value])
                .map_err(|error| match error.sqlite_error() {
                    Some(e) if e.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY => {
                        StoreError::Refused("there is no such folder".to_owned())
                    }
                    _ => error.into(),
                })?;
            if changed == 0 {
                return Err(StoreError::NoSuchChat(id));
            }
            Ok(())
        })
    }

    /// Takes what was deleted out of the indexes and the log of changes. An index keeps the words of a deleted row
    /// until its parts are merged. Where other processes still read the log, it is emptied when they are done.
    pub(super) fn forget(&self) -> Result<()> {
        self.write(|db| {
            Ok(db.execute_batch(
                "INSERT INTO message_index (message_index) VALUES ('optimize');
                 INSERT INTO title_index (title_index) VALUES ('optimize');",
            )?)
        })?;
        let inner = self.inner();
        inner
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }
}

pub(super) fn chat(db: &Connection, id: ChatId) -> Result<Chat> {
    db.prepare_cached(&format!("SELECT {CHAT_COLUMNS} FROM chat WHERE id = ?1"))?
        .query_row([id], rows::chat)
        .optional()?
        .ok_or(StoreError::NoSuchChat(id))
}

/// Sets the title and the index of titles.
pub(super) fn set_title(
    db: &Connection,
    id: ChatId,
    title: &str,
    source: TitleSource,
) -> Result<()> {
    let title = one_line_title(title);
    db.prepare_cached("UPDATE chat SET title = ?2, title_source = ?3 WHERE id = ?1")?
        .execute(params![id, title, source])?;
    search::index_title(db, id, &title)
}

/// The first words of a text, as a title.
pub(super) fn first_words(text: &str) -> String {
    /// As many characters as a list of chats shows.
    const LENGTH: usize = 60;
    let line = one_line_title(text);
    if line.chars().count() <= LENGTH {
        return line;
    }
    let cut: String = line.chars().take(LENGTH).collect();
    // Between words where there are any; half the length must remain.
    let end = match cut.rfind(' ') {
        Some(space) if space >= cut.len() / 2 => space,
        _ => cut.len(),
    };
    format!("{}…", cut.get(..end).unwrap_or(&cut).trim_end())
}

fn one_line_title(text: &str) -> String {
    let mut line = String::new();
    for word in text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
    {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.chars().count() > LONGEST_TITLE {
            break;
        }
    }
    line.chars().take(LONGEST_TITLE).collect()
}

fn delete(db: &Connection, id: ChatId) -> Result<()> {
    db.execute(
        "DELETE FROM message_index WHERE rowid IN (SELECT id FROM message WHERE chat_id = ?1)",
        [id],
    )?;
    db.execute("DELETE FROM title_index WHERE rowid = ?1", [id])?;
    db.execute("DELETE FROM message WHERE chat_id = ?1", [id])?;
    db.execute("DELETE FROM chat WHERE id = ?1", [id])?;
    Ok(())
}
