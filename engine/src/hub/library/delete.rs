//! Deleting models: only what Tandem fetched, or what the user names and no other program keeps.

use super::{InstalledModel, Library, RepoFolder};
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::RepoId;

impl Library {
    /// Deletes a model that the user has named; gives the bytes freed. A linked folder is only forgotten.
    ///
    /// # Errors
    /// [`HubError::NotOurs`] for one in a place of another program, [`HubError::Unavailable`] if its disk is absent.
    pub fn delete(&self, model: &InstalledModel) -> HubResult<u64> {
        let linked = self.inner.ledger.update(|ledger| {
            let before = ledger.linked.len();
            ledger.linked.retain(|linked| linked.folder != model.folder);
            ledger.linked.len() < before
        })?;
        let freed = if linked {
            0
        } else {
            let (Some(commit), true) = (&model.commit, model.root == self.models_root()) else {
                return Err(HubError::NotOurs(model.folder.clone()));
            };
            let repo: RepoId = model.name.parse()?;
            self.delete_snapshot(&repo, commit)?
        };
        self.forget_pairs(&model.name)?;
        Ok(freed)
    }

    /// Once a name stands for nothing it may be given to another model, which was paired with nothing.
    fn forget_pairs(&self, name: &str) -> HubResult<()> {
        if self.find(name).is_ok() {
            return Ok(());
        }
        self.inner.ledger.update(|ledger| {
            let pairs = &mut ledger.pairs;
            pairs.retain(|model, companion| model != name && companion != name);
        })
    }

    /// Deletes one commit of a repository in the models' root, whole or not, and forgets it.
    pub(crate) fn delete_snapshot(&self, repo: &RepoId, commit: &str) -> HubResult<u64> {
        if !self.models_root().is_dir() {
            return Err(HubError::Unavailable(self.models_root().to_owned()));
        }
        let folder: RepoFolder = self.repo_folder(repo);
        let mut freed = folder.remove_snapshot(commit)?;
        let root = self.models_root();
        let (gone, others): (Vec<_>, Vec<_>) = self
            .inner
            .ledger
            .read()?
            .fetched
            .into_iter()
            .filter(|fetched| fetched.root == root && fetched.repo == *repo)
            .partition(|fetched| fetched.commit == commit);
        // Files that are whole but have no name in the folder yet, and those that were arriving.
        let used = |hash: &_| {
            others
                .iter()
                .flat_map(|other| &other.files)
                .any(|file| file.hash == *hash)
        };
        let linked = folder
            .commits()?
            .iter()
            .map(|other| folder.blobs_of(other))
            .collect::<HubResult<Vec<_>>>()?;
        for file in gone
            .iter()
            .flat_map(|fetched| &fetched.files)
            .filter(|file| !used(&file.hash))
        {
            freed += folder.remove_partial(&file.hash)?;
            if !linked.iter().any(|names| names.contains(file.hash.hex())) {
                freed += super::disk::remove_file(&folder.blob(&file.hash))?;
            }
        }
        folder.remove_if_unused()?;
        self.inner.ledger.update(|ledger| {
            ledger
                .fetched
                .retain(|fetched| !fetched.is(root, repo, commit))
        })?;
        tracing::info!(%repo, commit, freed, "model deleted");
        Ok(freed)
    }
}
