//! Models: found, downloaded, checked, paired, kept, deleted.
//!
//! [`Library`] knows what is on this machine.

pub(crate) mod cache;
mod error;
mod hash;
mod library;
mod repo;

pub use cache::{RepoFolder, disk::free_space};
pub use error::{HubError, HubResult, bytes};
pub use library::{
    CompanionChoice, Fetched, FileCheck, FileState, Finding, ImportMode, InstalledModel, Ledger,
    LedgerFile, Library, Listing, Role, Severity, State, VerifyReport, roots,
};
pub use repo::{ContentHash, RepoFile, RepoId, is_commit, is_revision, is_safe_path};
