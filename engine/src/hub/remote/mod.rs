//! The hub as seen over HTTP.

pub(crate) mod access;
pub(crate) mod client;
pub(crate) mod header;
mod info;
#[cfg(target_os = "macos")]
mod keychain;

pub use access::{Access, Token, keep_token, kept_token};
pub use client::HubClient;
pub use info::{RepoInfo, SearchHit};
