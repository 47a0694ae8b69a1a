//! What a repository is, before downloading it: supported or not, with which companion, how large, whether it fits.

use std::{fs, path::Path};

use serde::Serialize;

use super::catalogue::Catalogue;
use super::download::Part;
use super::download::plan::{INDEX, Needed};
use super::error::{HubError, HubResult};
use super::fit::{Band, MachineMemory, MemoryNeed};
use super::library::{CompanionChoice, InstalledModel, Library, Role, import, off_thread};
use super::remote::{HubClient, RepoInfo};
use super::repo::{RepoFile, RepoId};
use crate::builtin;
use crate::checkpoint::Checkpoint;
use crate::companion::config::CompanionConfig;
use crate::home::Home;
use crate::model::config::{CONFIG_FILE, CONFIG_LIMIT, ModelConfig, TextConfig};
use crate::request::CompanionSpec;

/// The longest index read, in bytes.
const INDEX_LIMIT: usize = 32 << 20;
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
    /// Where none is published: the full release that one can be taken out of.
    pub release: Option<ReleaseOffer>,
    /// For an installed model: the companion that drafts for it, be it paired, inside or one that fits.
    pub installed_companion: Option<CompanionChoice>,
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

/// A full release whose companion can be fetched and split off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReleaseOffer {
    /// Its repository.
    pub repo: RepoId,
    /// Bytes of the files to fetch: the shards that hold the companion, and what is small.
    pub bytes: u64,
    /// Bytes of the companion in them.
    pub companion_bytes: u64,
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
            needed.narrow(index, Part::Model);
        }
        let about = self.configs(&info).await?;
        let companion_inside = matches!(about, Configs::Model(_))
            && self.inside(&info, index.as_deref()).await?.is_some();
        let mut companions = Vec::new();
        let mut release = None;
        if let (Configs::Model(target), false) = (&about, companion_inside) {
            companions = self.companions(repo, target).await;
            if companions.is_empty() {
                release = self.release(&info, target).await;
            }
        }
        let bytes = needed.bytes();
        let (need, role) = match about {
            Configs::Model(target) => {
                let companion = companions
                    .first()
                    .map(|offer| offer.bytes)
                    .or(release.as_ref().map(|release| release.companion_bytes))
                    .unwrap_or(0);
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
        let preferred = self.preferred(repo);
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
            let companion = match &installed {
                Some(model) => Some(library.companion_for(model, &preferred)?),
                None => None,
            };
            Ok((
                installed,
                companion,
                to_fetch,
                super::free_space(library.models_root()),
            ))
        });
        let (installed, installed_companion, bytes_to_fetch, disk_free) = here.await?;
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
            release,
            installed_companion,
            band: need
                .zip(memory)
                .map(|(need, memory)| Band::of(need.total(), memory)),
            memory: need,
            disk_free,
        })
    }

    /// The built-in model, with the companion that comes with it. The hub is not asked.
    ///
    /// # Errors
    /// [`HubError::Model`] if `home` cannot be written.
    pub async fn builtin_card(
        &self,
        home: &Home,
        context: usize,
        memory: Option<MachineMemory>,
    ) -> HubResult<ModelCard> {
        let (library, home) = (self.library.clone(), home.clone());
        let find = move || {
            let spec = builtin::pocket(&home)?;
            let companion = match &spec.companion {
                CompanionSpec::Folder(folder) => Some(library.find(&folder.to_string_lossy())?),
                CompanionSpec::Own | CompanionSpec::None => None,
            };
            Ok((spec.target, companion))
        };
        let (target, companion) = off_thread(find).await?;
        let mut card = self
            .installed_card(&target.to_string_lossy(), context, memory)
            .await?;
        card.repo = format!("local/{}", builtin::NAME).parse()?;
        card.installed_companion = companion.map(CompanionChoice::Fits);
        Ok(card)
    }

    /// What `name` is: a folder, or a repository as the hub tells it, or without the hub as it is here.
    ///
    /// # Errors
    /// What the hub says of a repository that is not here, or what is wrong with a folder's files.
    pub async fn show(
        &self,
        name: &str,
        context: usize,
        memory: Option<MachineMemory>,
    ) -> HubResult<ModelCard> {
        if Path::new(name).is_dir() {
            return self.installed_card(name, context, memory).await;
        }
        match self.card(&name.parse()?, context, memory).await {
            Ok(card) => Ok(card),
            Err(error) => self
                .installed_card(name, context, memory)
                .await
                .map_err(|_| error),
        }
    }

    /// The same for a model that is here, without asking the hub.
    ///
    /// # Errors
    /// [`HubError::NotInstalled`], or what is wrong with its files.
    pub async fn installed_card(
        &self,
        name: &str,
        context: usize,
        memory: Option<MachineMemory>,
    ) -> HubResult<ModelCard> {
        let (library, name) = (self.library.clone(), name.to_owned());
        let model = off_thread(move || library.find(&name)).await?;
        let repo = model
            .name
            .parse()
            .unwrap_or_else(|_| import::name_for(&model.folder));
        let (library, preferred) = (self.library.clone(), self.preferred(&repo));
        let here = off_thread(move || {
            let choice = library.companion_for(&model, &preferred)?;
            let need = match &model.role {
                Role::Model | Role::ModelWithCompanion => {
                    let config = ModelConfig::open(&model.folder)?;
                    let weights = Checkpoint::open(&model.folder)?.total_bytes();
                    let companion = match &choice {
                        CompanionChoice::Paired(companion) | CompanionChoice::Fits(companion) => {
                            Checkpoint::open(&companion.folder)?.total_bytes()
                        }
                        CompanionChoice::Inside | CompanionChoice::None => 0,
                    };
                    let text = &config.text;
                    Some(MemoryNeed::of(text, weights, companion, context, DRAFTS))
                }
                _ => None,
            };
            let free = super::free_space(library.models_root());
            Ok((repo, model, choice, need, free))
        });
        let (repo, model, choice, need, disk_free) = here.await?;
        Ok(ModelCard {
            repo,
            commit: model.commit.clone().unwrap_or_default(),
            gated: false,
            role: model.role.clone(),
            bytes: model.bytes,
            bytes_to_fetch: 0,
            companion_inside: model.role == Role::ModelWithCompanion,
            companions: Vec::new(),
            release: None,
            installed: Some(model),
            installed_companion: Some(choice),
            band: need
                .zip(memory)
                .map(|(need, memory)| Band::of(need.total(), memory)),
            memory: need,
            disk_free,
        })
    }

    /// The names of a model's curated companions.
    fn preferred(&self, repo: &RepoId) -> Vec<String> {
        self.catalogue
            .companions_of(repo)
            .iter()
            .map(RepoId::to_string)
            .collect()
    }

    pub(super) async fn index(&self, info: &RepoInfo) -> HubResult<Option<Vec<u8>>> {
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
    pub(super) async fn config_folder(&self, info: &RepoInfo) -> HubResult<tempfile::TempDir> {
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
