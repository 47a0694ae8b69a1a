//! The model in memory.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashSet,
    path::PathBuf,
    rc::Rc,
    sync::atomic::{AtomicBool, Ordering},
};

use mlx_rs::memory;
use serde::Serialize;

use super::{EngineOptions, text::Text};
use crate::{
    Result,
    checkpoint::Checkpoint,
    companion::{Companion, DraftVocabulary, config::CompanionConfig},
    error::EngineError,
    home::Home,
    hub::{Band, MachineMemory, MemoryNeed, USUAL_CONTEXT},
    mlx::Device,
    model::{
        config::{ModelConfig, TextConfig},
        generation_config::GenerationConfig,
        layout::companion_prefix,
        loader::{CompanionForm, Loader, WeightForm, held_bytes},
        pass::Exact,
        plan::Plan,
        target::Target,
    },
    request::{CompanionSpec, ModelSpec},
    speculate::{Pair, exact, trial::Finding},
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
    /// What it needs in all, as counted before loading.
    pub memory: MemoryNeed,
    /// How well that fits this machine, where its memory is known.
    pub band: Option<Band>,
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
    /// What was found out about drafting, in default and in exact mode.
    calibrations: [RefCell<Option<Finding>>; 2],
    /// How exact mode computes; tried out when first asked.
    exact: OnceCell<Exact>,
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

    pub(super) fn spec(&self) -> &ModelSpec {
        &self.spec
    }

    /// What is known about drafting in default or exact mode.
    pub(super) fn calibration(&self, exact: bool) -> Option<Finding> {
        self.calibrations[usize::from(exact)].borrow().clone()
    }

    /// Takes note of what is known now.
    pub(super) fn calibrate(&self, exact: bool, finding: Finding) {
        self.calibrations[usize::from(exact)].replace(Some(finding));
    }

    /// How exact mode computes this model here.
    pub(super) fn exact(&self) -> Result<Exact> {
        if let Some(found) = self.exact.get() {
            return Ok(*found);
        }
        let found = exact::find(&self.pair.target)?;
        tracing::info!(block = found.block, "exact mode tried out");
        Ok(*self.exact.get_or_init(|| found))
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
    options: &'d EngineOptions,
    closing: &'d AtomicBool,
    current: Option<Rc<Loaded>>,
    /// Models that are to be loaded whether they fit or not.
    allowed: HashSet<ModelSpec>,
}

impl<'d> Models<'d> {
    pub(super) fn new(
        device: &'d Device,
        options: &'d EngineOptions,
        closing: &'d AtomicBool,
    ) -> Self {
        Self {
            device,
            options,
            closing,
            current: None,
            allowed: HashSet::new(),
        }
    }

    /// Whether no model is in memory.
    pub(super) fn is_empty(&self) -> bool {
        self.current.is_none()
    }

    /// Loads a model from now on whether it fits or not.
    pub(super) fn allow(&mut self, spec: &ModelSpec) {
        self.allowed.insert(spec.clone());
    }

    pub(super) fn device(&self) -> &'d Device {
        self.device
    }

    /// In which form weights are held, to tell calibrations apart.
    pub(super) fn held(&self) -> String {
        format!("{:?}", self.forms())
    }

    fn forms(&self) -> (WeightForm, CompanionForm) {
        (self.options.weights, self.options.companion)
    }

    /// Where to keep what is to outlive the engine.
    pub(super) fn home(&self) -> Option<&'d Home> {
        self.options.home.as_ref()
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
        let form = self.options.weights;
        let need = plan.need(self.device, form);
        let band = self.admit(spec, need)?;
        self.unload()?;
        let mut loaded = plan.load(spec, self.device, self.forms(), stop)?;
        loaded.info.band = band;
        let loaded = Rc::new(loaded);
        self.current = Some(Rc::clone(&loaded));
        Ok(loaded)
    }

    /// How well a model fits.
    ///
    /// # Errors
    /// [`EngineError::DoesNotFit`] if it does not, unless it is to be loaded all the same.
    fn admit(&self, spec: &ModelSpec, need: MemoryNeed) -> Result<Option<Band>> {
        let memory = self
            .options
            .memory
            .or_else(|| MachineMemory::of_this_machine(self.device.is_gpu()));
        let Some(memory) = memory else {
            return Ok(None);
        };
        let (band, limit) = (Band::of(need.total(), memory), memory.limit());
        if band == Band::Refuse && !self.options.load_anyway && !self.allowed.contains(spec) {
            return Err(EngineError::DoesNotFit { need, limit });
        }
        if band != Band::Safe {
            tracing::warn!(
                need = need.total(),
                limit,
                ?band,
                "little memory for this model"
            );
        }
        Ok(Some(band))
    }

    /// Frees the model in memory.
    pub(super) fn unload(&mut self) -> Result<()> {
        if let Some(loaded) = self.current.take() {
            tracing::info!(folder = %loaded.info.folder.display(), "model unloaded");
        }
        Ok(memory::clear_cache()?)
    }

    /// The text side of a model, without its weights, and how many tokens it reads.
    pub(super) fn text(&self, spec: &ModelSpec) -> Result<(Text, TextConfig)> {
        let config = ModelConfig::open(&spec.target)?;
        Ok((Text::open(&spec.target)?, config.text))
    }
}

/// Target and companion alone, for tests of what is done with them.
#[cfg(test)]
pub(crate) fn load_pair(
    spec: &ModelSpec,
    device: &Device,
    forms: (WeightForm, CompanionForm),
) -> Result<Rc<Pair>> {
    Ok(LoadPlan::new(spec)?
        .load(spec, device, forms, &|| false)?
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

    /// What it will take in memory, with a text of usual length.
    fn need(&self, device: &Device, form: WeightForm) -> MemoryNeed {
        let config = &self.config.text;
        let context = USUAL_CONTEXT.min(config.max_positions);
        let target = held_bytes(&self.target.1, form, device);
        let companion = self.companion.as_ref();
        let (bytes, drafts) = companion.map_or((0, 0), |(_, plan, config)| {
            let drafts = config.block_size.saturating_sub(1);
            (held_bytes(plan, form, device), drafts)
        });
        MemoryNeed::of(config, target, bytes, context, drafts)
    }

    fn load(
        self,
        spec: &ModelSpec,
        device: &Device,
        (form, companion_form): (WeightForm, CompanionForm),
        stop: &dyn Fn() -> bool,
    ) -> Result<Loaded> {
        let before = memory::active_memory()?;
        let need = self.need(device, form);
        let (checkpoint, plan) = self.target;
        let mut loader = Loader::new(&checkpoint, plan, form, device, stop);
        let target = Target::load(&mut loader, &self.config.text)?;
        drop(loader);
        let companion = self
            .companion
            .map(|(checkpoint, plan, config)| {
                let mut loader =
                    Loader::new(&checkpoint, plan, form, device, stop).packing(companion_form);
                Companion::load(&mut loader, &config)
            })
            .transpose()?;
        let target = Rc::new(target);
        let vocabulary = match &companion {
            Some(_) => self.text.likely_tokens(self.config.text.vocab_size),
            None => None,
        };
        let vocabulary = match vocabulary {
            Some(tokens) => DraftVocabulary::new(&target, &tokens)?,
            None => None,
        };
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
            memory: need,
            band: None,
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
            pair: Rc::new(Pair {
                target,
                companion,
                vocabulary,
            }),
            ends,
            none: HashSet::new(),
            calibrations: Default::default(),
            exact: OnceCell::new(),
            info,
        })
    }
}
