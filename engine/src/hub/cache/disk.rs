//! Small steps on the disk that must not leave half a file.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::hub::error::{HubError, HubResult};

/// Who may read a file that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everyone, as the rest of the cache.
    Shared,
    /// Only its owner.
    Private,
}

/// The most names taken from one folder.
const MOST_ENTRIES: usize = 20_000;

/// The names in a folder, but those of hidden files; none if there is no such folder.
pub(crate) fn entries(folder: &Path) -> HubResult<Vec<String>> {
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Ok(Vec::new());
        }
        Err(error) => return Err(HubError::io("read", folder, error)),
    };
    let mut names = Vec::new();
    for entry in listing.take(MOST_ENTRIES) {
        let name = entry
            .map_err(|error| HubError::io("read", folder, error))?
            .file_name();
        // macOS leaves `._x` beside x on foreign disks, and `.DS_Store` everywhere.
        if let Some(name) = name.to_str()
            && !name.starts_with('.')
        {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// A text file of at most `limit` bytes; `None` if there is none.
pub(crate) fn read_text(path: &Path, limit: u64) -> HubResult<Option<String>> {
    let failed = |error| HubError::io("read", path, error);
    match fs::metadata(path) {
        // Opening a pipe would wait for ever.
        Ok(about) if !about.is_file() => {
            return Err(failed(io::Error::other("not a regular file")));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    }
    let mut text = String::new();
    let file = File::open(path).map_err(failed)?;
    file.take(limit + 1)
        .read_to_string(&mut text)
        .map_err(failed)?;
    if text.len() as u64 > limit {
        return Err(failed(io::Error::other("larger than expected")));
    }
    Ok(Some(text))
}

/// Makes the folder that is to hold `path`.
pub(crate) fn make_parent(path: &Path) -> HubResult<()> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent).map_err(|error| HubError::io("make", parent, error))
}

/// Replaces a file's content at once: a reader sees the old or the new one, also after a power cut.
pub(crate) fn write_atomic(path: &Path, content: &[u8], access: Access) -> HubResult<()> {
    let failed = |error| HubError::io("write", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".tandem-")
        .permissions(fs::Permissions::from_mode(match access {
            Access::Shared => 0o644,
            Access::Private => 0o600,
        }))
        .tempfile_in(folder)
        .map_err(failed)?;
    file.write_all(content).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    sync_folder(folder);
    Ok(())
}

/// Makes the names in a folder last. Some disks cannot; then the names last a little later.
pub(crate) fn sync_folder(folder: &Path) {
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        tracing::debug!(folder = %folder.display(), %error, "folder not synced");
    }
}

/// Makes `link` a symbolic link to `target`, in place of whatever file was there.
pub(crate) fn replace_with_link(target: &Path, link: &Path) -> io::Result<()> {
    match symlink(target, link) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        other => return other,
    }
    let folder = link.parent().unwrap_or(Path::new("."));
    let holder = tempfile::Builder::new()
        .prefix(".tandem-")
        .tempdir_in(folder)?;
    let fresh = holder.path().join("link");
    symlink(target, &fresh)?;
    fs::rename(&fresh, link)
}

/// Removes a file if it is there; gives the bytes it had.
pub(crate) fn remove_file(path: &Path) -> HubResult<u64> {
    let length = fs::symlink_metadata(path).map_or(0, |about| about.len());
    match fs::remove_file(path) {
        Ok(()) => Ok(length),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(HubError::io("delete", path, error)),
    }
}

/// Removes a folder and what is in it, following no link; `true` if it was there.
pub(crate) fn remove_folder(path: &Path) -> HubResult<bool> {
    match fs::remove_dir_all(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(HubError::io("delete", path, error)),
    }
}

/// The path with links resolved, or itself where that fails.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Bytes that a program may still write in a folder (or the nearest one above that exists), or `None` where the
/// system does not say. Some file systems report 0 of 0 blocks; that says nothing either.
pub fn free_space(folder: &Path) -> Option<u64> {
    let existing = folder.ancestors().find(|folder| folder.exists())?;
    let about = rustix::fs::statvfs(existing).ok()?;
    if about.f_blocks == 0 || about.f_frsize == 0 {
        return None;
    }
    Some(about.f_bavail.saturating_mul(about.f_frsize))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn a_private_file_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        for content in ["first", "second"] {
            write_atomic(&path, content.as_bytes(), Access::Private).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no temporary file stays"
        );
    }

    #[test]
    fn a_link_replaces_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        fs::write(&link, "old").unwrap();
        for target in ["a", "b"] {
            replace_with_link(Path::new(target), &link).unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), Path::new(target));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn hidden_files_are_no_entries() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["._model.safetensors", ".DS_Store", "model.safetensors"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(entries(folder.path()).unwrap(), ["model.safetensors"]);
        assert!(entries(&folder.path().join("none")).unwrap().is_empty());
    }

    #[test]
    fn a_real_disk_has_some_space() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_space(&folder.path().join("not/made/yet")).is_some_and(|free| free > 0));
    }
}
