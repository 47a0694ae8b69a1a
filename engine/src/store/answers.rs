//! Answers as they stream: begun, appended to, finished, or cut off.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;

use super::connection::{Inner, Store, in_transaction};
use super::error::{Result, StoreError};
use super::record::{Message, MessageId, Role, State};
use super::writer::{self, Writer};
use super::{clock, messages, rows, search};

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// More of its text.
    Content(String),
    /// More of the thinking before it.
    Thinking(String),
    /// A complete tool call: an object with `name` and `arguments`.
    ToolCall(Value),
}

/// How an answer ended.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// In the words of the engine's finish reasons.
    pub finish_reason: String,
    /// Model and speculation statistics.
    pub statistics: Option<Value>,
}

impl Store {
    /// Begins an answer to `parent`, puts it on the chosen path and keeps it as [`State::Streaming`]. Answering the
    /// same message again makes another branch.
    pub fn begin_answer(&self, parent: MessageId, model: Option<&str>) -> Result<MessageId> {
        self.writable()?;
        let mut inner = self.inner();
        let Inner { connection, writer } = &mut *inner;
        let writer = match writer {
            Some(writer) => &*writer,
            None => &*writer.insert(Writer::register(self.file(), new_name(connection)?)?),
        };
        in_transaction(connection, |db| {
            let (chat, _) = rows::place_of(db, parent)?;
            let id = messages::insert_row(
                db,
                chat,
                Some(parent),
                &messages::Row {
                    role: Role::Assistant,
                    state: State::Streaming,
                    content: "",
                    thinking: "",
                    tool_calls: &[],
                    tool_call_id: None,
                    model,
                    finish_reason: None,
                    statistics: None,
                    writer: Some(writer.name()),
                    created_at: clock::now(),
                },
            )?;
            messages::choose_among_siblings(db, chat, Some(parent), id)?;
            messages::touch(db, chat)?;
            Ok(id)
        })
    }

    /// Appends pieces to an answer that streams. All of them are on the disk when this returns `Ok`, none of them
    /// if it fails. Appending a few times a second is enough: see [`AnswerWriter`].
    pub fn append(&self, answer: MessageId, pieces: &[Piece]) -> Result<()> {
        self.write(|db| {
            streaming(db, answer)?;
            let mut insert = db
                .prepare_cached("INSERT INTO piece (message_id, kind, text) VALUES (?1, ?2, ?3)")?;
            for piece in pieces {
                match piece {
                    Piece::Content(text) => insert.execute(params![answer, "content", text])?,
                    Piece::Thinking(text) => insert.execute(params![answer, "thinking", text])?,
                    Piece::ToolCall(call) => {
                        insert.execute(params![answer, "tool_call", rows::to_text(call)?])?
                    }
                };
            }
            Ok(())
        })
    }

    /// Ends an answer that streams: it becomes [`State::Complete`] and can be searched.
    pub fn finish_answer(&self, answer: MessageId, outcome: &Outcome) -> Result<()> {
        self.write(|db| {
            streaming(db, answer)?;
            close(db, answer, State::Complete, Some(outcome))
        })
    }

    /// Ends an answer that will not be finished: it becomes [`State::Cut`], as far as it has come.
    pub fn cut_answer(&self, answer: MessageId) -> Result<()> {
        self.write(|db| {
            streaming(db, answer)?;
            close(db, answer, State::Cut, None)
        })
    }
}

/// Appends to an answer a few times a second, however small the pieces come.
///
/// What cannot be written stays here and goes with the next attempt. Dropping the writer before
/// [`AnswerWriter::finish`] marks the answer as cut.
#[derive(Debug)]
pub struct AnswerWriter<'a> {
    store: &'a Store,
    answer: MessageId,
    waiting: Vec<Piece>,
    written: Instant,
    ended: bool,
}

/// How much time an answer may lose when the power goes; an end of the process loses no more.
const INTERVAL: Duration = Duration::from_millis(250);

impl<'a> AnswerWriter<'a> {
    /// Begins an answer to `parent`, as [`Store::begin_answer`].
    pub fn begin(store: &'a Store, parent: MessageId, model: Option<&str>) -> Result<Self> {
        Ok(Self {
            store,
            answer: store.begin_answer(parent, model)?,
            waiting: Vec::new(),
            written: Instant::now(),
            ended: false,
        })
    }

    /// The answer's number.
    pub fn id(&self) -> MessageId {
        self.answer
    }

    /// Takes a piece, and writes what waits if it is time. An error is about the writing: the piece is kept.
    pub fn push(&mut self, piece: Piece) -> Result<()> {
        match (self.waiting.last_mut(), piece) {
            (Some(Piece::Content(text)), Piece::Content(more))
            | (Some(Piece::Thinking(text)), Piece::Thinking(more)) => text.push_str(&more),
            (_, piece) => self.waiting.push(piece),
        }
        if self.written.elapsed() >= INTERVAL {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what waits.
    pub fn flush(&mut self) -> Result<()> {
        self.written = Instant::now();
        if !self.waiting.is_empty() {
            self.store.append(self.answer, &self.waiting)?;
            self.waiting.clear();
        }
        Ok(())
    }

    /// Writes what waits and ends the answer.
    pub fn finish(&mut self, outcome: &Outcome) -> Result<()> {
        self.flush()?;
        self.store.finish_answer(self.answer, outcome)?;
        self.ended = true;
        Ok(())
    }
}

impl Drop for AnswerWriter<'_> {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let cut = self
            .flush()
            .and_then(|()| self.store.cut_answer(self.answer));
        if let Err(error) = cut {
            tracing::error!(%error, "an unfinished answer could not be marked as cut");
        }
    }
}

/// Marks as cut all answers whose writer has ended. Called when the database is opened.
pub(super) fn cut_abandoned(connection: &Connection, file: &Path) -> Result<()> {
    let writers: Vec<String> = connection
        .prepare("SELECT DISTINCT ifnull(writer, '') FROM message WHERE state = 'streaming'")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for name in writers {
        if !writer::is_gone(file, &name) {
            continue;
        }
        in_transaction(connection, |db| {
            let answers: Vec<MessageId> = db
                .prepare(
                    "SELECT id FROM message WHERE state = 'streaming' AND ifnull(writer, '') = ?1",
                )?
                .query_map([&name], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            answers
                .into_iter()
                .try_for_each(|answer| close(db, answer, State::Cut, None))
        })?;
    }
    writer::sweep(file);
    Ok(())
}

/// Joins the pieces of an answer into its row.
pub(super) fn close(
    db: &Connection,
    answer: MessageId,
    state: State,
    outcome: Option<&Outcome>,
) -> Result<()> {
    let mut message = db
        .prepare_cached(&format!(
            "SELECT {} FROM message WHERE id = ?1",
            rows::MESSAGE_COLUMNS
        ))?
        .query_row([answer], rows::message)?;
    add_pieces(db, &mut message)?;
    db.prepare_cached(
        "UPDATE message SET state = ?2, content = ?3, thinking = ?4, tool_calls = ?5, \
         finish_reason = ?6, statistics = ?7, writer = NULL WHERE id = ?1",
    )?
    .execute(params![
        answer,
        state,
        message.content,
        message.thinking,
        rows::to_text(&message.tool_calls)?,
        outcome.map(|outcome| &outcome.finish_reason),
        outcome
            .and_then(|outcome| outcome.statistics.as_ref())
            .map(rows::to_text)
            .transpose()?,
    ])?;
    db.prepare_cached("DELETE FROM piece WHERE message_id = ?1")?
        .execute([answer])?;
    search::index_message(db, answer)?;
    // An answer that is found cut when the program starts is no news in the list of chats.
    if outcome.is_some() {
        messages::touch(db, rows::place_of(db, answer)?.0)?;
    }
    Ok(())
}

/// Adds to a message that streams what has come of it.
pub(super) fn add_pieces(db: &Connection, message: &mut Message) -> Result<()> {
    let mut statement =
        db.prepare_cached("SELECT kind, text FROM piece WHERE message_id = ?1 ORDER BY id")?;
    let mut pieces = statement.query([message.id])?;
    while let Some(piece) = pieces.next()? {
        let text = piece.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        match piece.get_ref(0)?.as_str().map_err(rusqlite::Error::from)? {
            "thinking" => message.thinking.push_str(text),
            "tool_call" => message
                .tool_calls
                .extend(serde_json::from_str::<Value>(text)),
            _ => message.content.push_str(text),
        }
    }
    Ok(())
}

fn streaming(db: &Connection, answer: MessageId) -> Result<()> {
    let state: State = db
        .prepare_cached("SELECT state FROM message WHERE id = ?1")?
        .query_row([answer], |row| row.get(0))
        .optional()?
        .ok_or(StoreError::NoSuchMessage(answer))?;
    if state == State::Streaming {
        Ok(())
    } else {
        Err(StoreError::Refused(format!(
            "the answer {answer} has already ended"
        )))
    }
}

fn new_name(connection: &Connection) -> Result<String> {
    Ok(connection.query_row("SELECT lower(hex(randomblob(16)))", [], |row| row.get(0))?)
}
