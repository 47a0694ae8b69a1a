//! One writer for a blob, across programs.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::disk;
use crate::hub::error::{HubError, HubResult};

/// What came of trying to take a lock.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// Ours until dropped, also if this process is killed.
    Held(Held),
    /// Another download writes this blob.
    Taken,
}

/// A lock that is held; `None` inside on a disk that knows no locks.
#[derive(Debug)]
pub(crate) struct Held(#[allow(dead_code, reason = "held, never read")] Option<File>);

/// Tries to take the lock file at `path`. On a disk without locks it counts as taken by us: two writers of one
/// blob then write the same bytes to the same places.
pub(crate) fn attempt(path: &Path) -> HubResult<Attempt> {
    let failed = |error| HubError::io("lock", path, error);
    disk::make_parent(path)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Attempt::Held(Held(Some(file)))),
        Err(TryLockError::WouldBlock) => Ok(Attempt::Taken),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(path = %path.display(), %error, "the disk knows no locks");
            Ok(Attempt::Held(Held(None)))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_by_one_and_freed_by_dropping() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/x.lock");
        let held = attempt(&path).unwrap();
        assert!(matches!(held, Attempt::Held(_)));
        assert!(matches!(attempt(&path).unwrap(), Attempt::Taken));
        drop(held);
        assert!(matches!(attempt(&path).unwrap(), Attempt::Held(_)));
    }
}
