//! What is wrong with the models on this machine, and what to do.

use std::collections::BTreeMap;
use std::fs;

use serde::Serialize;

use super::{InstalledModel, Library, RepoFolder, Role, State, disk, walk};
use crate::hub::error::{HubResult, bytes};
use crate::hub::repo::ContentHash;
use crate::model::config::CONFIG_FILE;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Works, but wastes something.
    Note,
    /// Does not work.
    Problem,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub advice: String,
}

impl Library {
    /// Looks for broken, half and duplicate models and for what interrupted downloads have left.
    pub async fn doctor(&self) -> HubResult<Vec<Finding>> {
        let library = self.clone();
        super::off_thread(move || library.doctor_blocking()).await
    }

    fn doctor_blocking(&self) -> HubResult<Vec<Finding>> {
        let listing = self.list_blocking()?;
        let mut findings: Vec<Finding> = listing
            .notices
            .iter()
            .map(|notice| Finding {
                severity: Severity::Problem,
                what: notice.clone(),
                advice: "connect the disk, or remove the folder from the settings".to_owned(),
            })
            .collect();
        findings.extend(listing.models.iter().filter_map(|model| self.unfit(model)));
        findings.extend(duplicates(&listing.models));
        findings.extend(self.leftovers()?);
        Ok(findings)
    }

    fn unfit(&self, model: &InstalledModel) -> Option<Finding> {
        let name = &model.name;
        // Half a model of another family, fetched by another program, is no concern of ours.
        let ours = model.owned || !matches!(model.role, Role::Unsupported(_));
        if let (State::Incomplete(reason), true) = (&model.state, ours) {
            let advice = if model.root == self.models_root() && model.commit.is_some() {
                format!(
                    "`tandem models pull {name}` fetches what is missing, `tandem models rm {name}` deletes it"
                )
            } else {
                format!(
                    "finish the download in the program that keeps {}",
                    model.folder.display()
                )
            };
            return Some(Finding {
                severity: Severity::Problem,
                what: format!("{name} is incomplete: {reason}"),
                advice,
            });
        }
        match &model.role {
            // Other families are no fault of this one.
            Role::Unsupported(reason) if model.state == State::Whole && model.owned => {
                Some(Finding {
                    severity: Severity::Problem,
                    what: format!("{name} cannot be run: {reason}"),
                    advice: format!("`tandem models rm {name}` deletes it"),
                })
            }
            _ => None,
        }
    }

    /// Partial and damaged files that no unfinished download of the ledger accounts for.
    fn leftovers(&self) -> HubResult<Vec<Finding>> {
        let root = self.models_root();
        let ledger = self.inner.ledger.read()?;
        let mut findings = Vec::new();
        for folder in RepoFolder::all(root)? {
            let wanted = |name: &str| {
                ledger
                    .fetched
                    .iter()
                    .filter(|fetched| {
                        fetched.root == root && fetched.repo == *folder.repo() && !fetched.whole
                    })
                    .flat_map(|fetched| &fetched.files)
                    .any(|file| file.hash.hex() == name)
            };
            let left: Vec<String> = disk::entries(&folder.blobs())?
                .into_iter()
                .filter(|name| is_leftover(name, wanted))
                .collect();
            let size: u64 = left
                .iter()
                .filter_map(|name| fs::metadata(folder.blobs().join(name)).ok())
                .map(|about| about.len())
                .sum();
            if !left.is_empty() {
                findings.push(Finding {
                    severity: Severity::Note,
                    what: format!(
                        "{} keeps {} of {} unfinished or damaged files",
                        folder.repo(),
                        bytes(size),
                        left.len()
                    ),
                    advice: format!(
                        "`tandem models pull {0}` finishes them; or delete them in {1}",
                        folder.repo(),
                        folder.blobs().display()
                    ),
                });
            }
        }
        Ok(findings)
    }
}

fn is_leftover(name: &str, wanted: impl Fn(&str) -> bool) -> bool {
    name.split_once('.').is_some_and(|(hash, kind)| {
        let ours =
            matches!(kind, "partial" | "damaged") && ContentHash::from_blob_name(hash).is_some();
        let theirs = kind == "incomplete" || kind.ends_with(".incomplete");
        (ours && !(kind == "partial" && wanted(hash))) || theirs
    })
}

/// Whole models whose config and weights are the same in two places.
fn duplicates(models: &[InstalledModel]) -> Vec<Finding> {
    let mut same: BTreeMap<_, Vec<&InstalledModel>> = BTreeMap::new();
    for model in models.iter().filter(|model| model.is_usable()) {
        let weights: Vec<_> = walk::files(&model.folder)
            .unwrap_or_default()
            .into_iter()
            .filter(|file| file.name.ends_with(".safetensors"))
            .map(|file| (file.name, file.bytes, disk::resolved(&file.path)))
            .collect();
        let Ok(config) = fs::read(model.folder.join(CONFIG_FILE)) else {
            continue;
        };
        let sizes: Vec<_> = weights
            .iter()
            .map(|(name, bytes, _)| (name.clone(), *bytes))
            .collect();
        same.entry((config, sizes)).or_default().push(model);
    }
    same.into_values()
        .filter_map(|group| {
            let (first, rest) = group.split_first()?;
            let again = rest
                .iter()
                .find(|other| first_weight(other) != first_weight(first))?;
            Some(Finding {
                severity: Severity::Note,
                what: format!(
                    "{} is here twice ({}): {} and {}",
                    first.name,
                    bytes(again.bytes),
                    first.folder.display(),
                    again.folder.display()
                ),
                advice: "delete one of them; the first is the one that is used".to_owned(),
            })
        })
        .collect()
}

/// Where a model's first weights really are, so that a link to the same file is no second copy.
fn first_weight(model: &InstalledModel) -> Option<std::path::PathBuf> {
    walk::files(&model.folder)
        .ok()?
        .into_iter()
        .find(|file| file.name.ends_with(".safetensors"))
        .map(|file| disk::resolved(&file.path))
}
