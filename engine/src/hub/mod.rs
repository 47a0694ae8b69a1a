//! Models: found, downloaded, checked, paired, kept, deleted.
//!
//! [`Library`] knows what is on this machine, [`HubClient`] what is on the hub, [`Downloader`] brings it here.

pub(crate) mod cache;
mod card;
mod catalogue;
mod companions;
mod curated;
mod download;
mod error;
mod fit;
mod hash;
pub(crate) mod library;
pub(crate) mod remote;
mod repo;

pub use cache::{RepoFolder, disk::free_space};
pub use card::{CompanionOffer, ModelCard, ReleaseOffer, Shop};
pub use catalogue::{Catalogue, CatalogueEntry};
pub use curated::CuratedModel;
pub use download::{
    Download, DownloadOptions, DownloadRequest, Downloader, FileProgress, FreeSpace, Overall, Part,
    Phase, Progress,
};
pub use error::{HubError, HubResult, bytes};
pub use fit::{Band, MachineMemory, MemoryNeed, USUAL_CONTEXT};
pub(crate) use hash::hex;
pub use library::{
    CompanionChoice, Fetched, FileCheck, FileState, Finding, ImportMode, InstalledModel, Ledger,
    LedgerFile, Library, Listing, Role, Severity, State, VerifyReport, models_dir, roots,
    set_models_dir,
};
pub use remote::{Access, HubClient, RepoInfo, SearchHit, Token, keep_token, kept_token};
pub use repo::{ContentHash, RepoFile, RepoId, is_commit, is_revision, is_safe_path};
