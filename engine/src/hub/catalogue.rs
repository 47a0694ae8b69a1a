//! The curated list of models with their companions: names only. What a repository holds the hub says at run time.

use serde::{Deserialize, Serialize};

use super::repo::RepoId;

/// The list, part of the program.
const TEXT: &str = include_str!("catalogue.json");

/// The curated models.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// In the order in which they are shown: the smallest first.
    pub models: Vec<CatalogueEntry>,
}

/// A model and its companions: one entry for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueEntry {
    /// What it is called.
    pub title: String,
    /// Its repository.
    pub model: RepoId,
    /// Repositories of companions, the preferred one first. Whether they fit their configs say.
    pub companions: Vec<RepoId>,
    /// Whether someone has seen all of them on the hub.
    pub verified: bool,
}

impl Catalogue {
    /// The list that comes with the program.
    pub fn built_in() -> Self {
        // A test reads the same text; should it ever be damaged, an empty list is better than no program.
        serde_json::from_str(TEXT).unwrap_or_else(|error| {
            tracing::error!(%error, "the catalogue cannot be read");
            Self::default()
        })
    }

    /// The companions of a model, the preferred one first.
    pub fn companions_of(&self, model: &RepoId) -> &[RepoId] {
        self.models
            .iter()
            .find(|entry| entry.model == *model)
            .map_or(&[], |entry| entry.companions.as_slice())
    }

    /// The entries of which, for each of `words`, some word begins with it.
    pub fn search<'a>(&'a self, words: &'a str) -> impl Iterator<Item = &'a CatalogueEntry> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.models.iter().filter(move |entry| {
            let text = format!("{} {}", entry.title, entry.model).to_lowercase();
            let has = |word: &String| {
                text.split([' ', ',', '/', '-'])
                    .any(|part| part.starts_with(word.as_str()))
            };
            words.iter().all(has)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_built_in_list_is_in_order() {
        let catalogue: Catalogue = serde_json::from_str(TEXT).unwrap();
        assert_eq!(catalogue, Catalogue::built_in());
        assert!(!catalogue.models.is_empty());
        let models: BTreeSet<_> = catalogue.models.iter().map(|entry| &entry.model).collect();
        assert_eq!(models.len(), catalogue.models.len(), "no model twice");
        for entry in &catalogue.models {
            assert!(!entry.companions.is_empty(), "{}", entry.model);
            assert_eq!(catalogue.companions_of(&entry.model), entry.companions);
        }
    }

    #[test]
    fn every_word_must_match() {
        let catalogue = Catalogue::built_in();
        assert_eq!(catalogue.search("qwen3.8 8bit").count(), 1);
        assert_eq!(catalogue.search("llama").count(), 0);
        assert_eq!(catalogue.search("").count(), catalogue.models.len());
    }
}
