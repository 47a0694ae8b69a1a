//! Conversations on disk, in SQLite.
//!
//! The contract with who writes: a user's message is committed when [`Store::add_message`] returns, so begin the
//! answer after it; an answer is a row from [`Store::begin_answer`] on, and what [`Store::append`] accepted survives
//! the end of the process at any moment. An answer whose process ended before it is found as [`State::Cut`], as far
//! as it came. A damaged file is never replaced: see [`Condition`].

mod answers;
mod attachment;
mod backup;
mod chats;
mod check;
mod clock;
mod connection;
mod deletion;
mod error;
mod file;
mod fold;
mod folders;
mod messages;
mod open;
mod pages;
mod prompt;
mod record;
mod rows;
mod salvage;
mod schema;
mod search;
mod transfer;
mod writer;

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]
mod tests;

pub use answers::{AnswerWriter, Outcome, Piece};
pub use chats::{NewChat, Shelf};
pub use connection::{Condition, Store};
pub use deletion::Deletion;
pub use error::{Result, StoreError};
pub use messages::NewMessage;
pub use open::BUSY_TIMEOUT;
pub use prompt::with_attachments;
pub use record::{
    Attachment, Chat, ChatId, Conversation, Folder, FolderId, Message, MessageId, Parameters,
    Preset, PresetId, Role, State, TitleSource,
};
pub use salvage::Salvage;
pub use search::{Hit, Snippet};
pub use transfer::{ImportReport, Skipped};
