//! Hashes of whole files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha1::Sha1;
use sha2::{Digest, Sha256};

use super::error::{HubError, HubResult};
use super::repo::ContentHash;

/// Bytes hashed between two calls of `progress`.
const STEP: usize = 1 << 20;

/// Whether the file's content is what `expected` says. `progress` gets the bytes of each step and ends the work by
/// giving `false`.
///
/// # Errors
/// [`HubError::Io`] if the file cannot be read, [`HubError::Cancelled`] if `progress` says so.
pub(super) fn matches(
    path: &Path,
    expected: &ContentHash,
    progress: &mut dyn FnMut(u64) -> bool,
) -> HubResult<bool> {
    let failed = |error| HubError::io("read", path, error);
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let found = match expected {
        ContentHash::Sha256(_) => {
            let mut hasher = Sha256::new();
            feed(&mut file, path, progress, |data| hasher.update(data))?;
            hex(&hasher.finalize())
        }
        ContentHash::GitBlob(_) => {
            let mut hasher = Sha1::new();
            hasher.update(format!("blob {length}\0"));
            feed(&mut file, path, progress, |data| hasher.update(data))?;
            hex(&hasher.finalize())
        }
    };
    Ok(found == expected.hex())
}

/// SHA-256 of a file.
///
/// # Errors
/// As [`matches`].
pub(super) fn sha256(path: &Path, progress: &mut dyn FnMut(u64) -> bool) -> HubResult<ContentHash> {
    let mut file = File::open(path).map_err(|error| HubError::io("read", path, error))?;
    let mut hasher = Sha256::new();
    feed(&mut file, path, progress, |data| hasher.update(data))?;
    Ok(ContentHash::Sha256(hex(&hasher.finalize())))
}

fn feed(
    file: &mut File,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
    mut update: impl FnMut(&[u8]),
) -> HubResult<()> {
    let mut buffer = vec![0; STEP];
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(HubError::io("read", path, error)),
        };
        update(buffer.get(..read).unwrap_or_default());
        if !progress(read as u64) {
            return Err(HubError::Cancelled);
        }
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn known_hashes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x");
        std::fs::write(&file, "hello\n").unwrap();
        // As `sha256sum` and `git hash-object` print them.
        let sha256 = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
        let git = "ce013625030ba8dba906f756967f9e9ca394464a";
        for (hex, expected) in [
            (sha256, true),
            (git, true),
            (&sha256.replace('5', "6"), false),
        ] {
            let hash = ContentHash::from_blob_name(hex).unwrap();
            assert_eq!(matches(&file, &hash, &mut |_| true).unwrap(), expected);
        }
        assert_eq!(super::sha256(&file, &mut |_| true).unwrap().hex(), sha256);
        let hash = ContentHash::from_blob_name(git).unwrap();
        assert!(matches!(
            matches(&file, &hash, &mut |_| false),
            Err(HubError::Cancelled)
        ));
    }
}
