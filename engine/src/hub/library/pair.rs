//! Which companion drafts for a model: told by config and tensors, never by name.

use std::path::Path;

use serde::Serialize;

use super::{InstalledModel, Library, Role, State};
use crate::checkpoint::Checkpoint;
use crate::companion::config::CompanionConfig;
use crate::error::EngineError;
use crate::hub::catalogue::Catalogue;
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::RepoId;
use crate::model::config::ModelConfig;
use crate::model::layout::companion_prefix;
use crate::model::plan::Plan;
use crate::request::{CompanionSpec, ModelSpec};

/// A companion for a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "companion", content = "model", rename_all = "snake_case")]
pub enum CompanionChoice {
    /// The one the user paired it with.
    Paired(InstalledModel),
    /// The one inside the model's own weights.
    Inside,
    /// An installed one whose config fits. Whether it was trained for this very model only its acceptance shows.
    Fits(InstalledModel),
    /// None here.
    None,
}

impl Library {
    /// Pairs a model with a companion, both by name, from now on.
    ///
    /// # Errors
    /// [`HubError::NotInstalled`] if one is not here, [`HubError::Model`] with what does not fit.
    pub fn pair(
        &self,
        model: &str,
        companion: &str,
    ) -> HubResult<(InstalledModel, InstalledModel)> {
        let model = self.find(model)?;
        let companion = self.find(companion)?;
        check_pair(&model.folder, &companion.folder)?;
        self.inner.ledger.update(|ledger| {
            ledger
                .pairs
                .insert(model.name.clone(), companion.name.clone())
        })?;
        Ok((model, companion))
    }

    /// Forgets the pair of a model; `true` if there was one.
    pub fn unpair(&self, model: &str) -> HubResult<bool> {
        self.inner
            .ledger
            .update(|ledger| ledger.pairs.remove(model).is_some())
    }

    /// The companion that a model was paired with, if it is here and fits. Either may be a folder that no place lists.
    pub fn paired_with(&self, model: &InstalledModel) -> HubResult<Option<InstalledModel>> {
        let Some(name) = self.inner.ledger.read()?.pairs.get(&model.name).cloned() else {
            return Ok(None);
        };
        let fits = |other: &InstalledModel| {
            other.state == State::Whole && check_pair(&model.folder, &other.folder).is_ok()
        };
        Ok(self.find(&name).ok().filter(fits))
    }

    /// The companion to use with a model: the paired one, the one inside, one that `preferred` names, any that fits.
    pub fn companion_for(
        &self,
        model: &InstalledModel,
        preferred: &[String],
    ) -> HubResult<CompanionChoice> {
        let models = self.list_blocking()?.models;
        let candidates = || {
            models.iter().filter(|other| {
                matches!(other.role, Role::Companion | Role::ModelWithCompanion)
                    && other.state == State::Whole
                    && other.folder != model.folder
                    && check_pair(&model.folder, &other.folder).is_ok()
            })
        };
        if let Some(paired) = self.paired_with(model)? {
            return Ok(CompanionChoice::Paired(paired));
        }
        if model.role == Role::ModelWithCompanion {
            return Ok(CompanionChoice::Inside);
        }
        let rank = |other: &&InstalledModel| {
            let place = preferred.iter().position(|name| *name == other.name);
            (
                place.unwrap_or(usize::MAX),
                other.role != Role::Companion,
                other.name.clone(),
            )
        };
        Ok(candidates()
            .min_by_key(rank)
            .map_or(CompanionChoice::None, |other| {
                CompanionChoice::Fits(other.clone())
            }))
    }
}

impl Library {
    /// The folders to load for an installed model: its own, and that of the companion that drafts for it.
    pub fn spec_of(&self, model: &InstalledModel) -> HubResult<ModelSpec> {
        let preferred: Vec<String> = model.name.parse().map_or_else(
            |_| Vec::new(),
            |repo| {
                let catalogue = Catalogue::built_in();
                let companions = catalogue.companions_of(&repo);
                companions.iter().map(RepoId::to_string).collect()
            },
        );
        let companion = match self.companion_for(model, &preferred)? {
            CompanionChoice::Paired(companion) | CompanionChoice::Fits(companion) => {
                CompanionSpec::Folder(companion.folder)
            }
            CompanionChoice::Inside | CompanionChoice::None => CompanionSpec::Own,
        };
        Ok(ModelSpec {
            target: model.folder.clone(),
            companion,
        })
    }
}

/// Whether the folders can work together: sizes of the configs, and every tensor of the companion is there in the
/// shape they say.
pub(super) fn check_pair(model: &Path, companion: &Path) -> HubResult<()> {
    let target = ModelConfig::open(model)?;
    let config = CompanionConfig::open(companion)?;
    config.check_fits(&target.text)?;
    let checkpoint = Checkpoint::open(companion)?;
    if companion_prefix(&checkpoint).is_none() {
        return Err(HubError::Model(EngineError::NotFound {
            path: companion.to_owned(),
            what: "its weights hold no MTP companion".to_owned(),
        }));
    }
    Plan::companion(&checkpoint, &config)?;
    Ok(())
}
