//! The models on this machine: found, told whole from incomplete, deleted with care.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::cache::{RepoFolder, disk, walk};
use super::error::{HubError, HubResult};
use super::repo::RepoId;

mod companion;
mod delete;
mod describe;
mod doctor;
pub(in crate::hub) mod import;
pub(crate) mod ledger;
mod pair;
pub mod roots;
mod scan;
mod setting;
mod verify;

pub use describe::{Role, State};
pub use doctor::{Finding, Severity};
pub use import::ImportMode;
pub use ledger::{Fetched, Ledger, LedgerFile};
pub use pair::CompanionChoice;
pub use setting::{models_dir, set_models_dir};
pub use verify::{FileCheck, FileState, VerifyReport};

use roots::{Root, RootKind, is_on_absent_disk};

/// The models on this machine. Clones share it. Its functions read and write the disk and so may take a while; from
/// async code call them in `spawn_blocking`, or those here that are async.
#[derive(Debug, Clone)]
pub struct Library {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    ledger: LedgerFile,
    models: PathBuf,
    lm_studio: Option<PathBuf>,
}

/// A model (or companion) on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InstalledModel {
    /// `org/name`.
    pub name: String,
    /// The folder that the engine opens.
    pub folder: PathBuf,
    /// The place it was found in.
    pub root: PathBuf,
    /// The commit, if it is a snapshot of a repository.
    pub commit: Option<String>,
    /// Whether the branch it was fetched from stands at another commit by now.
    pub outdated: bool,
    /// What it can be used as.
    #[serde(flatten)]
    pub role: Role,
    /// Whether it can be used now.
    #[serde(flatten)]
    pub state: State,
    /// Bytes of its files on this disk.
    pub bytes: u64,
    /// Whether Tandem fetched it, and so may delete it.
    pub owned: bool,
}

impl InstalledModel {
    /// Whether it is a model that can be run now.
    pub fn is_usable(&self) -> bool {
        self.state == State::Whole
            && matches!(
                self.role,
                Role::Model | Role::ModelWithCompanion | Role::Companion
            )
    }
}

/// Every model found, and what the user should know about the places.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// In order of place, then name. A name may come twice; the first one is used.
    pub models: Vec<InstalledModel>,
    /// One line for each place that could not be read.
    pub notices: Vec<String>,
}

impl Library {
    /// The library of Tandem's `home`, with the models' root `models` (see [`roots::models_root`]).
    pub fn new(home: &Path, models: &Path) -> Self {
        Self::with_lm_studio(home, models, roots::lm_studio(&roots::environment))
    }

    /// The library as command line, setting and environment say: `flag` is the models' root given on the command line.
    pub fn open(home: &Path, flag: Option<&Path>) -> Self {
        let setting = models_dir(home);
        let models = roots::models_root(flag, setting.as_deref(), &roots::environment);
        Self::new(home, &models)
    }

    /// As [`Library::new`], with another place (or none) for LM Studio's folder.
    pub fn with_lm_studio(home: &Path, models: &Path, lm_studio: Option<PathBuf>) -> Self {
        Self {
            inner: Arc::new(Inner {
                ledger: LedgerFile::new(home),
                models: models.to_owned(),
                lm_studio,
            }),
        }
    }

    /// The models' root, where downloads go.
    pub fn models_root(&self) -> &Path {
        &self.inner.models
    }

    /// What Tandem remembers.
    pub fn ledger(&self) -> &LedgerFile {
        &self.inner.ledger
    }

    /// The folder of a repository in the models' root.
    pub fn repo_folder(&self, repo: &RepoId) -> RepoFolder {
        RepoFolder::new(self.models_root(), repo)
    }

    /// Every place that is looked into, the models' root first.
    pub fn roots(&self) -> HubResult<Vec<Root>> {
        let added = self.inner.ledger.read()?.roots;
        let models = Root {
            path: self.inner.models.clone(),
            kind: RootKind::Models,
        };
        let lm_studio = self.inner.lm_studio.iter().map(|path| Root {
            path: path.clone(),
            kind: RootKind::LmStudio,
        });
        let added = added.into_iter().map(|path| Root {
            path,
            kind: RootKind::Added,
        });
        let mut roots: Vec<Root> = Vec::new();
        for root in std::iter::once(models).chain(lm_studio).chain(added) {
            let same = |other: &Root| disk::resolved(&other.path) == disk::resolved(&root.path);
            if !roots.iter().any(same) {
                roots.push(root);
            }
        }
        Ok(roots)
    }

    /// Looks into one more folder from now on.
    ///
    /// # Errors
    /// [`HubError::Unavailable`] if it is no folder.
    pub fn add_root(&self, folder: &Path) -> HubResult<()> {
        if !folder.is_dir() {
            return Err(HubError::Unavailable(folder.to_owned()));
        }
        let folder = disk::resolved(folder);
        self.inner.ledger.update(|ledger| {
            if !ledger.roots.contains(&folder) {
                ledger.roots.push(folder);
            }
        })
    }

    /// Looks into a folder no more; `false` if it was not looked into. Nothing in it is touched.
    pub fn remove_root(&self, folder: &Path) -> HubResult<bool> {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let resolved = disk::resolved(folder);
        self.inner.ledger.update(|ledger| {
            let before = ledger.roots.len();
            ledger
                .roots
                .retain(|root| *root != absolute && *root != resolved);
            ledger
                .seen
                .retain(|root, _| *root != absolute && *root != resolved);
            ledger.roots.len() < before
        })
    }

    /// The models' root, ready to be written to.
    ///
    /// # Errors
    /// [`HubError::Unavailable`] if its disk is absent: making the folder would fill another disk.
    pub fn writable_root(&self) -> HubResult<&Path> {
        let root = self.models_root();
        let known = || {
            self.inner
                .ledger
                .read()
                .is_ok_and(|ledger| ledger.seen.contains_key(root))
        };
        if !root.is_dir() && (is_on_absent_disk(root) || known()) {
            return Err(HubError::Unavailable(root.to_owned()));
        }
        std::fs::create_dir_all(root).map_err(|error| HubError::io("make", root, error))?;
        Ok(root)
    }

    /// Every model on this machine.
    pub async fn list(&self) -> HubResult<Listing> {
        let library = self.clone();
        off_thread(move || library.list_blocking()).await
    }

    /// The model of that name: `org/name`, or `name` if only one has it. A whole one goes before an incomplete one.
    ///
    /// # Errors
    /// [`HubError::NotInstalled`] if there is none.
    pub fn find(&self, name: &str) -> HubResult<InstalledModel> {
        let models = self.list_blocking()?.models;
        let path = Path::new(name);
        if path.is_dir() {
            let folder = disk::resolved(path);
            let known = models.into_iter().find(|model| model.folder == folder);
            return Ok(known.unwrap_or_else(|| scan::folder(&folder)));
        }
        let exact = |model: &&InstalledModel| model.name.eq_ignore_ascii_case(name);
        let short = |model: &&InstalledModel| {
            model
                .name
                .rsplit('/')
                .next()
                .is_some_and(|last| last.eq_ignore_ascii_case(name))
        };
        let best = |matching: Vec<&InstalledModel>| {
            matching
                .iter()
                .find(|model| model.is_usable())
                .or(matching.first())
                .copied()
                .cloned()
        };
        best(models.iter().filter(exact).collect())
            .or_else(|| best(models.iter().filter(short).collect()))
            .ok_or_else(|| HubError::NotInstalled(name.to_owned()))
    }

    /// The files that a snapshot must hold, where the ledger knows.
    fn expected(&self, model: &InstalledModel) -> HubResult<Option<Fetched>> {
        let (Some(commit), Ok(repo)) = (&model.commit, model.name.parse()) else {
            return Ok(None);
        };
        Ok(self
            .inner
            .ledger
            .read()?
            .fetched
            .into_iter()
            .find(|fetched| fetched.is(&model.root, &repo, commit)))
    }
}

/// Runs work that waits for the disk beside the async threads.
pub(super) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> HubResult<T> + Send + 'static,
) -> HubResult<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(ended_early(&error)))
}

/// The error for work that did not end by itself: a fault of this program, or a runtime that shuts down.
pub(super) fn ended_early(error: &tokio::task::JoinError) -> HubError {
    tracing::error!(%error, "a task ended early");
    HubError::io(
        "finish",
        Path::new("the work"),
        std::io::Error::other("it ended early; see the log"),
    )
}
