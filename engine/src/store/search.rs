//! Finding messages and chats by their words.

use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, params};

use super::connection::Store;
use super::error::Result;
use super::record::{ChatId, MessageId, Role};
use super::{fold, messages};

/// Something that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The chat.
    pub chat: ChatId,
    /// Its title.
    pub title: String,
    /// The message; `None` if the title was found.
    pub message: Option<(MessageId, Role)>,
    /// The place in the text.
    pub snippet: Snippet,
    /// When the message, or the chat, was begun.
    pub created_at: i64,
}

/// A piece of text around what was found, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snippet {
    /// The text, with `…` where it was cut.
    pub text: String,
    /// Byte ranges of `text` to highlight, in order, none overlapping.
    pub matches: Vec<Range<usize>>,
}

impl Store {
    /// Chats whose title, and messages whose text or attachments, contain all words of `query`: titles first, then
    /// messages, the latest first, `limit` of them in all. The last letters of a word may be missing; case, accents
    /// and width do not count. What is in the trash, and thinking, is not searched. A query without letters or digits
    /// is looked for in messages as it is.
    pub fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>> {
        let query = query.trim();
        let terms = fold::terms(query);
        if query.is_empty() {
            return Ok(Vec::new());
        }
        self.read(|db| {
            if terms.is_empty() {
                return symbols(db, query, limit);
            }
            let expression = fold::match_expression(&terms);
            let mut hits = titles(db, &expression, &terms, limit)?;
            let left = limit.saturating_sub(u32::try_from(hits.len()).unwrap_or(limit));
            hits.extend(texts(db, &expression, &terms, left)?);
            Ok(hits)
        })
    }
}

fn titles(db: &Connection, expression: &str, terms: &[String], limit: u32) -> Result<Vec<Hit>> {
    let mut statement = db.prepare_cached(
        "SELECT chat.id, title, created_at FROM title_index JOIN chat ON chat.id = title_index.rowid \
         WHERE title_index MATCH ?1 AND trashed_at IS NULL ORDER BY updated_at DESC LIMIT ?2",
    )?;
    let hits = statement.query_map(params![expression, limit], |row| {
        let title: String = row.get(1)?;
        Ok(Hit {
            chat: row.get(0)?,
            snippet: snippet(&title, terms).unwrap_or_default(),
            title,
            message: None,
            created_at: row.get(2)?,
        })
    })?;
    Ok(hits.collect::<rusqlite::Result<_>>()?)
}

fn texts(db: &Connection, expression: &str, terms: &[String], limit: u32) -> Result<Vec<Hit>> {
    // The index alone gives the numbers, newest first, so the texts of only those that are shown are read.
    let mut statement = db.prepare_cached(
        "SELECT message.id FROM message_index CROSS JOIN message ON message.id = message_index.rowid \
         CROSS JOIN chat ON chat.id = chat_id \
         WHERE message_index MATCH ?1 AND trashed_at IS NULL \
         AND message.id NOT IN (SELECT id FROM deletion) ORDER BY message_index.rowid DESC LIMIT ?2",
    )?;
    let found: Vec<MessageId> = statement
        .query_map(params![expression, limit], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut hits = Vec::with_capacity(found.len());
    for id in found {
        let (mut hit, content) = hit(db, id)?;
        let mut place = snippet(&content, terms);
        if place.as_ref().is_none_or(|place| place.matches.is_empty()) {
            for attachment in messages::attachments(db, id)? {
                let text = format!("{}: {}", attachment.name, attachment.content);
                if let Some(inside) = snippet(&text, terms)
                    && !inside.matches.is_empty()
                {
                    place = Some(inside);
                    break;
                }
            }
        }
        hit.snippet = place.unwrap_or_default();
        hits.push(hit);
    }
    Ok(hits)
}

/// Signs and emoji, which are in no index: every text is looked through.
fn symbols(db: &Connection, query: &str, limit: u32) -> Result<Vec<Hit>> {
    let mut statement = db.prepare_cached(
        "SELECT message.id FROM message JOIN chat ON chat.id = chat_id \
         WHERE instr(content, ?1) > 0 AND trashed_at IS NULL \
         AND message.id NOT IN (SELECT id FROM deletion) ORDER BY message.id DESC LIMIT ?2",
    )?;
    let found: Vec<MessageId> = statement
        .query_map(params![query, limit], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut hits = Vec::with_capacity(found.len());
    for id in found {
        let (mut hit, content) = hit(db, id)?;
        if let Some(at) = content.find(query) {
            hit.snippet = around(&content, at..at + query.len(), &[]);
        }
        hits.push(hit);
    }
    Ok(hits)
}

fn hit(db: &Connection, id: MessageId) -> Result<(Hit, String)> {
    Ok(db
        .prepare_cached(
            "SELECT chat.id, title, role, message.created_at, content \
             FROM message JOIN chat ON chat.id = chat_id WHERE message.id = ?1",
        )?
        .query_row([id], |row| {
            let hit = Hit {
                chat: row.get(0)?,
                title: row.get(1)?,
                message: Some((id, row.get(2)?)),
                snippet: Snippet::default(),
                created_at: row.get(3)?,
            };
            Ok((hit, row.get(4)?))
        })?)
}

/// `text` around the first of `terms` in it; its beginning if none is there as it is written.
fn snippet(text: &str, terms: &[String]) -> Option<Snippet> {
    let first = terms
        .iter()
        .filter_map(|term| fold::find(text, term))
        .min_by_key(|range| range.start);
    match first {
        Some(range) => Some(around(text, range, terms)),
        None if text.is_empty() => None,
        None => {
            let mut start = around(text, 0..0, &[]);
            start.matches.clear();
            Some(start)
        }
    }
}

/// About a line of `text` around `range`, with `range` and all `terms` in it marked.
fn around(text: &str, range: Range<usize>, terms: &[String]) -> Snippet {
    const BEFORE: usize = 40;
    const AFTER: usize = 120;
    let (head, tail) = (
        text.get(..range.start).unwrap_or_default(),
        text.get(range.end..).unwrap_or_default(),
    );
    let from = head
        .char_indices()
        .rev()
        .nth(BEFORE - 1)
        .map_or(0, |(at, _)| at);
    let to = tail
        .char_indices()
        .nth(AFTER)
        .map_or(text.len(), |(at, _)| range.end + at);
    let mut snippet = Snippet::default();
    if from > 0 {
        snippet.text.push('…');
    }
    let shift = snippet.text.len();
    // One byte for one, so that ranges stay right.
    let window = text.get(from..to).unwrap_or_default();
    snippet.text.extend(
        window
            .chars()
            .map(|c| if c.is_ascii_control() { ' ' } else { c }),
    );
    snippet
        .matches
        .push(range.start - from + shift..range.end - from + shift);
    for term in terms {
        let mut at = 0;
        while let Some(found) = window.get(at..).and_then(|rest| fold::find(rest, term)) {
            snippet
                .matches
                .push(at + found.start + shift..at + found.end + shift);
            at += found.end.max(1);
        }
    }
    if to < text.len() {
        snippet.text.push('…');
    }
    snippet
        .matches
        .sort_unstable_by_key(|range| (range.start, range.end));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(snippet.matches.len());
    for range in snippet.matches.drain(..) {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    snippet.matches = apart;
    snippet
}

/// Puts a message's text and attachments into the index.
pub(super) fn index_message(db: &Connection, id: MessageId) -> Result<()> {
    let Some(mut text) = db
        .prepare_cached("SELECT content FROM message WHERE id = ?1")?
        .query_row([id], |row| row.get::<_, String>(0))
        .optional()?
    else {
        return Ok(());
    };
    for attachment in messages::attachments(db, id)? {
        for part in [&attachment.name, &attachment.content] {
            text.push('\n');
            text.push_str(part);
        }
    }
    db.prepare_cached("INSERT OR REPLACE INTO message_index (rowid, text) VALUES (?1, ?2)")?
        .execute(params![id, fold::indexed(&text)])?;
    Ok(())
}

/// Takes a message out of the index.
pub(super) fn forget_message(db: &Connection, id: MessageId) -> Result<()> {
    db.prepare_cached("DELETE FROM message_index WHERE rowid = ?1")?
        .execute([id])?;
    Ok(())
}

/// Puts a chat's title into the index.
pub(super) fn index_title(db: &Connection, id: ChatId, title: &str) -> Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO title_index (rowid, text) VALUES (?1, ?2)")?
        .execute(params![id, fold::indexed(title)])?;
    Ok(())
}

/// Indexes all titles anew.
pub(super) fn index_all_titles(db: &Connection) -> Result<()> {
    let titles: Vec<(ChatId, String)> = db
        .prepare("SELECT id, title FROM chat")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    titles
        .iter()
        .try_for_each(|(id, title)| index_title(db, *id, title))
}

/// Indexes all messages anew.
pub(super) fn index_all_messages(db: &Connection) -> Result<()> {
    let ids: Vec<MessageId> = db
        .prepare(
            "SELECT id FROM message WHERE state <> 'streaming' \
             AND id NOT IN (SELECT id FROM deletion)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    ids.iter().try_for_each(|id| index_message(db, *id))
}
