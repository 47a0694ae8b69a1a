//! The MTP companion: drafts the tokens that the target then verifies.

pub mod config;
mod head;
mod plan;

pub(crate) use head::{Companion, CompanionCache};
