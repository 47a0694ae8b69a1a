//! Where a model's companion can come from: inside its own weights, a repository of its own, or a full release.
//!
//! Configs and tensors tell, never names: names are only where to look.

use std::collections::BTreeSet;

use super::card::{CompanionOffer, ReleaseOffer, Shop};
use super::download::Part;
use super::download::plan::Needed;
use super::error::HubResult;
use super::remote::RepoInfo;
use super::repo::RepoId;
use crate::companion::config::CompanionConfig;
use crate::model::config::{ModelConfig, TextConfig};
use crate::model::layout::is_of_companion;

/// Repositories of companions that are looked at.
const MOST_COMPANIONS: usize = 6;
/// Repositories of full releases that are looked at.
const MOST_RELEASES: usize = 4;
/// Shards whose headers are read to find a companion. Releases have it in one or two.
const MOST_SHARDS: usize = 16;

/// A companion inside a repository's weights.
pub(super) struct Inside {
    /// Bytes of its tensors.
    bytes: u64,
    /// Bytes of the files that are needed to split it off.
    files: u64,
}

impl Shop {
    /// The companion inside a repository's weights. The config promises one also where a conversion has dropped it,
    /// so the headers of the files decide; an index only says which to read.
    pub(super) async fn inside(
        &self,
        info: &RepoInfo,
        index: Option<&[u8]>,
    ) -> HubResult<Option<Inside>> {
        let mut needed = Needed::of(&info.files);
        if let Some(index) = index {
            let every = needed.weights.len();
            needed.narrow(index, Part::Companion);
            if needed.weights.len() == every && every > MOST_SHARDS {
                return Ok(None);
            }
        }
        let mut names = BTreeSet::new();
        let mut bytes: u64 = 0;
        for file in needed.weights.iter().take(MOST_SHARDS) {
            let tensors = self.client.tensor_sizes(info, file).await?;
            for (name, size) in tensors
                .into_iter()
                .filter(|(name, _)| is_of_companion(name))
            {
                bytes = bytes.saturating_add(size);
                names.insert(name);
            }
        }
        let whole = names.iter().any(|name| name.ends_with("mtp.fc.weight"));
        Ok(whole.then(|| Inside {
            bytes,
            files: needed.bytes(),
        }))
    }

    /// A full release that holds a companion for a model: one of those it was made from, else one that a search
    /// finds. Only shapes can be compared; a model tuned further keeps them and only accepts less.
    pub(super) async fn release(
        &self,
        model: &RepoInfo,
        target: &TextConfig,
    ) -> Option<ReleaseOffer> {
        let mut names = model.base_models.clone();
        match self
            .client
            .search(base_name(model.repo.name()), MOST_RELEASES)
            .await
        {
            Ok(hits) => names.extend(hits.into_iter().map(|hit| hit.repo)),
            Err(error) => tracing::debug!(model = %model.repo, %error, "no release searched"),
        }
        let mut seen = BTreeSet::from([model.repo.clone()]);
        names.retain(|name| seen.insert(name.clone()));
        for repo in names.into_iter().take(MOST_RELEASES) {
            match self.release_offer(&repo, target).await {
                Ok(Some(offer)) => return Some(offer),
                Ok(None) => {}
                Err(error) => tracing::debug!(%repo, %error, "no release"),
            }
        }
        None
    }

    async fn release_offer(
        &self,
        repo: &RepoId,
        target: &TextConfig,
    ) -> HubResult<Option<ReleaseOffer>> {
        let info = self.client.info(repo, "main").await?;
        let folder = self.config_folder(&info).await?;
        let (Ok(model), Ok(companion)) = (
            ModelConfig::open(folder.path()),
            CompanionConfig::open(folder.path()),
        ) else {
            return Ok(None);
        };
        let alike = model.text.layers == target.layers && model.text.mlp == target.mlp;
        if !alike || companion.check_fits(target).is_err() {
            return Ok(None);
        }
        let index = self.index(&info).await?;
        let inside = self.inside(&info, index.as_deref()).await?;
        Ok(inside.map(|inside| ReleaseOffer {
            repo: repo.clone(),
            bytes: inside.files,
            companion_bytes: inside.bytes,
        }))
    }

    /// The companions on the hub that fit a model by config: those of the catalogue, else what a search finds.
    pub(super) async fn companions(
        &self,
        model: &RepoId,
        target: &TextConfig,
    ) -> Vec<CompanionOffer> {
        let mut names = self.catalogue.companions_of(model).to_vec();
        if names.is_empty() {
            let words = format!("{}-MTP", base_name(model.name()));
            match self.client.search(&words, MOST_COMPANIONS).await {
                Ok(hits) => names.extend(hits.into_iter().map(|hit| hit.repo)),
                Err(error) => tracing::debug!(%model, %error, "no companion searched"),
            }
        }
        let mut offers = Vec::new();
        for repo in names
            .into_iter()
            .take(MOST_COMPANIONS)
            .filter(|repo| repo != model)
        {
            match self.offer(&repo, target).await {
                Ok(offer) => offers.extend(offer),
                Err(error) => tracing::debug!(%repo, %error, "no companion"),
            }
        }
        offers
    }

    async fn offer(&self, repo: &RepoId, target: &TextConfig) -> HubResult<Option<CompanionOffer>> {
        let info = self.client.info(repo, "main").await?;
        let folder = self.config_folder(&info).await?;
        let config = match CompanionConfig::open(folder.path()) {
            // A full release also reads as one; only a folder of its own is an offer.
            Ok(config) if ModelConfig::open(folder.path()).is_err() => config,
            _ => return Ok(None),
        };
        let fits = config.check_fits(target).is_ok();
        Ok(fits.then(|| CompanionOffer {
            repo: repo.clone(),
            bytes: Needed::of(&info.files).bytes(),
        }))
    }
}

/// A model's name without what tells its conversion: `Qwen3.5-4B-MLX-4bit` → `Qwen3.5-4B`.
fn base_name(name: &str) -> &str {
    let is_suffix = |part: &str| {
        let part = part.to_ascii_lowercase();
        part == "mlx"
            || part == "bf16"
            || part == "fp16"
            || part.ends_with("bit")
            || part.starts_with("mxfp")
    };
    let mut base = name;
    while let Some((rest, last)) = base.rsplit_once('-') {
        if !is_suffix(last) {
            break;
        }
        base = rest;
    }
    base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_name_loses_its_conversion() {
        for (name, base) in [
            ("Qwen3.5-4B-MLX-4bit", "Qwen3.5-4B"),
            ("Qwen3.6-35B-A3B-4bit", "Qwen3.6-35B-A3B"),
            ("Qwen3.5-9B", "Qwen3.5-9B"),
            ("4bit", "4bit"),
        ] {
            assert_eq!(base_name(name), base);
        }
    }
}
