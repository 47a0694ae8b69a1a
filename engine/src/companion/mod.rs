//! The MTP companion: drafts the tokens that the target then verifies.

pub mod config;
mod head;
mod plan;
mod vocabulary;

pub(crate) use head::{Companion, CompanionCache};
pub(crate) use vocabulary::DraftVocabulary;
