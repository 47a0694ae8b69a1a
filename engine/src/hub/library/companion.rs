//! A companion split off a release that was fetched for it.

use std::path::Path;

use super::{ImportMode, InstalledModel, Library};
use crate::companion::split;
use crate::hub::download::Part;
use crate::hub::error::{HubError, HubResult};
use crate::hub::library::off_thread;
use crate::hub::repo::RepoId;

impl Library {
    /// Splits the companion off a release's snapshot in the models' root and keeps it as `local/<release>-MTP`. What
    /// was fetched of the release for this alone is deleted then.
    ///
    /// # Errors
    /// As [`split`] and [`Library::import`]; the snapshot then stays as it is.
    pub async fn keep_companion(
        &self,
        release: &RepoId,
        snapshot: &Path,
    ) -> HubResult<InstalledModel> {
        let root = self.writable_root()?.to_owned();
        let holder = tempfile::Builder::new()
            .prefix(".tandem-split-")
            .tempdir_in(&root)
            .map_err(|error| HubError::io("write", &root, error))?;
        let (from, to) = (
            snapshot.to_owned(),
            holder.path().join(format!("{}-MTP", release.name())),
        );
        let out = to.clone();
        off_thread(move || Ok(split(&from, &out)?)).await?;
        let companion = self.import(&to, ImportMode::Copy, |_, _| true).await?;
        let commit = snapshot.file_name().and_then(|name| name.to_str());
        let (library, repo, commit) = (
            self.clone(),
            release.clone(),
            commit.unwrap_or_default().to_owned(),
        );
        off_thread(move || {
            let fetched = library.ledger().read()?.fetched;
            let for_this = fetched.iter().any(|fetched| {
                fetched.is(library.models_root(), &repo, &commit) && fetched.part == Part::Companion
            });
            if for_this {
                library.delete_snapshot(&repo, &commit)?;
            }
            Ok(())
        })
        .await?;
        Ok(companion)
    }
}
