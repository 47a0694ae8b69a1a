//! What can be read of a damaged file.
//!
//! The file is only ever read here. Rows are fetched one by one by their number, because that way a damaged page costs
//! the rows on it and no others: a scan would end at the first of them. What is behind a damaged page that leads to
//! others is then looked for in the pages themselves.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, params_from_iter};

use super::connection::{Condition, Store};
use super::error::{Result, StoreError};
use super::open::{in_memory, tolerant_connection};
use super::{backup, clock, file, pages, search};

/// What was found in a damaged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvage {
    /// Chats that could be read, whole or in part.
    pub chats: usize,
    /// Messages that could be read.
    pub messages: usize,
    /// Where they come from: the damaged file, or, if nothing in it could be read, the latest backup that could.
    pub source: PathBuf,
    /// Backups made before earlier updates, the newest first.
    pub backups: Vec<PathBuf>,
}

/// The tables, in an order in which a row's references come first, and how a missing reference is mended.
const TABLES: [&str; 6] = ["folder", "preset", "chat", "message", "piece", "attachment"];

/// The kinds of the columns of [`TABLES`] after their number: `i`nteger, `t`ext, upper case where there may be none.
const SHAPES: [&str; 6] = ["ti", "ttt", "tttItTtiiII", "iIitttttTTTTTi", "itt", "itt"];

/// More numbers than this are not tried; nobody has as many messages.
const LARGEST_NUMBER: i64 = 20_000_000;

/// Numbers to try where the file does not say how many there are.
const UNKNOWN_NUMBERS: i64 = 1_000_000;

pub(super) fn open(path: &Path) -> Result<Store> {
    let (connection, salvage) = salvage(path)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(Store::over(
        connection,
        Some(path.to_owned()),
        Condition::Salvaged(salvage),
    ))
}

impl Store {
    /// Writes what can be read of the damaged file at `path` into a new one in its place. The damaged file is kept
    /// under another name, which is returned.
    pub fn repair(path: &Path) -> Result<PathBuf> {
        let (connection, _) = salvage(path)?;
        let repaired = file::beside(path, ".repaired");
        file::create_private(&repaired)?;
        connection.execute("VACUUM INTO ?1", [repaired.to_string_lossy()])?;
        file::sync(&repaired)?;
        let kept = path.with_file_name(format!("chats-damaged-{}.sqlite", clock::now()));
        let renamed = |from: &Path, to: &Path| {
            fs::rename(from, to).map_err(|e| StoreError::io("rename", from, e))
        };
        // The log of changes belongs to the damaged file: beside the new one it would be applied to it.
        for suffix in ["-wal", "-shm"] {
            let log = file::beside(path, suffix);
            if log.exists() {
                renamed(&log, &file::beside(&kept, suffix))?;
            }
        }
        renamed(path, &kept)?;
        renamed(&repaired, path)?;
        Ok(kept)
    }
}

fn salvage(path: &Path) -> Result<(Connection, Salvage)> {
    let backups = backup::list(path);
    let mut sources = vec![path.to_owned()];
    sources.extend(backups.iter().cloned());
    for source in sources {
        let connection = in_memory()?;
        copy(&source, &connection)?;
        let count = |table: &str| -> Result<usize> {
            let count: i64 =
                connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        };
        let (chats, messages) = (count("chat")?, count("message")?);
        if chats > 0 {
            return Ok((
                connection,
                Salvage {
                    chats,
                    messages,
                    source,
                    backups,
                },
            ));
        }
    }
    Ok((
        in_memory()?,
        Salvage {
            chats: 0,
            messages: 0,
            source: path.to_owned(),
            backups,
        },
    ))
}

/// Copies every row of `source` that can be read, then mends what refers to rows that could not.
fn copy(source: &Path, to: &Connection) -> Result<()> {
    to.execute_batch("PRAGMA foreign_keys = OFF; BEGIN")?;
    if let Ok(from) = tolerant_connection(source) {
        for table in TABLES {
            copy_table(&from, to, table)?;
        }
        // Not from single pages: one that is out of date would take away what was restored.
        copy_table(&from, to, "deletion")?;
    }
    copy_pages(source, to)?;
    to.execute_batch(
        "-- What was deleted does not come back. The damaged file keeps it.
         DELETE FROM message WHERE id IN (SELECT id FROM deletion);
         DELETE FROM deletion;
         INSERT OR IGNORE INTO chat (id, uid, title, title_source, system_prompt, parameters, created_at, updated_at)
             SELECT chat_id, lower(hex(randomblob(16))), 'Recovered', 'none', '', '{}',
                 min(created_at), max(created_at)
             FROM message WHERE chat_id NOT IN (SELECT id FROM chat) GROUP BY chat_id;
         UPDATE chat SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM folder);
         DELETE FROM piece WHERE message_id NOT IN (SELECT id FROM message);
         DELETE FROM attachment WHERE message_id NOT IN (SELECT id FROM message);",
    )?;
    mend_parents(to)?;
    let streaming: Vec<super::record::MessageId> = to
        .prepare("SELECT id FROM message WHERE state = 'streaming'")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for answer in streaming {
        super::answers::close(to, answer, super::record::State::Cut, None)?;
    }
    search::index_all_messages(to)?;
    search::index_all_titles(to)?;
    to.execute_batch("COMMIT; PRAGMA foreign_keys = ON")?;
    Ok(())
}

/// Adds the rows that SQLite did not find but that stand in the file.
fn copy_pages(source: &Path, to: &Connection) -> Result<()> {
    let mut inserts = Vec::new();
    for table in TABLES {
        let columns = columns(to, table);
        let marks = vec!["?"; columns.len()].join(", ");
        inserts.push((
            columns.len(),
            to.prepare(&format!("INSERT OR IGNORE INTO {table} VALUES ({marks})"))?,
        ));
    }
    let read = pages::rows(source, |id, mut row| {
        // The number of a row is kept outside of it; its column holds nothing.
        if row.first() != Some(&Value::Null) {
            return;
        }
        if let Some(first) = row.first_mut() {
            *first = Value::Integer(id);
        }
        let Some(table) = table_of(&row) else {
            return;
        };
        if let Some((columns, insert)) = inserts.get_mut(table)
            && *columns == row.len()
        {
            // One that was found already, or that fails the table's checks, is no loss.
            let _ = insert.execute(params_from_iter(&row));
        }
    });
    if let Err(error) = read {
        tracing::warn!(%error, "the pages of a damaged file cannot be read");
    }
    Ok(())
}

/// Which of [`TABLES`] a row is of, by the kinds of its columns after the first.
fn table_of(row: &[Value]) -> Option<usize> {
    let fits = |(value, kind): (&Value, char)| match value {
        Value::Null => kind.is_ascii_uppercase(),
        Value::Integer(_) => kind.eq_ignore_ascii_case(&'i'),
        Value::Text(_) => kind.eq_ignore_ascii_case(&'t'),
        _ => false,
    };
    let is_piece = matches!(row.get(2), Some(Value::Text(kind)) if PIECES.contains(&kind.as_str()));
    SHAPES.iter().zip(TABLES).position(|(shape, table)| {
        row.len() == shape.len() + 1
            && row.iter().skip(1).zip(shape.chars()).all(fits)
            // These two differ in nothing else.
            && (table != "piece" || is_piece)
    })
}

/// The kinds of pieces.
const PIECES: [&str; 3] = ["content", "thinking", "tool_call"];

/// A message whose parent is lost goes on from the last message of its chat before it, so that the chat stays one
/// conversation and the part after the gap is not a hidden branch.
fn mend_parents(to: &Connection) -> Result<()> {
    let orphans: Vec<(i64, i64)> = to
        .prepare(
            "SELECT id, chat_id FROM message AS m WHERE parent_id IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM message AS p WHERE p.id = m.parent_id AND p.chat_id = m.chat_id) \
             ORDER BY id",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (id, chat) in orphans {
        to.execute(
            "UPDATE message SET chosen = 0, \
             parent_id = (SELECT max(id) FROM message WHERE chat_id = ?2 AND id < ?1) WHERE id = ?1",
            [id, chat],
        )?;
        to.execute(
            "UPDATE OR IGNORE message SET chosen = 1 WHERE id = ?1",
            [id],
        )?;
    }
    Ok(())
}

fn copy_table(from: &Connection, to: &Connection, table: &str) -> Result<()> {
    let wanted = columns(to, table);
    let there: HashSet<String> = columns(from, table).into_iter().collect();
    // A database of an older schema has fewer columns, or not this table.
    let columns: Vec<&str> = wanted
        .iter()
        .filter(|column| there.contains(*column))
        .map(String::as_str)
        .collect();
    if columns.is_empty() {
        return Ok(());
    }
    let names = columns.join(", ");
    let marks = vec!["?"; columns.len()].join(", ");
    let Ok(mut read) = from.prepare(&format!("SELECT {names} FROM {table} WHERE id = ?1")) else {
        return Ok(());
    };
    let mut write = to.prepare(&format!(
        "INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"
    ))?;
    for id in 1..=largest_number(from, table) {
        let row = read.query_row([id], |row| {
            (0..columns.len())
                .map(|column| row.get_ref(column).map(readable))
                .collect::<rusqlite::Result<Vec<Value>>>()
        });
        if let Ok(values) = row
            // A row that a damaged page made up fails the table's checks; it is no loss.
            && let Err(error) = write.execute(params_from_iter(values))
        {
            tracing::warn!(%error, table, "a row could not be kept");
        }
    }
    Ok(())
}

/// The largest number a row of `table` may have, by whichever of the file's own accounts can be read.
fn largest_number(from: &Connection, table: &str) -> i64 {
    let ask = |sql: &str| {
        from.query_row(sql, [], |row| row.get::<_, Option<i64>>(0))
            .ok()
    };
    let counts = [
        // NULL, and so 0, for a table without rows.
        ask(&format!("SELECT max(id) FROM {table}")).map(Option::unwrap_or_default),
        ask(&format!(
            "SELECT seq FROM sqlite_sequence WHERE name = '{table}'"
        ))
        .flatten(),
    ];
    counts
        .into_iter()
        .flatten()
        .max()
        .unwrap_or(UNKNOWN_NUMBERS)
        .min(LARGEST_NUMBER)
}

fn columns(connection: &Connection, table: &str) -> Vec<String> {
    let names = || -> rusqlite::Result<Vec<String>> {
        connection
            .prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))?
            .query_map([], |row| row.get(0))?
            .collect()
    };
    names().unwrap_or_default()
}

/// A value with its text made valid.
fn readable(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_owned()),
    }
}
