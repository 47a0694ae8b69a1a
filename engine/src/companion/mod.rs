//! The MTP companion: drafts the tokens that the target then verifies.

pub mod config;
mod extract;
mod head;
mod plan;
mod split;
mod vocabulary;

pub(crate) use head::{Companion, CompanionCache};
pub use split::split;
pub(crate) use vocabulary::DraftVocabulary;
