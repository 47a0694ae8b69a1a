//! Models in the form that crosses into Swift.

use tandem_engine::hub::{
    Band, CompanionChoice, CuratedModel, FileState, Finding, InstalledModel, Listing,
    MachineMemory, MemoryNeed, ModelCard, Role, SearchHit, Severity, State, VerifyReport,
    roots::{Root, RootKind},
};

use crate::request::shown;

/// A model or companion on this machine.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelRecord {
    /// `org/name`.
    pub name: String,
    /// The folder that the engine opens.
    pub folder: String,
    /// The place it was found in.
    pub root: String,
    /// The commit, if it is a snapshot of a repository.
    pub commit: Option<String>,
    /// Whether the hub is known to have a newer one.
    pub outdated: bool,
    /// What it can be used as.
    pub role: ModelRole,
    /// Whether it can be used now.
    pub state: ModelState,
    /// Bytes of its files.
    pub bytes: u64,
    /// Whether Tandem fetched it, and so may delete it.
    pub owned: bool,
}

/// What a folder can be used as.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ModelRole {
    /// A model.
    Model,
    /// A model with its companion inside.
    ModelWithCompanion,
    /// A companion.
    Companion,
    /// Nothing that can be run.
    Unsupported {
        /// Why.
        reason: String,
    },
}

/// Whether a model can be used now.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ModelState {
    /// Every file is there.
    Whole,
    /// Something is missing.
    Incomplete {
        /// What.
        reason: String,
    },
    /// Its disk is not connected.
    Unavailable,
}

/// Every model found, and what the user should know about the places.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelListing {
    /// In order of place, then name.
    pub models: Vec<ModelRecord>,
    /// One line for each place that could not be read.
    pub notices: Vec<String>,
}

/// What a model needs in memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct MemoryEstimate {
    /// The target's weights.
    pub weights: u64,
    /// The companion's.
    pub companion: u64,
    /// Keys and values of the text.
    pub cache: u64,
    /// States of the layers that have no keys and values.
    pub states: u64,
    /// What a pass needs besides.
    pub working: u64,
    /// All together.
    pub total: u64,
}

/// How well a model fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum FitBand {
    /// With a fifth to spare.
    Safe,
    /// With little to spare.
    Tight,
    /// Not.
    Refuse,
}

/// What a repository is, before or after downloading it.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelOffer {
    /// Its name.
    pub repo: String,
    /// The newest commit.
    pub commit: String,
    /// Whether its terms must be accepted first.
    pub gated: bool,
    /// What it can be used as.
    pub role: ModelRole,
    /// The copy on this machine.
    pub installed: Option<ModelRecord>,
    /// Bytes of the files that a model needs.
    pub bytes: u64,
    /// Bytes of them that are not here yet.
    pub bytes_to_fetch: u64,
    /// Whether its weights hold a companion.
    pub companion_inside: bool,
    /// Companions that fit by config, the best one first.
    pub companions: Vec<RepoOffer>,
    /// The full release that a companion can be taken out of.
    pub release: Option<ReleaseRecord>,
    /// For an installed model: the companion that drafts for it.
    pub installed_companion: Option<InstalledCompanion>,
    /// What it needs in memory.
    pub memory: Option<MemoryEstimate>,
    /// How well that fits this machine.
    pub band: Option<FitBand>,
    /// Bytes free on the disk of the models' root.
    pub disk_free: Option<u64>,
}

/// A repository that can be downloaded.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct RepoOffer {
    /// Its name.
    pub repo: String,
    /// Bytes of the files it needs.
    pub bytes: u64,
}

/// A full release whose companion can be fetched and split off.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ReleaseRecord {
    /// Its repository.
    pub repo: String,
    /// Bytes to fetch.
    pub bytes: u64,
    /// Bytes of the companion in them.
    pub companion_bytes: u64,
}

/// The companion that drafts for an installed model.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum InstalledCompanion {
    /// The one the user paired it with.
    Paired {
        /// The companion.
        model: ModelRecord,
    },
    /// The one inside the model's own weights.
    Inside,
    /// An installed one whose config fits.
    Fits {
        /// The companion.
        model: ModelRecord,
    },
    /// None.
    None,
}

/// A curated model.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct CuratedEntry {
    /// What a person calls it.
    pub title: String,
    /// Its repository.
    pub repo: String,
    /// Repositories of its companions, the best one first.
    pub companions: Vec<String>,
    /// Whether the pair was run.
    pub verified: bool,
    /// Whether the hub has it; `None` if the hub could not be asked.
    pub available: Option<bool>,
}

/// A repository that a search found.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct HubHit {
    /// Its name.
    pub repo: String,
    /// How often it was downloaded last month.
    pub downloads: u64,
    /// Whether its terms must be accepted first.
    pub gated: bool,
    /// Whether its tags say that it is in MLX form.
    pub mlx: bool,
}

/// One file, read again.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct VerifiedFile {
    /// Path in the model.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// What it turned out to be.
    pub state: VerifiedState,
}

/// What a file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum VerifiedState {
    /// What its hash says.
    Good,
    /// Something else.
    Damaged,
    /// Not there.
    Missing,
    /// Nothing says what it should be.
    Unknown,
}

/// A folder that models are looked for in.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelPlace {
    /// The folder.
    pub folder: String,
    /// What it is.
    pub kind: PlaceKind,
    /// Whether it is there now.
    pub present: bool,
}

/// What a folder is that models are looked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum PlaceKind {
    /// Downloads go there.
    Downloads,
    /// LM Studio's; nothing in it is ever changed.
    LmStudio,
    /// One that the user added; nothing in it is ever changed.
    Added,
}

/// Something that is wrong with the models on this machine.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelFinding {
    /// Whether something does not work; if not, something is only wasted.
    pub problem: bool,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub advice: String,
}

/// A machine's memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct MachineRecord {
    /// What there is.
    pub memory: u64,
    /// What models may use of it.
    pub for_models: u64,
}

impl From<InstalledModel> for ModelRecord {
    fn from(model: InstalledModel) -> Self {
        Self {
            name: model.name,
            folder: shown(model.folder),
            root: shown(model.root),
            commit: model.commit,
            outdated: model.outdated,
            role: model.role.into(),
            state: match model.state {
                State::Whole => ModelState::Whole,
                State::Incomplete(reason) => ModelState::Incomplete { reason },
                State::Unavailable => ModelState::Unavailable,
            },
            bytes: model.bytes,
            owned: model.owned,
        }
    }
}

impl From<Root> for ModelPlace {
    fn from(root: Root) -> Self {
        Self {
            present: root.path.is_dir(),
            folder: shown(root.path),
            kind: match root.kind {
                RootKind::Models => PlaceKind::Downloads,
                RootKind::LmStudio => PlaceKind::LmStudio,
                RootKind::Added => PlaceKind::Added,
            },
        }
    }
}

impl From<Finding> for ModelFinding {
    fn from(finding: Finding) -> Self {
        Self {
            problem: finding.severity == Severity::Problem,
            what: finding.what,
            advice: finding.advice,
        }
    }
}

impl From<MachineMemory> for MachineRecord {
    fn from(memory: MachineMemory) -> Self {
        Self {
            memory: memory.total,
            for_models: memory.limit(),
        }
    }
}

impl From<Role> for ModelRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Model => Self::Model,
            Role::ModelWithCompanion => Self::ModelWithCompanion,
            Role::Companion => Self::Companion,
            Role::Unsupported(reason) => Self::Unsupported { reason },
        }
    }
}

impl From<Listing> for ModelListing {
    fn from(listing: Listing) -> Self {
        Self {
            models: listing.models.into_iter().map(ModelRecord::from).collect(),
            notices: listing.notices,
        }
    }
}

impl From<MemoryNeed> for MemoryEstimate {
    fn from(need: MemoryNeed) -> Self {
        Self {
            weights: need.weights,
            companion: need.companion,
            cache: need.cache,
            states: need.states,
            working: need.working,
            total: need.total(),
        }
    }
}

impl From<Band> for FitBand {
    fn from(band: Band) -> Self {
        match band {
            Band::Safe => Self::Safe,
            Band::Tight => Self::Tight,
            Band::Refuse => Self::Refuse,
        }
    }
}

impl From<ModelCard> for ModelOffer {
    fn from(card: ModelCard) -> Self {
        Self {
            repo: card.repo.into(),
            commit: card.commit,
            gated: card.gated,
            role: card.role.into(),
            installed: card.installed.map(ModelRecord::from),
            bytes: card.bytes,
            bytes_to_fetch: card.bytes_to_fetch,
            companion_inside: card.companion_inside,
            companions: card
                .companions
                .into_iter()
                .map(|offer| RepoOffer {
                    repo: offer.repo.into(),
                    bytes: offer.bytes,
                })
                .collect(),
            release: card.release.map(|release| ReleaseRecord {
                repo: release.repo.into(),
                bytes: release.bytes,
                companion_bytes: release.companion_bytes,
            }),
            installed_companion: card.installed_companion.map(InstalledCompanion::from),
            memory: card.memory.map(MemoryEstimate::from),
            band: card.band.map(FitBand::from),
            disk_free: card.disk_free,
        }
    }
}

impl From<CompanionChoice> for InstalledCompanion {
    fn from(choice: CompanionChoice) -> Self {
        match choice {
            CompanionChoice::Paired(model) => Self::Paired {
                model: model.into(),
            },
            CompanionChoice::Inside => Self::Inside,
            CompanionChoice::Fits(model) => Self::Fits {
                model: model.into(),
            },
            CompanionChoice::None => Self::None,
        }
    }
}

impl From<CuratedModel> for CuratedEntry {
    fn from(curated: CuratedModel) -> Self {
        let entry = curated.entry;
        Self {
            title: entry.title,
            repo: entry.model.into(),
            companions: entry.companions.into_iter().map(String::from).collect(),
            verified: entry.verified,
            available: curated.available,
        }
    }
}

impl From<SearchHit> for HubHit {
    fn from(hit: SearchHit) -> Self {
        Self {
            repo: hit.repo.into(),
            downloads: hit.downloads,
            gated: hit.gated,
            mlx: hit.mlx,
        }
    }
}

/// The files of a report.
pub(crate) fn verified(report: VerifyReport) -> Vec<VerifiedFile> {
    report
        .files
        .into_iter()
        .map(|file| VerifiedFile {
            path: file.path,
            bytes: file.bytes,
            state: match file.state {
                FileState::Good => VerifiedState::Good,
                FileState::Damaged => VerifiedState::Damaged,
                FileState::Missing => VerifiedState::Missing,
                FileState::Unknown => VerifiedState::Unknown,
            },
        })
        .collect()
}
