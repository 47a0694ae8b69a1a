//! What Tandem remembers of models, in `models.json` of its home: what it fetched, folders and pairs the user named,
//! what was last seen where.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hub::cache::disk::{self, Access};
use crate::hub::download::Part;
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::{RepoFile, RepoId};

/// The largest ledger read.
const LIMIT: u64 = 64 << 20;
/// The version this program writes.
const VERSION: u32 = 1;

/// The content of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ledger {
    version: u32,
    /// Snapshots that Tandem fetched or is fetching.
    pub fetched: Vec<Fetched>,
    /// Folders that the user added.
    pub roots: Vec<PathBuf>,
    /// Single model folders that the user linked.
    pub linked: Vec<Linked>,
    /// Which companion the user chose for a model.
    pub pairs: BTreeMap<String, String>,
    /// What was last seen in each folder, for when its disk is absent.
    pub seen: BTreeMap<PathBuf, Vec<Seen>>,
    /// What a later version added.
    #[serde(flatten)]
    other: Map<String, Value>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            version: VERSION,
            fetched: Vec::new(),
            roots: Vec::new(),
            linked: Vec::new(),
            pairs: BTreeMap::new(),
            seen: BTreeMap::new(),
            other: Map::new(),
        }
    }
}

/// A snapshot that Tandem fetched: the only kind that it deletes of its own accord.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fetched {
    /// The cache it is in.
    pub root: PathBuf,
    /// The repository.
    pub repo: RepoId,
    /// The branch, tag or commit that was asked for.
    pub revision: String,
    /// The commit that this was.
    pub commit: String,
    /// What of the repository this is.
    #[serde(default)]
    pub part: Part,
    /// Every file that part needs.
    pub files: Vec<RepoFile>,
    /// Whether all of them are there and checked.
    pub whole: bool,
}

impl Fetched {
    /// Whether this is the snapshot of that commit in that cache.
    pub fn is(&self, root: &Path, repo: &RepoId, commit: &str) -> bool {
        self.root == root && self.repo == *repo && self.commit == commit
    }
}

/// A model folder that the user linked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Linked {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub folder: PathBuf,
}

/// A model that was seen in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// What it is called.
    pub name: String,
    /// Where it was.
    pub folder: PathBuf,
    /// Its size.
    pub bytes: u64,
}

/// The file that holds the ledger. Programs share it, so each change is made under a lock.
#[derive(Debug, Clone)]
pub struct LedgerFile {
    path: PathBuf,
}

impl LedgerFile {
    /// The ledger in Tandem's home. Nothing is made until something is to be remembered.
    pub fn new(home: &Path) -> Self {
        Self {
            path: home.join("models.json"),
        }
    }

    /// What is remembered; nothing if the file is missing or damaged.
    ///
    /// # Errors
    /// [`HubError::Io`] if the system refuses.
    pub fn read(&self) -> HubResult<Ledger> {
        let Some(text) = disk::read_text(&self.path, LIMIT)? else {
            return Ok(Ledger::default());
        };
        Ok(serde_json::from_str(&text).unwrap_or_else(|error| {
            tracing::warn!(path = %self.path.display(), %error, "ledger damaged");
            Ledger::default()
        }))
    }

    /// Changes what is remembered. A damaged file is kept aside under another name.
    ///
    /// # Errors
    /// [`HubError::Io`] if the system refuses, or if a newer Tandem wrote the file.
    pub fn update<T>(&self, change: impl FnOnce(&mut Ledger) -> T) -> HubResult<T> {
        let failed = |error| HubError::io("change", &self.path, error);
        disk::make_parent(&self.path)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.path.with_extension("lock"))
            .map_err(failed)?;
        if let Err(error) = lock.lock() {
            tracing::warn!(%error, "the disk knows no locks");
        }
        let mut ledger = match disk::read_text(&self.path, LIMIT)? {
            None => Ledger::default(),
            Some(text) => match serde_json::from_str::<Ledger>(&text) {
                Ok(ledger) => ledger,
                Err(error) => {
                    self.set_aside()?;
                    tracing::warn!(path = %self.path.display(), %error, "damaged ledger set aside");
                    Ledger::default()
                }
            },
        };
        if ledger.version > VERSION {
            return Err(failed(std::io::Error::other(
                "a newer Tandem wrote it; update this one",
            )));
        }
        let before = ledger.clone();
        let given = change(&mut ledger);
        if ledger != before || !self.path.exists() {
            let text = serde_json::to_vec_pretty(&ledger).map_err(|error| failed(error.into()))?;
            disk::write_atomic(&self.path, &text, Access::Private)?;
        }
        Ok(given)
    }

    fn set_aside(&self) -> HubResult<()> {
        let free = (1..1000)
            .map(|number| self.path.with_extension(format!("damaged-{number}.json")))
            .find(|path| !path.exists())
            .unwrap_or_else(|| self.path.with_extension("damaged.json"));
        fs::rename(&self.path, &free).map_err(|error| HubError::io("move", &self.path, error))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn changes_of_many_are_all_kept() {
        let home = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let file = LedgerFile::new(home.path());
                scope.spawn(move || {
                    for number in 0..10 {
                        file.update(|ledger| {
                            ledger
                                .pairs
                                .insert(format!("{thread}-{number}"), "c".to_owned())
                        })
                        .unwrap();
                    }
                });
            }
        });
        assert_eq!(LedgerFile::new(home.path()).read().unwrap().pairs.len(), 80);
    }

    #[test]
    fn a_damaged_ledger_is_kept_aside() {
        let home = tempfile::tempdir().unwrap();
        let file = LedgerFile::new(home.path());
        for damage in ["{", "[]", "{\"fetched\": [{\"repo\": \"../..\"}]}"] {
            fs::write(home.path().join("models.json"), damage).unwrap();
            assert_eq!(file.read().unwrap(), Ledger::default());
            file.update(|ledger| ledger.roots.push("/models".into()))
                .unwrap();
            assert_eq!(file.read().unwrap().roots, [PathBuf::from("/models")]);
        }
        assert_eq!(
            fs::read_to_string(home.path().join("models.damaged-1.json")).unwrap(),
            "{"
        );
        assert!(home.path().join("models.damaged-3.json").exists());
    }

    #[test]
    fn what_a_later_version_wrote_is_not_lost() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("models.json");
        let file = LedgerFile::new(home.path());
        fs::write(&path, r#"{"version": 1, "new_field": [1, 2]}"#).unwrap();
        file.update(|ledger| ledger.roots.push("/models".into()))
            .unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("new_field"));
        let newer = r#"{"version": 2}"#;
        fs::write(&path, newer).unwrap();
        assert!(file.update(|ledger| ledger.roots.clear()).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), newer);
    }
}
