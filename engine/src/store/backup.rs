//! Copies of the database, made before it is migrated.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::clock;
use super::error::{Result, StoreError};
use super::file;

/// Backups that are kept; the oldest go first.
const KEPT: usize = 5;

/// Copies the database at `database` beside it, into `backups/`. The copy is a whole database without a log.
pub(super) fn make(connection: &Connection, database: &Path, version: i64) -> Result<PathBuf> {
    let folder = folder(database);
    file::create_private_folder(&folder)?;
    let name = format!("chats-v{version}-{:013}.sqlite", clock::now());
    // Two who migrate at once may do so in the same millisecond; each needs a file of its own.
    let partial = folder.join(format!("{name}-{:016x}.partial", fastrand::u64(..)));
    let target = folder.join(name);
    file::create_private(&partial)?;
    let copied = connection
        .execute("VACUUM INTO ?1", [partial.to_string_lossy()])
        .map_err(StoreError::from)
        .and_then(|_| file::sync(&partial))
        // Only a complete copy gets a backup's name.
        .and_then(|()| {
            fs::rename(&partial, &target).map_err(|e| StoreError::io("write", &target, e))
        });
    if let Err(error) = copied {
        let _ = fs::remove_file(&partial);
        return Err(error);
    }
    for old in list(database).into_iter().skip(KEPT) {
        if let Err(error) = fs::remove_file(&old) {
            tracing::warn!(%error, "an old backup cannot be removed");
        }
    }
    Ok(target)
}

/// The backups of the database at `database`, the newest first.
pub(super) fn list(database: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder(database)) else {
        return Vec::new();
    };
    let mut found: Vec<(String, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let when = name
                .strip_prefix("chats-v")?
                .strip_suffix(".sqlite")?
                .split_once('-')?
                .1
                .to_owned();
            Some((when, entry.path()))
        })
        .collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, path)| path).collect()
}

fn folder(database: &Path) -> PathBuf {
    database.with_file_name("backups")
}
