//! The Hugging Face cache on disk, laid out as `huggingface_hub` does, so that its readers find our models and we
//! theirs:
//!
//! ```text
//! <root>/models--org--name/blobs/<hash>                     the contents
//!                          snapshots/<commit>/<path>        links to them
//!                          refs/<branch>                    the commit of a branch
//! <root>/.locks/models--org--name/<hash>.lock               held while a blob is being written
//! ```
//!
//! Beside a blob that is still arriving are its `.partial` and `.journal`. They are not called `.incomplete`: some
//! readers would append to a file of that name, and ours has holes.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{HubError, HubResult};
use super::repo::{ContentHash, RepoFile, RepoId, is_commit, is_revision};

pub(crate) mod disk;
pub(super) mod lock;
mod remove;
pub(super) mod walk;

/// Bytes of a commit id, a newline, and some patience.
const REF_LIMIT: u64 = 256;

/// One repository's folder in a cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepoFolder {
    root: PathBuf,
    repo: RepoId,
    path: PathBuf,
}

impl RepoFolder {
    /// The folder of `repo` in the cache at `root`. Nothing is made.
    pub fn new(root: &Path, repo: &RepoId) -> Self {
        Self {
            root: root.to_owned(),
            repo: repo.clone(),
            path: root.join(repo.cache_folder()),
        }
    }

    /// Every repository of a model in the cache at `root`, in order of name.
    pub fn all(root: &Path) -> HubResult<Vec<Self>> {
        let mut folders: Vec<Self> = disk::entries(root)?
            .into_iter()
            .filter_map(|name| RepoId::from_cache_folder(&name))
            .map(|repo| Self::new(root, &repo))
            .collect();
        folders.sort_by(|a, b| a.repo.cmp(&b.repo));
        Ok(folders)
    }

    /// The repository.
    pub fn repo(&self) -> &RepoId {
        &self.repo
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where all contents are.
    pub fn blobs(&self) -> PathBuf {
        self.path.join("blobs")
    }

    /// Where a content is once it is whole and checked.
    pub fn blob(&self, hash: &ContentHash) -> PathBuf {
        self.blobs().join(hash.hex())
    }

    /// Where a content arrives.
    pub fn partial(&self, hash: &ContentHash) -> PathBuf {
        self.blobs().join(format!("{}.partial", hash.hex()))
    }

    /// The record of what has arrived.
    pub fn journal(&self, hash: &ContentHash) -> PathBuf {
        self.blobs().join(format!("{}.journal", hash.hex()))
    }

    /// Where a content goes that was found to be damaged.
    pub fn damaged(&self, hash: &ContentHash) -> PathBuf {
        self.blobs().join(format!("{}.damaged", hash.hex()))
    }

    /// The lock that whoever writes a blob holds; `huggingface_hub` takes the same one.
    pub fn lock(&self, hash: &ContentHash) -> PathBuf {
        self.root
            .join(".locks")
            .join(self.repo.cache_folder())
            .join(format!("{}.lock", hash.hex()))
    }

    /// The folder of a commit, which is what a reader opens.
    pub fn snapshot(&self, commit: &str) -> PathBuf {
        self.path.join("snapshots").join(commit)
    }

    /// The commits that have a folder, in order.
    pub fn commits(&self) -> HubResult<Vec<String>> {
        let mut commits: Vec<String> = disk::entries(&self.path.join("snapshots"))?
            .into_iter()
            .filter(|name| is_commit(name))
            .collect();
        commits.sort_unstable();
        Ok(commits)
    }

    /// The commit that a branch or tag stood at when it was last fetched.
    pub fn read_ref(&self, name: &str) -> Option<String> {
        if !is_revision(name) {
            return None;
        }
        let text = disk::read_text(&self.path.join("refs").join(name), REF_LIMIT).ok()??;
        let commit = text.trim();
        is_commit(commit).then(|| commit.to_owned())
    }

    /// Records where a branch stands. Done last of all, so that a reader who follows the branch finds it whole.
    pub fn write_ref(&self, name: &str, commit: &str) -> HubResult<()> {
        if !is_revision(name) || !is_commit(commit) {
            return Ok(());
        }
        let path = self.path.join("refs").join(name);
        disk::make_parent(&path)?;
        disk::write_atomic(&path, commit.as_bytes(), disk::Access::Shared)
    }

    /// Whether a commit's folder holds the file with its full length.
    pub fn has(&self, commit: &str, file: &RepoFile) -> bool {
        is_file_of(&self.snapshot(commit).join(&file.path), file.size)
    }

    /// Whether the content is there with its full length.
    pub fn has_blob(&self, file: &RepoFile) -> bool {
        is_file_of(&self.blob(&file.hash), file.size)
    }

    /// Puts a whole blob into a commit's folder under the file's name. On a disk without links the blob itself
    /// moves there.
    pub fn link(&self, commit: &str, file: &RepoFile) -> HubResult<()> {
        let pointer = self.snapshot(commit).join(&file.path);
        let depth = file.path.split('/').count() + 1;
        let target: PathBuf = std::iter::repeat_n("..", depth)
            .chain(["blobs", file.hash.hex()])
            .collect();
        if fs::read_link(&pointer).is_ok_and(|old| old == target) {
            return Ok(());
        }
        disk::make_parent(&pointer)?;
        match disk::replace_with_link(&target, &pointer) {
            Ok(()) => Ok(()),
            Err(error) if has_no_links(&error) => {
                let blob = self.blob(&file.hash);
                fs::rename(&blob, &pointer).map_err(|error| HubError::io("move", &blob, error))
            }
            Err(error) => Err(HubError::io("link", &pointer, error)),
        }
    }

    /// The names of all blobs that the commit's folder refers to.
    pub(super) fn blobs_of(&self, commit: &str) -> HubResult<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        for file in walk::files(&self.snapshot(commit))? {
            // The link's own text, so that one leading elsewhere names nothing here.
            let Ok(target) = fs::read_link(&file.path) else {
                continue;
            };
            let in_blobs = target
                .parent()
                .is_some_and(|parent| parent.ends_with("blobs"));
            if let Some(name) = target.file_name().and_then(|name| name.to_str())
                && in_blobs
                && ContentHash::from_blob_name(name).is_some()
            {
                names.insert(name.to_owned());
            }
        }
        Ok(names)
    }
}

fn is_file_of(path: &Path, size: u64) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == size)
}

/// Whether an error of making a link means that the disk knows none, as exFAT.
fn has_no_links(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::Unsupported
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    fn file(path: &str, content: &str) -> RepoFile {
        RepoFile {
            path: path.to_owned(),
            size: content.len() as u64,
            hash: ContentHash::from_blob_name(&format!("{:0>64}", content.len())).unwrap(),
        }
    }

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn a_blob_is_read_through_its_link_at_any_depth() {
        let root = tempfile::tempdir().unwrap();
        let folder = RepoFolder::new(root.path(), &"org/name".parse().unwrap());
        fs::create_dir_all(folder.blobs()).unwrap();
        for (path, content) in [
            ("config.json", "{}"),
            ("mtp/deep/weights.safetensors", "12345"),
        ] {
            let file = file(path, content);
            assert!(!folder.has(COMMIT, &file));
            fs::write(folder.blob(&file.hash), content).unwrap();
            folder.link(COMMIT, &file).unwrap();
            folder.link(COMMIT, &file).unwrap();
            assert!(folder.has(COMMIT, &file));
            assert_eq!(
                fs::read_to_string(folder.snapshot(COMMIT).join(path)).unwrap(),
                content
            );
        }
        assert_eq!(folder.commits().unwrap(), [COMMIT]);
        assert_eq!(folder.blobs_of(COMMIT).unwrap().len(), 2);
    }

    #[test]
    fn a_branch_is_written_whole_and_read_with_care() {
        let root = tempfile::tempdir().unwrap();
        let folder = RepoFolder::new(root.path(), &"org/name".parse().unwrap());
        assert_eq!(folder.read_ref("main"), None);
        folder.write_ref("main", COMMIT).unwrap();
        folder.write_ref("refs/pr/1", COMMIT).unwrap();
        assert_eq!(folder.read_ref("main").as_deref(), Some(COMMIT));
        assert_eq!(folder.read_ref("refs/pr/1").as_deref(), Some(COMMIT));
        assert_eq!(folder.read_ref("../blobs/x"), None);
        fs::write(folder.path().join("refs/main"), "../../elsewhere").unwrap();
        assert_eq!(folder.read_ref("main"), None);
        fs::write(folder.path().join("refs/main"), "x".repeat(10_000)).unwrap();
        assert_eq!(folder.read_ref("main"), None);
    }
}
