//! The store itself: one connection, and the way every read and write takes through it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::check;
use super::error::{Result, StoreError};
use super::salvage::Salvage;
use super::writer::Writer;

/// Conversations on disk, or in memory for private ones.
///
/// All methods block until SQLite is done; what returned `Ok` is on disk. A store can be shared by threads, and the
/// same file can be opened by several processes: writers wait for each other, up to [`BUSY_TIMEOUT`].
///
/// [`BUSY_TIMEOUT`]: super::open::BUSY_TIMEOUT
#[derive(Debug)]
pub struct Store {
    inner: Mutex<Inner>,
    file: Option<PathBuf>,
    condition: Condition,
}

/// Whether a store can be written, and why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// It can.
    Healthy,
    /// The file or its disk cannot be written; the reason, in words.
    ReadOnly(String),
    /// The file is damaged. The store holds what could be read of it; the file is untouched.
    Salvaged(Salvage),
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) connection: Connection,
    /// From the first answer on.
    pub(super) writer: Option<Writer>,
}

impl Store {
    pub(super) fn over(
        connection: Connection,
        file: Option<PathBuf>,
        condition: Condition,
    ) -> Self {
        Self {
            inner: Mutex::new(Inner {
                connection,
                writer: None,
            }),
            file,
            condition,
        }
    }

    /// Whether it can be written, and what is wrong if not. Users must be told.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// The database's file; `None` for private chats.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub(super) fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic while the lock was held has rolled its transaction back, so the connection is as good as before.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `read` on one consistent state of the database.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let inner = self.inner();
        let transaction =
            Transaction::new_unchecked(&inner.connection, TransactionBehavior::Deferred)?;
        self.noticed(read(&transaction))
    }

    /// Runs `write` in a transaction that is committed if it succeeds and undone if not.
    pub(super) fn write<T>(&self, write: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        self.writable()?;
        let inner = self.inner();
        self.noticed(in_transaction(&inner.connection, write))
    }

    /// Sees to it that a file that turns out to be damaged is checked when it is next opened.
    fn noticed<T>(&self, result: Result<T>) -> Result<T> {
        if let (Err(StoreError::Damaged), Some(file)) = (&result, &self.file) {
            check::forget(file);
        }
        result
    }

    /// An error, in words, if nothing can be written.
    pub(super) fn writable(&self) -> Result<()> {
        match &self.condition {
            Condition::Healthy => Ok(()),
            Condition::ReadOnly(reason) => Err(StoreError::ReadOnly(reason.clone())),
            Condition::Salvaged(_) => Err(StoreError::ReadOnly(
                "their file is damaged and was left as it is; repair it first".to_owned(),
            )),
        }
    }
}

pub(super) fn in_transaction<T>(
    connection: &Connection,
    write: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    // Immediate: a transaction that begins by reading could not wait for another writer later on.
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let result = write(&transaction)?;
    transaction.commit()?;
    Ok(result)
}
