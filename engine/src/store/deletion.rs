//! Deleting a message with all that follows it, and taking that back.
//!
//! What is deleted stays in the database, out of every list, search, prompt and export, until it is purged.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::connection::Store;
use super::error::{Result, StoreError};
use super::record::{ChatId, MessageId, State, TitleSource};
use super::{chats, clock, messages, rows, search};

/// What a deletion, or taking one back, came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deletion {
    /// How many messages it was about, on all branches.
    pub messages: usize,
    /// The version that is now on the chosen path in the place of the one deleted, or the one that is back; `None` if
    /// the path ends before it or leads elsewhere, as it did before.
    pub shown: Option<MessageId>,
}

/// The message `?1` and all that follow it on any branch.
const SUBTREE: &str = "WITH RECURSIVE subtree (id) AS \
     (SELECT ?1 UNION SELECT message.id FROM message JOIN subtree ON parent_id = subtree.id)";

impl Store {
    /// Deletes a message with all that follow it on any branch. If it was on the chosen path, another version beside
    /// it takes its place: the one before it, else the one after. Refused while an answer among them is being written.
    ///
    /// Nothing is lost yet: see [`Store::restore_message`] and [`Store::purge_deleted`].
    pub fn delete_message(&self, id: MessageId) -> Result<Deletion> {
        self.write(|db| {
            let (chat, parent) = rows::place_of(db, id)?;
            let gone = subtree(db, id)?;
            for message in &gone {
                if state(db, *message)? == State::Streaming {
                    return Err(StoreError::Refused(
                        "an answer there is still being written; stop it first".to_owned(),
                    ));
                }
            }
            let now = clock::now();
            let mut mark = db.prepare_cached(
                "INSERT INTO deletion (id, root_id, deleted_at) VALUES (?1, ?2, ?3)",
            )?;
            for message in &gone {
                mark.execute(params![message, id, now])?;
                search::forget_message(db, *message)?;
            }
            let was_chosen: bool = db
                .prepare_cached("SELECT chosen FROM message WHERE id = ?1")?
                .query_row([id], |row| row.get(0))?;
            // Its branch keeps its own path, for the case that it comes back.
            db.prepare_cached("UPDATE message SET chosen = 0 WHERE id = ?1")?
                .execute([id])?;
            let mut shown = None;
            if was_chosen {
                shown = neighbour(db, chat, parent, id)?;
                if let Some(other) = shown {
                    messages::choose_among_siblings(db, chat, parent, other)?;
                }
            }
            retitle(db, chat)?;
            Ok(Deletion {
                messages: gone.len(),
                shown,
            })
        })
    }

    /// Takes back the deletion of a message: the undo of [`Store::delete_message`]. What that took along is back too,
    /// and the chosen path leads through the message. What follows it and was deleted before it stays deleted.
    pub fn restore_message(&self, id: MessageId) -> Result<Deletion> {
        self.write(|db| {
            let back: Vec<MessageId> = db
                .prepare_cached("SELECT id FROM deletion WHERE root_id = ?1 ORDER BY id")?
                .query_map([id], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            if back.is_empty() {
                return Err(StoreError::NoSuchMessage(id));
            }
            db.prepare_cached("DELETE FROM deletion WHERE root_id = ?1")?
                .execute([id])?;
            let mut at = Some(id);
            let mut chat = None;
            while let Some(message) = at {
                let (place, parent) = rows::place_of(db, message).map_err(|error| match error {
                    StoreError::NoSuchMessage(_) => StoreError::Refused(
                        "the message before it was deleted too; restore that first".to_owned(),
                    ),
                    other => other,
                })?;
                messages::choose_among_siblings(db, place, parent, message)?;
                (chat, at) = (Some(place), parent);
            }
            back.iter()
                .try_for_each(|message| search::index_message(db, *message))?;
            if let Some(chat) = chat {
                retitle(db, chat)?;
            }
            Ok(Deletion {
                messages: back.len(),
                shown: Some(id),
            })
        })
    }

    /// Deletes for good what was deleted before `time`, with all that follows it; how many messages that were. Their
    /// text is overwritten as in [`Store::purge`].
    pub fn purge_deleted(&self, before: i64) -> Result<usize> {
        let count = self.write(|db| {
            let count = db.execute(
                "WITH RECURSIVE old (id) AS \
                 (SELECT id FROM deletion WHERE deleted_at < ?1 \
                  UNION SELECT message.id FROM message JOIN old ON parent_id = old.id) \
                 DELETE FROM message WHERE id IN (SELECT id FROM old)",
                [before],
            )?;
            Ok(count)
        })?;
        if count > 0 {
            self.forget()?;
        }
        Ok(count)
    }
}

/// A message and all that follow it and are not deleted yet, in the order of their numbers.
fn subtree(db: &Transaction<'_>, id: MessageId) -> Result<Vec<MessageId>> {
    let mut statement = db.prepare_cached(&format!(
        "{SUBTREE} SELECT id FROM subtree WHERE id NOT IN (SELECT id FROM deletion) ORDER BY id"
    ))?;
    let ids = statement.query_map([id], |row| row.get(0))?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

fn state(db: &Connection, id: MessageId) -> Result<State> {
    Ok(db
        .prepare_cached("SELECT state FROM message WHERE id = ?1")?
        .query_row([id], |row| row.get(0))?)
}

/// The version beside `id` that takes its place.
fn neighbour(
    db: &Connection,
    chat: ChatId,
    parent: Option<MessageId>,
    id: MessageId,
) -> Result<Option<MessageId>> {
    Ok(db
        .prepare_cached(
            "SELECT id FROM message WHERE chat_id = ?1 AND ifnull(parent_id, 0) = ifnull(?2, 0) \
             AND id <> ?3 AND id NOT IN (SELECT id FROM deletion) \
             ORDER BY id > ?3, abs(id - ?3) LIMIT 1",
        )?
        .query_row(params![chat, parent, id], |row| row.get(0))
        .optional()?)
}

/// A title that is the first words of what was said is never that of a message that was deleted.
fn retitle(db: &Connection, chat: ChatId) -> Result<()> {
    let about = chats::chat(db, chat)?;
    if !matches!(about.title_source, TitleSource::Words | TitleSource::None) {
        return Ok(());
    }
    let mut statement = db.prepare_cached(
        "SELECT content FROM message WHERE chat_id = ?1 AND role = 'user' \
         AND id NOT IN (SELECT id FROM deletion) ORDER BY id",
    )?;
    let mut texts = statement.query([chat])?;
    while let Some(row) = texts.next()? {
        let text = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        let title = chats::first_words(text);
        if !title.is_empty() {
            return chats::set_title(db, chat, &title, TitleSource::Words);
        }
    }
    chats::set_title(db, chat, "", TitleSource::None)
}
