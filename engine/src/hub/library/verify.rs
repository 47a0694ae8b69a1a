//! Reading every byte again.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;

use super::{InstalledModel, Library, RepoFolder, off_thread, walk};
use crate::hub::error::{HubError, HubResult};
use crate::hub::hash;
use crate::hub::repo::{ContentHash, RepoFile};

/// What one file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileState {
    /// Its content is what its hash says.
    Good,
    /// Its content is another one.
    Damaged,
    /// It is not there, or leads nowhere.
    Missing,
    /// Nothing says what its content should be.
    Unknown,
}

/// One file and what it turned out to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileCheck {
    /// Path below the model's folder.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// What it turned out to be.
    pub state: FileState,
}

/// What verifying a model found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Every file, in order of path.
    pub files: Vec<FileCheck>,
    /// Whether damaged files were taken out of the way, so that the next download fetches them alone.
    pub set_aside: bool,
}

impl VerifyReport {
    /// Whether no file is damaged or missing.
    pub fn is_good(&self) -> bool {
        !self
            .files
            .iter()
            .any(|file| matches!(file.state, FileState::Damaged | FileState::Missing))
    }
}

impl Library {
    /// Hashes every file of a model and compares. Damaged files in the models' root are set aside. `progress` gets
    /// bytes read so far and in all, and stops the work by giving `false`.
    ///
    /// # Errors
    /// [`HubError::Unavailable`] without the folder, [`HubError::Cancelled`] if `progress` says so.
    pub async fn verify(
        &self,
        model: &InstalledModel,
        progress: impl FnMut(u64, u64) -> bool + Send + 'static,
    ) -> HubResult<VerifyReport> {
        let (library, model) = (self.clone(), model.clone());
        off_thread(move || library.verify_blocking(&model, progress)).await
    }

    fn verify_blocking(
        &self,
        model: &InstalledModel,
        mut progress: impl FnMut(u64, u64) -> bool,
    ) -> HubResult<VerifyReport> {
        if !model.folder.is_dir() {
            return Err(HubError::Unavailable(model.folder.clone()));
        }
        let files = self.to_check(model)?;
        let total = files.iter().map(|file| file.bytes).sum();
        let mut done = 0;
        let mut report = VerifyReport {
            files: Vec::new(),
            set_aside: false,
        };
        for file in files {
            let state = match (&file.hash, file.path.is_file()) {
                (_, false) => FileState::Missing,
                (None, true) => FileState::Unknown,
                (Some(hash), true) => {
                    let good = hash::matches(&file.path, hash, &mut |step| {
                        done += step;
                        progress(done.min(total), total)
                    })?;
                    if good {
                        FileState::Good
                    } else {
                        FileState::Damaged
                    }
                }
            };
            if let (FileState::Damaged, Some(hash)) = (state, &file.hash) {
                report.set_aside |= self.set_aside(model, &file, hash)?;
            }
            report.files.push(FileCheck {
                path: file.name,
                bytes: file.bytes,
                state,
            });
        }
        Ok(report)
    }

    /// The files of a model with what they must hash to: as the ledger says, else as the name of their blob says.
    fn to_check(&self, model: &InstalledModel) -> HubResult<Vec<ToCheck>> {
        let expected = self
            .expected(model)?
            .map(|fetched| fetched.files)
            .unwrap_or_default();
        let mut files: Vec<ToCheck> = walk::files(&model.folder)?
            .into_iter()
            .filter(|found| !expected.iter().any(|file| file.path == found.name))
            .map(|found| ToCheck {
                hash: fs::read_link(&found.path)
                    .ok()
                    .and_then(|target| ContentHash::from_blob_name(target.file_name()?.to_str()?)),
                bytes: found.bytes.unwrap_or(0),
                name: found.name,
                path: found.path,
            })
            .collect();
        files.extend(
            expected
                .into_iter()
                .map(|RepoFile { path, size, hash }| ToCheck {
                    path: model.folder.join(&path),
                    name: path,
                    bytes: size,
                    hash: Some(hash),
                }),
        );
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(files)
    }

    /// Moves a damaged blob of the models' root away; its name then leads nowhere and the model is incomplete.
    fn set_aside(
        &self,
        model: &InstalledModel,
        file: &ToCheck,
        hash: &ContentHash,
    ) -> HubResult<bool> {
        let (Ok(repo), true) = (
            model.name.parse(),
            model.root == self.models_root() && model.commit.is_some(),
        ) else {
            return Ok(false);
        };
        let folder = RepoFolder::new(&model.root, &repo);
        let blob = folder.blob(hash);
        // Where the disk knows no links the file itself is the blob.
        let damaged = if blob.is_file() { &blob } else { &file.path };
        fs::rename(damaged, folder.damaged(hash))
            .map_err(|error| HubError::io("move", damaged, error))?;
        tracing::warn!(blob = %damaged.display(), "damaged file set aside");
        Ok(true)
    }
}

struct ToCheck {
    name: String,
    path: PathBuf,
    bytes: u64,
    hash: Option<ContentHash>,
}
