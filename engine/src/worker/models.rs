//! The model in memory.

use std::{
    collections::HashSet,
    path::PathBuf,
    rc::Rc,
    sync::atomic::{AtomicBool, Ordering},
};

use mlx_rs::memory;
use serde::Serialize;

use super::text::Text;
use crate::{
    Result,
    checkpoint::Checkpoint,
    companion::{Companion, config::CompanionConfig},
    error::EngineError,
    mlx::Device,
    model::{
        config::{ModelConfig, TextConfig},
        generation_config::GenerationConfig,
        layout::companion_prefix,
        loader::{Loader, WeightForm},
        plan::Plan,
        target::Target,
    },
    request::{CompanionSpec, ModelSpec},
    speculate::Pair,
};

/// What was loaded.
#[derive(Debug, Clone, Serialize)]
pub struct ModelInfo {
    /// The target's folder.
    pub folder: PathBuf,
    /// `model_type` of its config.
    pub architecture: String,
    /// Decoder layers.
    pub layers: usize,
    /// Longest text, in tokens.
    pub context: usize,
    /// Whether a companion drafts.
    pub companion: bool,
    /// `gpu` or `cpu`.
    pub device: &'static str,
    /// Bytes that MLX holds for the weights.
    pub weight_bytes: usize,
}

/// A model in memory, ready to answer.
#[derive(Debug)]
pub(super) struct Loaded {
    spec: ModelSpec,
    config: ModelConfig,
    text: Text,
    pair: Rc<Pair>,
    ends: HashSet<u32>,
    none: HashSet<u32>,
    info: ModelInfo,
}

impl Loaded {
    pub(super) fn pair(&self) -> Rc<Pair> {
        Rc::clone(&self.pair)
    }

    pub(super) fn text(&self) -> &Text {
        &self.text
    }

    pub(super) fn config(&self) -> &TextConfig {
        &self.config.text
    }

    /// What the maker recommends.
    pub(super) fn generation(&self) -> &GenerationConfig {
        &self.config.generation
    }

    pub(super) fn info(&self) -> ModelInfo {
        self.info.clone()
    }

    /// The tokens that end an answer: none if they are to be ignored.
    pub(super) fn ends(&self, ignore: bool) -> &HashSet<u32> {
        if ignore { &self.none } else { &self.ends }
    }
}

/// Keeps one model in memory: the last one that was asked for.
#[derive(Debug)]
pub(super) struct Models<'d> {
    device: &'d Device,
    form: WeightForm,
    closing: &'d AtomicBool,
    current: Option<Rc<Loaded>>,
}

impl<'d> Models<'d> {
    pub(super) fn new(device: &'d Device, form: WeightForm, closing: &'d AtomicBool) -> Self {
        Self {
            device,
            form,
            closing,
            current: None,
        }
    }

    pub(super) fn device(&self) -> &'d Device {
        self.device
    }

    /// Whether the engine is ending, which cancels what it is doing.
    pub(super) fn closing(&self) -> &'d AtomicBool {
        self.closing
    }

    /// Whether this very model is in memory.
    pub(super) fn holds(&self, spec: &ModelSpec) -> bool {
        self.current
            .as_ref()
            .is_some_and(|loaded| loaded.spec == *spec)
    }

    /// The model, loaded unless it is in memory. One model at a time: another one is freed first,
    /// once the files of the new one have been found in order.
    pub(super) fn load(&mut self, spec: &ModelSpec) -> Result<Rc<Loaded>> {
        let closing = self.closing;
        self.load_unless(spec, &|| closing.load(Ordering::Relaxed))
    }

    /// As [`load`](Self::load), but ends with [`EngineError::Cancelled`] once `stop` says so.
    pub(super) fn load_unless(
        &mut self,
        spec: &ModelSpec,
        stop: &dyn Fn() -> bool,
    ) -> Result<Rc<Loaded>> {
        if let Some(loaded) = &self.current
            && loaded.spec == *spec
        {
            return Ok(Rc::clone(loaded));
        }
        let plan = LoadPlan::new(spec)?;
        self.unload()?;
        let loaded = Rc::new(plan.load(spec, self.device, self.form, stop)?);
        self.current = Some(Rc::clone(&loaded));
        Ok(loaded)
    }

    /// Frees the model in memory.
    pub(super) fn unload(&mut self) -> Result<()> {
        if let Some(loaded) = self.current.take() {
            tracing::info!(folder = %loaded.info.folder.display(), "model unloaded");
        }
        Ok(memory::clear_cache()?)
    }

    /// The text side of a model, without its weights, and how many tokens it reads.
    pub(super) fn text(&self, spec: &ModelSpec) -> Result<(Text, usize)> {
        let config = ModelConfig::open(&spec.target)?;
        Ok((Text::open(&spec.target)?, config.text.max_positions))
    }
}

/// Target and companion alone, for tests of what is done with them.
#[cfg(test)]
pub(crate) fn load_pair(spec: &ModelSpec, device: &Device, form: WeightForm) -> Result<Rc<Pair>> {
    Ok(LoadPlan::new(spec)?
        .load(spec, device, form, &|| false)?
        .pair)
}

/// A model whose files have been read as far as their headers and found in order.
struct LoadPlan {
    config: ModelConfig,
    text: Text,
    target: (Checkpoint, Plan),
    companion: Option<(Checkpoint, Plan, CompanionConfig)>,
}

impl LoadPlan {
    fn new(spec: &ModelSpec) -> Result<Self> {
        let config = ModelConfig::open(&spec.target)?;
        let checkpoint = Checkpoint::open(&spec.target)?;
        let plan = Plan::target(&checkpoint, &config.text)?;
        let companion = match &spec.companion {
            CompanionSpec::None => None,
            CompanionSpec::Own if companion_prefix(&checkpoint).is_none() => None,
            CompanionSpec::Own => Some(&spec.target),
            CompanionSpec::Folder(folder) => Some(folder),
        };
        let companion = companion
            .map(|folder| {
                let companion = CompanionConfig::open(folder)?;
                companion.check_fits(&config.text)?;
                let checkpoint = Checkpoint::open(folder)?;
                let plan = Plan::companion(&checkpoint, &companion)?;
                Ok::<_, EngineError>((checkpoint, plan, companion))
            })
            .transpose()?;
        let text = Text::open(&spec.target)?;
        text.check_vocabulary(config.text.vocab_size)?;
        Ok(Self {
            text,
            config,
            target: (checkpoint, plan),
            companion,
        })
    }

    fn load(
        self,
        spec: &ModelSpec,
        device: &Device,
        form: WeightForm,
        stop: &dyn Fn() -> bool,
    ) -> Result<Loaded> {
        let before = memory::active_memory()?;
        let (checkpoint, plan) = self.target;
        let mut loader = Loader::new(&checkpoint, plan, form, device, stop);
        let target = Target::load(&mut loader, &self.config.text)?;
        drop(loader);
        let companion = self
            .companion
            .map(|(checkpoint, plan, config)| {
                let mut loader = Loader::new(&checkpoint, plan, form, device, stop);
                Companion::load(&mut loader, &config)
            })
            .transpose()?;
        // What loading freed would otherwise stay with the allocator.
        memory::clear_cache()?;
        let info = ModelInfo {
            folder: spec.target.clone(),
            architecture: self.config.model_type.clone(),
            layers: self.config.text.layers.len(),
            context: self.config.text.max_positions,
            companion: companion.is_some(),
            device: device.name(),
            weight_bytes: memory::active_memory()?.saturating_sub(before),
        };
        tracing::info!(
            folder = %info.folder.display(),
            companion = info.companion,
            bytes = info.weight_bytes,
            "model loaded"
        );
        let ends = self
            .config
            .end_tokens()
            .into_iter()
            .chain(self.text.end_of_turn())
            .collect();
        Ok(Loaded {
            spec: spec.clone(),
            config: self.config,
            text: self.text,
            pair: Rc::new(Pair { target, companion }),
            ends,
            none: HashSet::new(),
            info,
        })
    }
}
