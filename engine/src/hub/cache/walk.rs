//! Folders of files, followed through links, survived through loops.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::disk;
use crate::hub::error::HubResult;

/// How deep a model folder may nest.
const DEEPEST: usize = 6;
/// The most files of one model.
const MOST_FILES: usize = 20_000;

/// A file in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Path below the folder, with `/`.
    pub(crate) name: String,
    /// Where it is; perhaps a link.
    pub(crate) path: PathBuf,
    /// Its length, links followed; `None` if the link leads nowhere.
    pub(crate) bytes: Option<u64>,
}

/// Every file below `folder` in order of name, hidden ones left out. Links to folders are followed once each.
pub(crate) fn files(folder: &Path) -> HubResult<Vec<Found>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((folder, prefix, depth)) = open.pop() {
        if !seen.insert(disk::resolved(&folder)) {
            continue;
        }
        for name in disk::entries(&folder)? {
            let path = folder.join(&name);
            let below = format!("{prefix}{name}");
            match fs::metadata(&path) {
                Ok(about) if about.is_dir() => {
                    if depth < DEEPEST {
                        open.push((path, format!("{below}/"), depth + 1));
                    }
                }
                about => found.push(Found {
                    name: below,
                    path,
                    bytes: about
                        .ok()
                        .filter(fs::Metadata::is_file)
                        .map(|about| about.len()),
                }),
            }
            if found.len() >= MOST_FILES {
                return Ok(found);
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn loops_end_and_dangling_links_are_seen() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("model");
        fs::create_dir_all(folder.join("sub")).unwrap();
        fs::write(folder.join("sub/weights"), "1234").unwrap();
        fs::write(folder.join("._weights"), "junk").unwrap();
        symlink("..", folder.join("sub/up")).unwrap();
        symlink("self", folder.join("self")).unwrap();
        symlink("nowhere", folder.join("gone")).unwrap();
        let found = files(&folder).unwrap();
        let seen: Vec<_> = found
            .iter()
            .map(|file| (file.name.as_str(), file.bytes))
            .collect();
        assert_eq!(
            seen,
            [("gone", None), ("self", None), ("sub/weights", Some(4))]
        );
    }
}
