//! Files that only their owner can read.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::error::{Result, StoreError};

const OWNER_ONLY: u32 = 0o600;
const OWNER_ONLY_FOLDER: u32 = 0o700;

/// A new, empty file; an existing one of that name is emptied.
pub(super) fn create_private(path: &Path) -> Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(OWNER_ONLY)
        .open(path)
        .and_then(|file| {
            file.set_permissions(Permissions::from_mode(OWNER_ONLY))?;
            Ok(file)
        })
        .map_err(|e| StoreError::io("create", path, e))
}

/// A folder that only its owner can enter, with those above it as far as they are missing.
pub(super) fn create_private_folder(path: &Path) -> Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(OWNER_ONLY_FOLDER)
        .create(path)
        .map_err(|e| StoreError::io("create", path, e))
}

/// A file that somebody names, and its length; `None` if it is none. Looked at before it is opened: opening a pipe
/// waits for who writes into it.
pub(super) fn open_named(path: &Path) -> Result<Option<(File, u64)>> {
    let metadata = fs::metadata(path).map_err(|e| StoreError::io("read", path, e))?;
    if !metadata.is_file() {
        return Ok(None);
    }
    let file = File::open(path).map_err(|e| StoreError::io("read", path, e))?;
    Ok(Some((file, metadata.len())))
}

/// Takes `path` from everyone but its owner. A file that cannot be changed (on a read-only disk) stays as it is.
pub(super) fn make_private(path: &Path) {
    let Ok(metadata) = fs::metadata(path) else {
        return;
    };
    if metadata.permissions().mode() & 0o777 != OWNER_ONLY
        && let Err(error) = fs::set_permissions(path, Permissions::from_mode(OWNER_ONLY))
    {
        tracing::warn!(%error, "the file of conversations can be read by others");
    }
}

/// Waits until `path` is on the disk.
pub(super) fn sync(path: &Path) -> Result<()> {
    File::open(path)
        .and_then(|file| file.sync_all())
        .map_err(|e| StoreError::io("write", path, e))
}

/// `path` with `suffix` after its name: the log of a database, its lock.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
