//! Taking a commit out of the cache without touching what others use.

use std::collections::BTreeSet;
use std::fs;

use super::{RepoFolder, disk, lock};
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::ContentHash;

impl RepoFolder {
    /// Deletes a commit's folder, the branches that stand at it, and its blobs unless another commit refers to them;
    /// gives the bytes freed. The folder of the last commit takes the repository's folder along.
    ///
    /// # Errors
    /// [`HubError::NotOurs`] if the repository's folder is a link, [`HubError::Io`] if the system refuses.
    pub fn remove_snapshot(&self, commit: &str) -> HubResult<u64> {
        if fs::symlink_metadata(&self.path).is_ok_and(|about| about.is_symlink()) {
            return Err(HubError::NotOurs(self.path.clone()));
        }
        // Branches first and the folder last: whatever a crash leaves is seen as incomplete and can be deleted again.
        self.remove_refs_to(commit)?;
        let ours = self.blobs_of(commit)?;
        let mut others = BTreeSet::new();
        let mut last = true;
        for other in self.commits()?.iter().filter(|&other| other != commit) {
            others.extend(self.blobs_of(other)?);
            last = false;
        }
        let mut freed = 0;
        for hash in ours
            .difference(&others)
            .filter_map(|name| ContentHash::from_blob_name(name))
        {
            freed += disk::remove_file(&self.blob(&hash))?;
            freed += self.remove_partial(&hash)?;
        }
        let snapshot = self.snapshot(commit);
        freed += plain_bytes(&snapshot);
        disk::remove_folder(&snapshot)?;
        if last {
            self.remove_if_unused()?;
        }
        Ok(freed)
    }

    /// Deletes what has arrived of a content, unless a download is writing it; gives the bytes freed.
    pub fn remove_partial(&self, hash: &ContentHash) -> HubResult<u64> {
        if !self.partial(hash).exists()
            && !self.journal(hash).exists()
            && !self.damaged(hash).exists()
        {
            return Ok(0);
        }
        let lock::Attempt::Held(_held) = lock::attempt(&self.lock(hash))? else {
            return Ok(0);
        };
        Ok(disk::remove_file(&self.partial(hash))?
            + disk::remove_file(&self.journal(hash))?
            + disk::remove_file(&self.damaged(hash))?)
    }

    fn remove_refs_to(&self, commit: &str) -> HubResult<()> {
        for file in super::walk::files(&self.path.join("refs"))? {
            if self.read_ref(&file.name).as_deref() == Some(commit) {
                disk::remove_file(&file.path)?;
            }
        }
        Ok(())
    }

    /// Deletes the repository's folder if it holds no blob any more, and its locks.
    pub(crate) fn remove_if_unused(&self) -> HubResult<()> {
        if !disk::entries(&self.blobs())?.is_empty() || !self.commits()?.is_empty() {
            return Ok(());
        }
        disk::remove_folder(&self.path)?;
        disk::remove_folder(&self.root.join(".locks").join(self.repo.cache_folder()))?;
        Ok(())
    }
}

/// Bytes of the plain files of a folder, as a disk without links holds them.
fn plain_bytes(folder: &std::path::Path) -> u64 {
    super::walk::files(folder).map_or(0, |files| {
        files
            .iter()
            .filter(|file| fs::symlink_metadata(&file.path).is_ok_and(|about| about.is_file()))
            .filter_map(|file| file.bytes)
            .sum()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::*;
    use crate::hub::repo::RepoFile;

    fn put(folder: &RepoFolder, commit: &str, path: &str, content: &str) -> ContentHash {
        let mut hex: String = content.bytes().map(|byte| format!("{byte:02x}")).collect();
        hex.truncate(64);
        let hash = ContentHash::from_blob_name(&format!("{hex:0>64}")).unwrap();
        fs::create_dir_all(folder.blobs()).unwrap();
        fs::write(folder.blob(&hash), content).unwrap();
        let file = RepoFile {
            path: path.to_owned(),
            size: content.len() as u64,
            hash: hash.clone(),
        };
        folder.link(commit, &file).unwrap();
        hash
    }

    fn in_root(root: &Path) -> RepoFolder {
        RepoFolder::new(root, &"org/name".parse().unwrap())
    }

    #[test]
    fn shared_blobs_stay_until_the_last_commit_goes() {
        let root = tempfile::tempdir().unwrap();
        let folder = in_root(root.path());
        let (old, new) = ("a".repeat(40), "b".repeat(40));
        let shared = put(&folder, &old, "config.json", "shared");
        put(&folder, &new, "config.json", "shared");
        let alone = put(&folder, &old, "model.safetensors", "alone");
        folder.write_ref("main", &new).unwrap();
        folder.write_ref("old", &old).unwrap();

        assert_eq!(folder.remove_snapshot(&old).unwrap(), 5);
        assert!(!folder.blob(&alone).exists());
        assert_eq!(
            fs::read_to_string(folder.snapshot(&new).join("config.json")).unwrap(),
            "shared"
        );
        assert_eq!(
            (folder.read_ref("main"), folder.read_ref("old")),
            (Some(new.clone()), None)
        );

        assert_eq!(folder.remove_snapshot(&new).unwrap(), 6);
        assert!(!folder.blob(&shared).exists());
        assert!(!folder.path().exists(), "nothing is left of it");
    }

    #[test]
    fn links_that_lead_elsewhere_take_nothing_along() {
        let root = tempfile::tempdir().unwrap();
        let outside = root.path().join("outside/blobs");
        fs::create_dir_all(&outside).unwrap();
        let precious = outside.join("c".repeat(64));
        fs::write(&precious, "precious").unwrap();
        let folder = in_root(root.path());
        let commit = "a".repeat(40);
        put(&folder, &commit, "config.json", "{}");
        symlink(
            &precious,
            folder.snapshot(&commit).join("model.safetensors"),
        )
        .unwrap();
        symlink(
            root.path().join("outside"),
            folder.snapshot(&commit).join("dir"),
        )
        .unwrap();
        folder.remove_snapshot(&commit).unwrap();
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");

        let linked = RepoFolder::new(root.path(), &"org/linked".parse().unwrap());
        symlink(root.path().join("outside"), linked.path()).unwrap();
        assert!(matches!(
            linked.remove_snapshot(&commit),
            Err(HubError::NotOurs(_))
        ));
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    }

    #[test]
    fn what_a_download_is_writing_stays() {
        let root = tempfile::tempdir().unwrap();
        let folder = in_root(root.path());
        let hash = ContentHash::from_blob_name(&"d".repeat(64)).unwrap();
        fs::create_dir_all(folder.blobs()).unwrap();
        fs::write(folder.partial(&hash), "12345").unwrap();
        let held = lock::attempt(&folder.lock(&hash)).unwrap();
        assert_eq!(folder.remove_partial(&hash).unwrap(), 0);
        drop(held);
        assert_eq!(folder.remove_partial(&hash).unwrap(), 5);
    }
}
