//! The curated models as the hub has them now.

use serde::Serialize;
use tokio::task::JoinSet;

use super::card::Shop;
use super::catalogue::CatalogueEntry;
use super::error::HubError;

/// A curated model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CuratedModel {
    /// What the catalogue says.
    #[serde(flatten)]
    pub entry: CatalogueEntry,
    /// Whether the hub knows its repository; `None` if the hub could not be asked.
    pub available: Option<bool>,
}

impl Shop {
    /// The curated models that match a few words, each of which the hub is asked for.
    pub async fn curated(&self, words: &str) -> Vec<CuratedModel> {
        let mut asking = JoinSet::new();
        let entries: Vec<CatalogueEntry> = self.catalogue.search(words).cloned().collect();
        for (place, entry) in entries.iter().enumerate() {
            let (client, repo) = (self.client.clone(), entry.model.clone());
            asking.spawn(async move { (place, client.info(&repo, "main").await) });
        }
        let mut models: Vec<CuratedModel> = entries
            .into_iter()
            .map(|entry| CuratedModel {
                entry,
                available: None,
            })
            .collect();
        while let Some(answer) = asking.join_next().await {
            let Ok((place, info)) = answer else { continue };
            if let Some(model) = models.get_mut(place) {
                model.available = match info {
                    Ok(_) | Err(HubError::Gated { .. }) => Some(true),
                    Err(HubError::NoRepository { .. } | HubError::Disabled { .. }) => Some(false),
                    Err(_) => None,
                };
            }
        }
        models
    }
}
