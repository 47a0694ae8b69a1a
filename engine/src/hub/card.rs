//! What a repository is, before downloading it: supported or not, with which companion, how large, whether it fits.

use std::fs;

use serde::Serialize;

use super::catalogue::Catalogue;
use super::download::plan::{INDEX, Needed};
use super::error::{HubError, HubResult};
use super::fit::{Band, MachineMemory, MemoryNeed};
use super::library::{InstalledModel, Library, Role, off_thread};
use super::remote::{HubClient, RepoInfo};
use super::repo::{RepoFile, RepoId};
use crate::companion::config::CompanionConfig;
use crate::model::config::{CONFIG_FILE, CONFIG_LIMIT, ModelConfig, TextConfig};

/// The longest index read, in bytes.
const INDEX_LIMIT: usize = 32 << 20;
/// Repositories of companions that are looked at.
const MOST_COMPANIONS: usize = 6;
/// Drafts a round that the memory need is counted for.
const DRAFTS: usize = 2;

/// What a repository is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelCard {
    /// Its name.
    pub repo: RepoId,
    /// The newest commit.
    pub commit: String,
    /// Whether its terms must be accepted first.
    pub gated: bool,
    /// What it can be used as.
    #[serde(flatten)]
    pub role: Role,
    /// Whether it is installed, and how.
    pub installed: Option<InstalledModel>,
    /// Bytes of the files that a model needs.
    pub bytes: u64,
    /// Bytes of them that are not here yet.
    pub bytes_to_fetch: u64,
    /// Whether its weights hold a companion.
    pub companion_inside: bool,
    /// Companions of their own that fit by config, the best one first.
    pub companions: Vec<CompanionOffer>,
    /// What it needs in memory, with the first companion.
    pub memory: Option<MemoryNeed>,
    /// How well that fits this machine.
    pub band: Option<Band>,
    /// Bytes free on the disk of the models' root, where known.
    pub disk_free: Option<u64>,
}

/// A companion that can be downloaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CompanionOffer {
    /// Its repository.
    pub repo: RepoId,
    /// Bytes of the files it needs.
    pub bytes: u64,
}

/// Finds out about repositories.
#[derive(Debug, Clone)]
pub struct Shop {
    /// The hub.
    pub client: HubClient,
    /// What is here already.
    pub library: Library,
    /// The curated models.
    pub catalogue: Catalogue,
}

impl Shop {
    /// What a repository is; `context` is the length of text, in tokens, to count memory for.
    ///
    /// # Errors
    /// As [`HubClient::info`].
    pub async fn card(
        &self,
        repo: &RepoId,
        context: usize,
        memory: Option<MachineMemory>,
    ) -> HubResult<ModelCard> {
        let info = self.client.info(repo, "main").await?;
        let mut needed = Needed::of(&info.files);
        let index = self.index(&info).await?;
        if let Some(index) = &index {
            needed.narrow(index);
        }
        let about = self.configs(&info).await?;
        let companion_inside = match (&about, &index) {
            (Configs::Model(_), Some(index)) => holds_companion(index),
            _ => false,
        };
        let mut companions = Vec::new();
        if let (Configs::Model(target), false) = (&about, companion_inside) {
            companions = self.companions(repo, target).await;
        }
        let bytes = needed.bytes();
        let (need, role) = match about {
            Configs::Model(target) => {
                let companion = companions.first().map_or(0, |offer| offer.bytes);
                let weights = needed
                    .weights
                    .iter()
                    .map(|file| file.size)
                    .fold(0, u64::saturating_add);
                let need = MemoryNeed::of(&target, weights, companion, context, DRAFTS);
                let role = if companion_inside {
                    Role::ModelWithCompanion
                } else {
                    Role::Model
                };
                (Some(need), role)
            }
            Configs::Companion => (None, Role::Companion),
            Configs::Unsupported(reason) => (None, Role::Unsupported(reason)),
        };
        let (library, name, commit) = (self.library.clone(), repo.clone(), info.commit.clone());
        let here = off_thread(move || {
            let folder = library.repo_folder(&name);
            let there = |file: &&RepoFile| !folder.has(&commit, file) && !folder.has_blob(file);
            let to_fetch = needed
                .all()
                .filter(there)
                .map(|file| file.size)
                .fold(0, u64::saturating_add);
            let installed = match library.find(name.as_str()) {
                Ok(model) => Some(model),
                Err(HubError::NotInstalled(_)) => None,
                Err(error) => return Err(error),
            };
            Ok((
                installed,
                to_fetch,
                super::free_space(library.models_root()),
            ))
        });
        let (installed, bytes_to_fetch, disk_free) = here.await?;
        Ok(ModelCard {
            repo: repo.clone(),
            commit: info.commit,
            gated: info.gated,
            role,
            installed,
            bytes,
            bytes_to_fetch,
            companion_inside,
            companions,
            band: need
                .zip(memory)
                .map(|(need, memory)| Band::of(need.total(), memory)),
            memory: need,
            disk_free,
        })
    }

    /// The companions on the hub that fit a model by config: those of the catalogue, else what a search finds.
    async fn companions(&self, model: &RepoId, target: &TextConfig) -> Vec<CompanionOffer> {
        let mut names = self.catalogue.companions_of(model).to_vec();
        if names.is_empty() {
            let words = format!("{}-MTP", base_name(model.name()));
            match self.client.search(&words, MOST_COMPANIONS).await {
                Ok(hits) => names.extend(hits.into_iter().map(|hit| hit.repo)),
                Err(error) => tracing::debug!(%model, %error, "no companion searched"),
            }
        }
        let mut offers = Vec::new();
        for repo in names
            .into_iter()
            .take(MOST_COMPANIONS)
            .filter(|repo| repo != model)
        {
            match self.offer(&repo, target).await {
                Ok(offer) => offers.extend(offer),
                Err(error) => tracing::debug!(%repo, %error, "no companion"),
            }
        }
        offers
    }

    async fn offer(&self, repo: &RepoId, target: &TextConfig) -> HubResult<Option<CompanionOffer>> {
        let info = self.client.info(repo, "main").await?;
        let folder = self.config_folder(&info).await?;
        let config = match CompanionConfig::open(folder.path()) {
            // A full release also reads as one; only a folder of its own is an offer.
            Ok(config) if ModelConfig::open(folder.path()).is_err() => config,
            _ => return Ok(None),
        };
        let fits = config.check_fits(target).is_ok();
        Ok(fits.then(|| CompanionOffer {
            repo: repo.clone(),
            bytes: Needed::of(&info.files).bytes(),
        }))
    }

    async fn index(&self, info: &RepoInfo) -> HubResult<Option<Vec<u8>>> {
        if !info.files.iter().any(|file| file.path == INDEX) {
            return Ok(None);
        }
        self.client
            .small_file(info, INDEX, INDEX_LIMIT)
            .await
            .map(Some)
    }

    async fn configs(&self, info: &RepoInfo) -> HubResult<Configs> {
        if !info.files.iter().any(|file| file.path == CONFIG_FILE) {
            return Ok(Configs::Unsupported(format!("it has no {CONFIG_FILE}")));
        }
        let folder = self.config_folder(info).await?;
        Ok(
            match (
                ModelConfig::open(folder.path()),
                CompanionConfig::open(folder.path()),
            ) {
                (Ok(model), _) => Configs::Model(model.text),
                (Err(_), Ok(_)) => Configs::Companion,
                (Err(error), Err(_)) => Configs::Unsupported(
                    // The folder is a temporary one that says nothing to anybody.
                    error
                        .to_string()
                        .replace(&format!("{}/", folder.path().display()), ""),
                ),
            },
        )
    }

    /// A folder that holds the repository's config alone.
    async fn config_folder(&self, info: &RepoInfo) -> HubResult<tempfile::TempDir> {
        let limit = usize::try_from(CONFIG_LIMIT).unwrap_or(usize::MAX);
        let text = self.client.small_file(info, CONFIG_FILE, limit).await?;
        off_thread(move || {
            let failed = |error| HubError::io("write", &std::env::temp_dir(), error);
            let folder = tempfile::tempdir().map_err(failed)?;
            fs::write(folder.path().join(CONFIG_FILE), text).map_err(failed)?;
            Ok(folder)
        })
        .await
    }
}

enum Configs {
    Model(TextConfig),
    Companion,
    Unsupported(String),
}

/// Whether an index lists the companion's tensors. The config promises them also where a conversion dropped them.
fn holds_companion(index: &[u8]) -> bool {
    let index: Option<serde_json::Value> = serde_json::from_slice(index).ok();
    index
        .as_ref()
        .and_then(|index| index.get("weight_map")?.as_object())
        .is_some_and(|map| {
            map.keys()
                .any(|name| name == "mtp.fc.weight" || name.ends_with(".mtp.fc.weight"))
        })
}

/// A model's name without what tells its conversion: `Qwen3.5-4B-MLX-4bit` → `Qwen3.5-4B`.
fn base_name(name: &str) -> &str {
    let is_suffix = |part: &str| {
        let part = part.to_ascii_lowercase();
        part == "mlx"
            || part == "bf16"
            || part == "fp16"
            || part.ends_with("bit")
            || part.starts_with("mxfp")
    };
    let mut base = name;
    while let Some((rest, last)) = base.rsplit_once('-') {
        if !is_suffix(last) {
            break;
        }
        base = rest;
    }
    base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_name_loses_its_conversion() {
        for (name, base) in [
            ("Qwen3.5-4B-MLX-4bit", "Qwen3.5-4B"),
            ("Qwen3.6-35B-A3B-4bit", "Qwen3.6-35B-A3B"),
            ("Qwen3.5-9B", "Qwen3.5-9B"),
            ("4bit", "4bit"),
        ] {
            assert_eq!(base_name(name), base);
        }
    }

    #[test]
    fn only_tensors_are_evidence_of_a_companion() {
        assert!(holds_companion(
            br#"{"weight_map": {"mtp.fc.weight": "x"}}"#
        ));
        assert!(holds_companion(
            br#"{"weight_map": {"language_model.mtp.fc.weight": "x"}}"#
        ));
        assert!(!holds_companion(
            br#"{"weight_map": {"model.fc.weight": "x"}, "mtp_num_hidden_layers": 1}"#
        ));
        assert!(!holds_companion(b"{"));
    }
}
