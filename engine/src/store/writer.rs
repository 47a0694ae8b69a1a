//! Telling whether the process that was writing an answer still lives.
//!
//! A process that writes answers holds an advisory lock on a file of its own, whose name stands in the rows it
//! writes. The system drops the lock when the process ends, however it ends, and unlike a process number the name is
//! never used again.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{Result, StoreError};
use super::file;

/// Held for as long as this store writes answers.
#[derive(Debug)]
pub(super) struct Writer {
    name: String,
    /// `None` for a store in memory, which no other process can see.
    lock: Option<(File, PathBuf)>,
}

impl Writer {
    /// `name` must be new and fit for a file name.
    pub(super) fn register(database: Option<&Path>, name: String) -> Result<Self> {
        let Some(database) = database else {
            return Ok(Self { name, lock: None });
        };
        let folder = folder(database);
        file::create_private_folder(&folder)?;
        let path = folder.join(&name);
        // Locked before it has its name, so that nobody finds it unlocked and takes it for a left-over.
        let unnamed = file::beside(&path, ".new");
        let lock = file::create_private(&unnamed)?;
        lock.lock()
            .map_err(|e| StoreError::io("lock", &unnamed, e))?;
        fs::rename(&unnamed, &path).map_err(|e| StoreError::io("write", &path, e))?;
        Ok(Self {
            name,
            lock: Some((lock, path)),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.lock {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether the writer of that name has ended. Its file is removed then.
pub(super) fn is_gone(database: &Path, name: &str) -> bool {
    // Names come out of the database file; none may lead out of the folder.
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return true;
    }
    let path = folder(database).join(name);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) => return error.kind() == io::ErrorKind::NotFound,
    };
    match file.try_lock() {
        Ok(()) => {
            let _ = fs::remove_file(&path);
            true
        }
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "a writer's lock cannot be tried");
            false
        }
    }
}

/// Removes the files of writers that have ended without leaving an answer behind.
pub(super) fn sweep(database: &Path) {
    let Ok(entries) = fs::read_dir(folder(database)) else {
        return;
    };
    for entry in entries.flatten() {
        if let Ok(name) = entry.file_name().into_string()
            && !name.contains('.')
        {
            is_gone(database, &name);
        }
    }
}

fn folder(database: &Path) -> PathBuf {
    file::beside(database, "-writers")
}
