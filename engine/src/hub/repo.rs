//! Names on the hub: repositories, commits, the files in them. All come from outside, so all are checked here once.

use std::fmt;
use std::path::{Component, Path};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::{HubError, HubResult};

/// A repository's name, `org/name`, or `name` alone for a few old ones. Safe as a part of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RepoId(String);

impl RepoId {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the slash.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The folder of a Hugging Face cache that holds the repository: `models--org--name`.
    pub fn cache_folder(&self) -> String {
        format!("{CACHE_PREFIX}{}", self.0.replace('/', "--"))
    }

    /// The repository that a folder of a Hugging Face cache holds, if it is one of a model.
    pub fn from_cache_folder(folder: &str) -> Option<Self> {
        folder
            .strip_prefix(CACHE_PREFIX)?
            .replacen("--", "/", 1)
            .parse()
            .ok()
    }
}

/// What stands before a model's name in a Hugging Face cache.
const CACHE_PREFIX: &str = "models--";

impl FromStr for RepoId {
    type Err = HubError;

    /// The hub's own rules: letters, digits, `-`, `_`, `.`; neither `--` nor `..`; no part begins or ends with `-`
    /// or `.`; at most 96 characters a part.
    fn from_str(text: &str) -> HubResult<Self> {
        let good = |part: &str| {
            (1..=96).contains(&part.len())
                && part
                    .bytes()
                    .all(|c| c.is_ascii_alphanumeric() || b"-_.".contains(&c))
                && !part.contains("--")
                && !part.contains("..")
                && !part.starts_with(['-', '.'])
                && !part.ends_with(['-', '.'])
        };
        let mut parts = text.split('/');
        let valid = match (parts.next(), parts.next(), parts.next()) {
            (Some(name), None, _) => good(name),
            (Some(org), Some(name), None) => good(org) && good(name),
            _ => false,
        };
        if valid {
            Ok(Self(text.to_owned()))
        } else {
            Err(HubError::BadName(text.to_owned()))
        }
    }
}

impl TryFrom<String> for RepoId {
    type Error = HubError;

    fn try_from(text: String) -> HubResult<Self> {
        text.parse()
    }
}

impl From<RepoId> for String {
    fn from(repo: RepoId) -> Self {
        repo.0
    }
}

impl fmt::Display for RepoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a file's content must hash to, and the name of its blob in the cache.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ContentHash {
    /// SHA-256 of the content: the object id of Git LFS.
    Sha256(String),
    /// SHA-1 of `blob <length>\0` and the content: a Git blob id.
    GitBlob(String),
}

impl ContentHash {
    /// The hash in hexadecimal digits, 64 or 40 of them.
    pub fn hex(&self) -> &str {
        match self {
            Self::Sha256(hex) | Self::GitBlob(hex) => hex,
        }
    }

    /// The hash that a blob's name stands for; `None` for any other name.
    pub fn from_blob_name(name: &str) -> Option<Self> {
        let hex = name.len() <= 64
            && name
                .bytes()
                .all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c));
        match name.len() {
            64 if hex => Some(Self::Sha256(name.to_owned())),
            40 if hex => Some(Self::GitBlob(name.to_owned())),
            _ => None,
        }
    }
}

impl TryFrom<String> for ContentHash {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::from_blob_name(&text).ok_or_else(|| format!("{text:?} is no hash"))
    }
}

impl From<ContentHash> for String {
    fn from(hash: ContentHash) -> Self {
        match hash {
            ContentHash::Sha256(hex) | ContentHash::GitBlob(hex) => hex,
        }
    }
}

/// One file of a repository at a commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepoFile {
    /// Path in the repository, with `/`; leads only downwards.
    pub path: String,
    /// Length in bytes.
    pub size: u64,
    /// What it must hash to.
    pub hash: ContentHash,
}

/// Whether a path from outside leads only downwards and can be a file's name on every disk in use.
pub fn is_safe_path(path: &str) -> bool {
    let short = path.len() <= 512 && path.split('/').count() <= 16;
    let clean = !path.contains(['\\', ':']) && !path.chars().any(char::is_control);
    let parts_match = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
        && path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part.len() <= 255);
    short && clean && parts_match
}

/// Whether a text is a full commit id: 40 hexadecimal digits.
pub fn is_commit(text: &str) -> bool {
    matches!(
        ContentHash::from_blob_name(text),
        Some(ContentHash::GitBlob(_))
    )
}

/// Whether a branch, tag or commit name is safe as a path below `refs/`.
pub fn is_revision(text: &str) -> bool {
    is_safe_path(text)
        && !text.starts_with('-')
        && !text.contains(['?', '#', '%', ' '])
        && !text.contains("..")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for good in ["mlx-community/Qwen3.5-4B-MLX-4bit", "gpt2", "a/b_c.d"] {
            assert_eq!(
                good.parse::<RepoId>().map(String::from).ok().as_deref(),
                Some(good)
            );
        }
        for bad in [
            "", "/", "a/", "/a", "a/b/c", "../x", "a/..", "a--b/c", "a/b--c", ".a/b", "a/b.",
            "a b/c", "a/b\n", "a\\b", "ä/b", "a/b?x",
        ] {
            assert!(bad.parse::<RepoId>().is_err(), "{bad:?}");
        }
        assert!("a".repeat(97).parse::<RepoId>().is_err());
    }

    #[test]
    fn a_cache_folder_names_its_repository() {
        let repo: RepoId = "mlx-community/Qwen3.5-4B".parse().unwrap();
        assert_eq!(repo.cache_folder(), "models--mlx-community--Qwen3.5-4B");
        assert_eq!(RepoId::from_cache_folder(&repo.cache_folder()), Some(repo));
        assert_eq!(RepoId::from_cache_folder("datasets--a--b"), None);
        assert_eq!(RepoId::from_cache_folder("models--..--b"), None);
    }

    #[test]
    fn paths_of_files_lead_only_downwards() {
        for good in ["config.json", "mtp/weights.safetensors", "a b/c.json"] {
            assert!(is_safe_path(good), "{good:?}");
        }
        for bad in [
            "", "/a", "../a", "a/../b", "a//b", "a/", "./a", "a\\b", "C:a", "a\0b", "a\nb",
        ] {
            assert!(!is_safe_path(bad), "{bad:?}");
        }
        assert!(!is_safe_path(&"a/".repeat(20)));
        assert!(!is_safe_path(&"a".repeat(600)));
    }

    #[test]
    fn hashes_are_told_by_their_length() {
        let sha256 = "0".repeat(64);
        let git = "f".repeat(40);
        assert_eq!(
            ContentHash::from_blob_name(&sha256),
            Some(ContentHash::Sha256(sha256))
        );
        assert_eq!(
            ContentHash::from_blob_name(&git),
            Some(ContentHash::GitBlob(git))
        );
        for bad in [
            "",
            "xyz",
            &"F".repeat(40),
            &"a".repeat(41),
            "../../etc/passwd",
        ] {
            assert_eq!(ContentHash::from_blob_name(bad), None);
        }
    }
}
