//! What can go wrong with stored conversations, as one line that a person can act on.
//!
//! No text of a message ever gets into an error: SQLite's own messages name tables and pages, and those go to the log.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::one_line;

use super::record::{ChatId, FolderId, MessageId};

/// The result of everything the store does.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An error of the store. `Display` is one line for people; SQLite's own words are in the log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file was written by a later version of the program.
    #[error(
        "{}: these conversations were saved by a newer Tandem (schema {found}, this one knows {known}); update Tandem to open them",
        shown(file)
    )]
    Newer {
        /// The database.
        file: PathBuf,
        /// The schema version it has.
        found: i64,
        /// The latest version this program knows.
        known: i64,
    },

    /// The file is a database, but another program's.
    #[error("{}: this database is not Tandem's; it was left as it is", shown(file))]
    NotAStore {
        /// The database.
        file: PathBuf,
    },

    /// The database is damaged.
    #[error(
        "the file of conversations is damaged; nothing was changed. Open it again to see what can be read"
    )]
    Damaged,

    /// The store can be read but not written.
    #[error("conversations cannot be saved: {0}")]
    ReadOnly(String),

    /// The disk is full.
    #[error(
        "the disk is full, so nothing more can be saved; free some space and try again. What was saved before is kept"
    )]
    DiskFull,

    /// Another process kept the database locked for longer than the timeout.
    #[error("another Tandem is busy writing conversations; try again")]
    Busy,

    /// The operating system refused.
    #[error("cannot {action} {}: {source}", shown(path))]
    Io {
        /// What was attempted, such as "read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own error.
        source: io::Error,
    },

    /// There is no such chat.
    #[error("there is no chat {0}")]
    NoSuchChat(ChatId),

    /// There is no such message.
    #[error("there is no message {0}")]
    NoSuchMessage(MessageId),

    /// There is no such folder.
    #[error("there is no folder {0}")]
    NoSuchFolder(FolderId),

    /// What was asked makes no sense for this chat or message.
    #[error("{0}")]
    Refused(String),

    /// A file cannot be attached to a message.
    #[error("{} cannot be attached: {reason}", shown(file))]
    Attachment {
        /// The file.
        file: PathBuf,
        /// Why, and what can be attached.
        reason: &'static str,
    },

    /// A file cannot be imported.
    #[error("{} cannot be imported: {}", shown(file), one_line(reason))]
    Import {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// SQLite failed in a way that has no better name; the log has its words.
    #[error("the database of conversations failed (SQLite code {code}); the log says more")]
    Database {
        /// SQLite's extended result code, or 0 for a fault of the wrapper.
        code: i32,
    },
}

fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

impl StoreError {
    pub(super) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        // On a full disk every action fails alike, and what helps is the same.
        if source.kind() == io::ErrorKind::StorageFull {
            return Self::DiskFull;
        }
        Self::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ffi::ErrorCode;
        let Some(sqlite) = error.sqlite_error() else {
            tracing::error!(%error, "SQLite wrapper");
            return Self::Database { code: 0 };
        };
        tracing::warn!(code = sqlite.extended_code, %error, "SQLite");
        match sqlite.code {
            ErrorCode::DiskFull => Self::DiskFull,
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy,
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Self::Damaged,
            ErrorCode::ReadOnly => Self::ReadOnly("the file or its disk is read-only".to_owned()),
            _ => Self::Database {
                code: sqlite.extended_code,
            },
        }
    }
}
