//! Whether the pages of a database hang together.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::error::{Result, StoreError};
use super::file;

/// A file up to this size is checked whenever it is opened, which takes less time than one notices.
const SMALL: u64 = 16 << 20;

/// How long a check of a larger file holds. Damage that shows in the meantime ends that: see [`forget`].
const HOLDS: Duration = Duration::from_secs(24 * 60 * 60);

/// An error if the database at `path` is damaged.
pub(super) fn pages(connection: &Connection, path: &Path) -> Result<()> {
    if is_checked(path) {
        return Ok(());
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        tracing::error!(%verdict, "the database of conversations is damaged");
        return Err(StoreError::Damaged);
    }
    // Without the mark it is only checked again.
    let _ = file::create_private(&mark(path));
    Ok(())
}

/// Has the database at `path` checked when it is next opened.
pub(super) fn forget(path: &Path) {
    let _ = fs::remove_file(mark(path));
}

fn is_checked(path: &Path) -> bool {
    let large = fs::metadata(path).is_ok_and(|metadata| metadata.len() > SMALL);
    let recently = || {
        let age = fs::metadata(mark(path)).ok()?.modified().ok()?.elapsed();
        // A mark from the future is none.
        age.ok().map(|age| age < HOLDS)
    };
    large && recently() == Some(true)
}

/// A file whose age is that of the last check.
fn mark(path: &Path) -> std::path::PathBuf {
    file::beside(path, "-checked")
}
