//! Taking a model folder from elsewhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha1::{Digest, Sha1};

use super::describe::describe;
use super::ledger::{Fetched, Linked};
use super::{InstalledModel, Library, RepoFolder, Role, State, disk, off_thread, walk};
use crate::hub::cache::disk::free_space;
use crate::hub::download::Part;
use crate::hub::error::{HubError, HubResult};
use crate::hub::hash;
use crate::hub::repo::{ContentHash, RepoFile, RepoId, is_safe_path};

/// What importing does with the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportMode {
    /// They stay where they are; Tandem remembers the folder.
    Link,
    /// They are copied into the models' root.
    Copy,
}

/// The organisation under which copied folders are kept.
const ORGANISATION: &str = "local";

impl Library {
    /// Imports a model folder under its own name. `progress` gets bytes copied so far and in all, and stops the work
    /// by giving `false`.
    ///
    /// # Errors
    /// [`HubError::CannotImport`] with the reason if it is no whole model, [`HubError::NoSpace`] before copying.
    pub async fn import(
        &self,
        folder: &Path,
        mode: ImportMode,
        progress: impl FnMut(u64, u64) -> bool + Send + 'static,
    ) -> HubResult<InstalledModel> {
        let (library, folder) = (self.clone(), folder.to_owned());
        off_thread(move || library.import_blocking(&folder, mode, progress)).await
    }

    fn import_blocking(
        &self,
        folder: &Path,
        mode: ImportMode,
        progress: impl FnMut(u64, u64) -> bool,
    ) -> HubResult<InstalledModel> {
        let refuse = |reason: String| HubError::CannotImport {
            path: folder.to_owned(),
            reason,
        };
        if !folder.is_dir() {
            return Err(refuse("it is not a folder".to_owned()));
        }
        let about = describe(folder, None);
        if let Role::Unsupported(reason) = about.role {
            return Err(refuse(reason));
        }
        if let State::Incomplete(reason) = about.state {
            return Err(refuse(reason));
        }
        let folder = disk::resolved(folder);
        let repo = self.free_name(&folder, mode)?;
        match mode {
            ImportMode::Link => {
                self.inner.ledger.update(|ledger| {
                    ledger.linked.retain(|linked| linked.folder != folder);
                    ledger.linked.push(Linked {
                        name: repo.to_string(),
                        folder: folder.clone(),
                    });
                })?;
            }
            ImportMode::Copy => self.copy(&folder, &repo, progress)?,
        }
        self.find(repo.as_str())
    }

    /// The name of an imported folder: its own, with a number if another model has that already. The same folder, and
    /// a copy of the same contents, keep theirs.
    fn free_name(&self, folder: &Path, mode: ImportMode) -> HubResult<RepoId> {
        let wanted = name_for(folder);
        let installed = self.list_blocking()?.models;
        let mut commit = None;
        for number in 1.. {
            let name = match number {
                1 => wanted.clone(),
                _ => format!("{wanted}-{number}").parse()?,
            };
            let mut bearers = installed
                .iter()
                .filter(|model| model.name.eq_ignore_ascii_case(name.as_str()))
                .peekable();
            if bearers.peek().is_none() {
                return Ok(name);
            }
            let same = match mode {
                ImportMode::Link => bearers.all(|model| model.folder == folder),
                ImportMode::Copy => {
                    let commit = match &commit {
                        Some(commit) => commit,
                        None => commit.insert(contents(&sources(folder)?)?),
                    };
                    bearers.all(|model| model.commit.as_ref() == Some(commit))
                }
            };
            if same {
                return Ok(name);
            }
        }
        Ok(wanted)
    }

    /// Copies a folder into the cache as if it had been fetched: blobs by hash, and a commit id made of them.
    fn copy(
        &self,
        from: &Path,
        repo: &RepoId,
        mut progress: impl FnMut(u64, u64) -> bool,
    ) -> HubResult<()> {
        let root = self.writable_root()?;
        let sources = sources(from)?;
        let total: u64 = sources.iter().map(|(.., bytes)| bytes).sum();
        if let Some(free) = free_space(root).filter(|&free| free < total) {
            return Err(HubError::NoSpace {
                path: root.to_owned(),
                needed: total,
                free: Some(free),
            });
        }
        let folder = RepoFolder::new(root, repo);
        let blobs = folder.blobs();
        fs::create_dir_all(&blobs).map_err(|error| HubError::io("make", &blobs, error))?;
        let mut files = Vec::new();
        let mut done = 0;
        let mut commit = Sha1::new();
        for (name, path, _) in sources {
            let copied = tempfile::NamedTempFile::with_prefix_in(".tandem-", &blobs)
                .map_err(|error| HubError::io("write", &blobs, error))?;
            copy_file(&path, copied.as_file(), &mut |step| {
                done += step;
                progress(done.min(total), total)
            })?;
            // What is hashed is the copy, so that a fault in copying shows.
            let hash = hash::sha256(copied.path(), &mut |_| true)?;
            let size = copied
                .as_file()
                .metadata()
                .map_err(|error| HubError::io("read", &path, error))?
                .len();
            let blob = folder.blob(&hash);
            copied
                .persist(&blob)
                .map_err(|error| HubError::io("write", &blob, error.error))?;
            commit.update(commit_line(&name, &hash));
            files.push(RepoFile {
                path: name,
                size,
                hash,
            });
        }
        let commit = hash::hex(&commit.finalize());
        for file in &files {
            folder.link(&commit, file)?;
        }
        folder.write_ref("main", &commit)?;
        self.inner.ledger.update(|ledger| {
            ledger
                .fetched
                .retain(|fetched| !fetched.is(root, repo, &commit));
            ledger.fetched.push(Fetched {
                root: root.to_owned(),
                repo: repo.clone(),
                revision: "main".to_owned(),
                commit,
                files,
                whole: true,
                part: Part::Model,
            });
        })
    }
}

/// The files that are copied: name, place and size.
fn sources(folder: &Path) -> HubResult<Vec<(String, PathBuf, u64)>> {
    Ok(walk::files(folder)?
        .into_iter()
        .filter_map(|file| Some((file.name, file.path, file.bytes?)))
        .filter(|(name, ..)| is_safe_path(name))
        .collect())
}

/// The commit that a copy of these files gets.
fn contents(sources: &[(String, PathBuf, u64)]) -> HubResult<String> {
    let mut commit = Sha1::new();
    for (name, path, _) in sources {
        commit.update(commit_line(name, &hash::sha256(path, &mut |_| true)?));
    }
    Ok(hash::hex(&commit.finalize()))
}

fn commit_line(name: &str, hash: &ContentHash) -> String {
    format!("{name}\0{}\0", hash.hex())
}

fn copy_file(
    from: &Path,
    mut to: &fs::File,
    progress: &mut dyn FnMut(u64) -> bool,
) -> HubResult<()> {
    use io::{Read, Write};
    let failed = |error| HubError::io("copy", from, error);
    let mut source = fs::File::open(from).map_err(failed)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = source.read(&mut buffer).map_err(failed)?;
        if read == 0 {
            return to.sync_all().map_err(failed);
        }
        to.write_all(buffer.get(..read).unwrap_or_default())
            .map_err(failed)?;
        if !progress(read as u64) {
            return Err(HubError::Cancelled);
        }
    }
}

/// `local/<folder>`, with what a name may not hold replaced.
pub(in crate::hub) fn name_for(folder: &Path) -> RepoId {
    let last = folder.file_name().unwrap_or_default().to_string_lossy();
    let clean: String = last
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "_.".contains(c) {
                c
            } else {
                '-'
            }
        })
        .take(90)
        .collect();
    let mut parts: Vec<&str> = clean
        .split(['-', '.'])
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() {
        parts.push("model");
    }
    // Single dots stay, as in Qwen3.5; everything doubled does not.
    let kept = clean.trim_matches(['-', '.']);
    let name = if kept.contains("--") || kept.contains("..") || kept.is_empty() {
        parts.join("-")
    } else {
        kept.to_owned()
    };
    format!("{ORGANISATION}/{name}")
        .parse()
        .unwrap_or_else(|_| fallback())
}

fn fallback() -> RepoId {
    // This text follows the rules of a name.
    #[allow(clippy::unwrap_used, reason = "a constant, parsed by a test")]
    format!("{ORGANISATION}/model").parse().unwrap()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn every_folder_gets_a_name() {
        for (folder, name) in [
            ("/a/Qwen3.5-4B-MLX-4bit", "local/Qwen3.5-4B-MLX-4bit"),
            ("/a/My model (2)", "local/My-model-2"),
            ("/a/..hidden--x", "local/hidden-x"),
            ("/", "local/model"),
            ("/a/ü", "local/model"),
        ] {
            assert_eq!(name_for(Path::new(folder)).as_str(), name, "{folder}");
        }
        assert_eq!(fallback().as_str(), "local/model");
    }
}
