//! What the hub says of repositories.

use serde::{Deserialize, Serialize};

use super::client::{About, HubClient, host};
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::{ContentHash, RepoFile, RepoId, is_commit, is_revision, is_safe_path};

/// The longest answer read, in bytes.
const LIMIT: usize = 32 << 20;
/// The most files of one repository.
const MOST_FILES: usize = 20_000;

/// A repository at a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepoInfo {
    /// Its name.
    pub repo: RepoId,
    /// The commit that the revision stands at.
    pub commit: String,
    /// Every file whose path, size and hash the hub gives in a usable form.
    pub files: Vec<RepoFile>,
    /// Whether its terms must be accepted first.
    pub gated: bool,
    /// What it was made from, as its makers say.
    pub base_models: Vec<RepoId>,
}

/// A repository that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SearchHit {
    /// Its name.
    pub repo: RepoId,
    /// How often it was downloaded last month.
    pub downloads: u64,
    /// Whether its terms must be accepted first.
    pub gated: bool,
    /// Whether its tags say that it is in MLX form.
    pub mlx: bool,
}

#[derive(Deserialize)]
struct RawInfo {
    sha: Option<String>,
    #[serde(default)]
    siblings: Vec<RawFile>,
    #[serde(default)]
    gated: serde_json::Value,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawFile {
    rfilename: String,
    size: Option<u64>,
    blob_id: Option<String>,
    lfs: Option<RawLfs>,
}

#[derive(Deserialize)]
struct RawLfs {
    sha256: Option<String>,
    size: Option<u64>,
}

#[derive(Deserialize)]
struct RawHit {
    id: String,
    #[serde(default)]
    downloads: u64,
    #[serde(default)]
    gated: serde_json::Value,
    #[serde(default)]
    tags: Vec<String>,
}

impl HubClient {
    /// The files of a repository at a branch, tag or commit.
    ///
    /// # Errors
    /// Each way of refusing is told apart: see [`HubError`].
    pub async fn info(&self, repo: &RepoId, revision: &str) -> HubResult<RepoInfo> {
        if !is_revision(revision) {
            return Err(HubError::NoRevision {
                repo: repo.to_string(),
                revision: revision.to_owned(),
            });
        }
        let mut parts = vec!["api", "models"];
        parts.extend(repo.as_str().split('/'));
        parts.extend(["revision", revision]);
        let mut url = self.url(&parts);
        url.set_query(Some("blobs=true"));
        let bad = |host: &str, reason: String| HubError::BadAnswer {
            host: host.to_owned(),
            reason,
        };
        let host = host(&url);
        let about = About {
            repo,
            revision,
            file: None,
        };
        let body = self.body(self.get(url, None).await?, about, LIMIT).await?;
        let raw: RawInfo =
            serde_json::from_slice(&body).map_err(|error| bad(&host, error.to_string()))?;
        let commit = raw
            .sha
            .filter(|sha| is_commit(sha))
            .ok_or_else(|| bad(&host, "it names no commit".to_owned()))?;
        if raw.siblings.len() > MOST_FILES {
            return Err(bad(&host, format!("more than {MOST_FILES} files")));
        }
        let files = raw.siblings.into_iter().filter_map(usable).collect();
        Ok(RepoInfo {
            repo: repo.clone(),
            commit,
            files,
            gated: is_set(&raw.gated),
            base_models: raw.tags.iter().filter_map(|tag| base_model(tag)).collect(),
        })
    }

    /// Repositories that match a few words, most downloaded first.
    ///
    /// # Errors
    /// As [`HubClient::info`].
    pub async fn search(&self, words: &str, most: usize) -> HubResult<Vec<SearchHit>> {
        let mut url = self.url(&["api", "models"]);
        url.query_pairs_mut()
            .append_pair("search", words)
            .append_pair("sort", "downloads")
            .append_pair("direction", "-1")
            .append_pair("limit", &most.min(100).to_string());
        let host = host(&url);
        let bad = |reason: String| HubError::BadAnswer {
            host: host.clone(),
            reason,
        };
        let answer = self.get(url, None).await?;
        // A search is about no repository, so its refusals must not read as if one were missing.
        match answer.response.status().as_u16() {
            401 if self.has_token() => return Err(HubError::BadToken),
            status @ 400..=406 => return Err(bad(format!("status {status}"))),
            _ => {}
        }
        let repo: RepoId = "search".parse()?;
        let about = About {
            repo: &repo,
            revision: "main",
            file: None,
        };
        let body = self.body(answer, about, LIMIT).await?;
        let hits: Vec<RawHit> =
            serde_json::from_slice(&body).map_err(|error| bad(error.to_string()))?;
        let hits = hits.into_iter().filter_map(|hit| {
            Some(SearchHit {
                repo: hit.id.parse().ok()?,
                downloads: hit.downloads,
                gated: is_set(&hit.gated),
                mlx: hit.tags.iter().any(|tag| tag == "mlx"),
            })
        });
        Ok(hits.take(most).collect())
    }

    /// A small file of a repository.
    ///
    /// # Errors
    /// As [`HubClient::info`]; [`HubError::BadAnswer`] if it is longer than `limit`.
    pub async fn small_file(
        &self,
        info: &RepoInfo,
        path: &str,
        limit: usize,
    ) -> HubResult<Vec<u8>> {
        let url = self.file_url(&info.repo, &info.commit, path);
        let about = About {
            repo: &info.repo,
            revision: &info.commit,
            file: Some(path),
        };
        self.body(self.get(url, None).await?, about, limit).await
    }
}

/// A file whose description can be trusted as far as a name on the disk goes.
fn usable(raw: RawFile) -> Option<RepoFile> {
    let (hash, size) = match raw.lfs {
        Some(lfs) => (lfs.sha256?, lfs.size.or(raw.size)?),
        None => (raw.blob_id?, raw.size?),
    };
    let hash = ContentHash::from_blob_name(&hash)?;
    is_safe_path(&raw.rfilename).then_some(RepoFile {
        path: raw.rfilename,
        size,
        hash,
    })
}

/// The repository in a tag such as `base_model:org/name` or `base_model:quantized:org/name`.
fn base_model(tag: &str) -> Option<RepoId> {
    let told = tag.strip_prefix("base_model:")?;
    told.rsplit(':').next()?.parse().ok()
}

/// `false`, or how access is given: `"auto"`, `"manual"`.
fn is_set(gated: &serde_json::Value) -> bool {
    !matches!(
        gated,
        serde_json::Value::Null | serde_json::Value::Bool(false)
    )
}
