//! The engine.

use std::{path::Path, sync::Arc, time::Duration};

use tandem_engine::{
    DeviceChoice, Engine, EngineOptions, MemoryReport, ModelInfo, Request, home::Home,
    hub::MachineMemory,
};

use crate::{
    bench::{BenchAccount, BenchWish},
    chats::Chats,
    failure::{Failure, Outcome},
    generation::{self, GenerationHandle},
    listeners::{AnswerListener, ProgressListener},
    meter,
    model_records::{FitBand, MemoryEstimate},
    models::Models,
    request::{AnswerRequest, ModelFolders, shown},
    runtime,
    title::{self, TitleHandle, TitleSubject},
};

/// How an engine runs.
#[derive(Debug, Clone, PartialEq, Eq, Default, uniffi::Record)]
pub struct EngineSettings {
    /// The folder for everything but models; `None` finds it as the command line does.
    pub home: Option<String>,
    /// The models' root; `None` finds it as the command line does.
    pub models_folder: Option<String>,
    /// Compute on the CPU also where there is a GPU.
    pub cpu: bool,
    /// Seconds that an unused model stays in memory; `None` keeps it.
    pub idle_unload_seconds: Option<u64>,
    /// Bytes of memory to count with in place of this machine's own.
    pub memory: Option<u64>,
    /// The address of another hub, such as a mirror; `None` is what the environment says.
    pub hub: Option<String>,
}

/// A model in memory.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct LoadedModel {
    /// The target's folder.
    pub folder: String,
    /// `model_type` of its config.
    pub architecture: String,
    /// Decoder layers.
    pub layers: u64,
    /// Longest text, in tokens.
    pub context: u64,
    /// Whether a companion drafts.
    pub companion: bool,
    /// `gpu` or `cpu`.
    pub device: String,
    /// Bytes that MLX holds for the weights.
    pub weight_bytes: u64,
    /// What it needs in all, as counted before loading.
    pub memory: MemoryEstimate,
    /// How well that fits, where the machine's memory is known.
    pub band: Option<FitBand>,
}

/// How much a prompt takes up, in tokens.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct PromptSize {
    /// The prompt's.
    pub tokens: u64,
    /// Most that the model reads.
    pub context: u64,
    /// What was degraded, one line each.
    pub warnings: Vec<String>,
}

/// MLX's memory counters, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct MemoryCounters {
    /// Held by arrays.
    pub active: u64,
    /// Freed and kept for reuse.
    pub cached: u64,
    /// Most that was active since the last request or load began.
    pub peak: u64,
}

/// A running engine. Letting go of it cancels what it does and waits for its thread.
#[derive(Debug, uniffi::Object)]
pub struct BridgeEngine {
    engine: Engine,
    home: Home,
    settings: EngineSettings,
}

#[uniffi::export]
impl BridgeEngine {
    /// Starts an engine.
    ///
    /// # Errors
    /// `Backend` if MLX finds no device, `NotFound` if there is no home folder.
    #[uniffi::constructor]
    pub async fn open(settings: EngineSettings) -> Outcome<Arc<Self>> {
        runtime::run_blocking(move || {
            let home = match &settings.home {
                Some(folder) => Home::at(Path::new(folder)),
                None => Home::find(),
            }?;
            let engine = Engine::start(EngineOptions {
                device: if settings.cpu {
                    DeviceChoice::Cpu
                } else {
                    DeviceChoice::Best
                },
                home: Some(home.clone()),
                idle_unload: settings.idle_unload_seconds.map(Duration::from_secs),
                memory: settings.memory.map(|total| MachineMemory {
                    total,
                    working_set: None,
                }),
                ..EngineOptions::default()
            })?;
            Ok::<_, tandem_engine::EngineError>(Arc::new(Self {
                engine,
                home,
                settings,
            }))
        })
        .await
    }

    /// Loads a model unless it is in memory; `anyway` also if it does not fit.
    ///
    /// # Errors
    /// Whatever is wrong with its files; `DoesNotFit`.
    pub async fn load(&self, model: ModelFolders, anyway: bool) -> Outcome<LoadedModel> {
        let engine = self.engine.clone();
        runtime::run(async move {
            let loaded = if anyway {
                engine.load_anyway(model.into()).await
            } else {
                engine.load(model.into()).await
            }?;
            let memory = engine.memory().await?;
            meter::loaded(loaded.context as u64, memory.active as u64);
            Ok::<_, tandem_engine::EngineError>(loaded.into())
        })
        .await
    }

    /// Frees the model in memory.
    ///
    /// # Errors
    /// `Stopped`.
    pub async fn unload(&self) -> Outcome<()> {
        let engine = self.engine.clone();
        runtime::run(async move {
            engine.unload().await?;
            meter::unloaded();
            Ok::<_, tandem_engine::EngineError>(())
        })
        .await
    }

    /// MLX's own memory counters.
    ///
    /// # Errors
    /// `Stopped`, `Backend`.
    pub async fn memory(&self) -> Outcome<MemoryCounters> {
        let engine = self.engine.clone();
        runtime::run(async move { engine.memory().await.map(MemoryCounters::from) }).await
    }

    /// Starts an answer. It waits its turn if another one is being given.
    ///
    /// # Errors
    /// `InvalidRequest` if the request is not in the form it must have; everything else comes with the end.
    pub fn generate(
        &self,
        request: AnswerRequest,
        listener: Arc<dyn AnswerListener>,
    ) -> Outcome<Arc<GenerationHandle>> {
        let request = Request::try_from(request)?;
        generation::start(self.engine.generate(request), listener)
    }

    /// Asks the model for a title of a conversation, of what [`Chats::untitled`] gave.
    ///
    /// # Errors
    /// `Backend` if no thread can be had.
    pub fn title(&self, model: ModelFolders, subject: TitleSubject) -> Outcome<Arc<TitleHandle>> {
        let request = tandem_engine::title::request(model.into(), &subject.into());
        title::start(self.engine.generate(request))
    }

    /// How much a request's prompt takes up. Weights are not loaded for it.
    ///
    /// # Errors
    /// As an answer would fail before its first token, but not for a prompt that is too long.
    pub async fn measure(&self, request: AnswerRequest) -> Outcome<PromptSize> {
        let engine = self.engine.clone();
        runtime::run(async move {
            let prompt = engine.render(request.try_into()?).await?;
            Ok::<_, Failure>(PromptSize {
                tokens: prompt.tokens.len() as u64,
                context: prompt.context as u64,
                warnings: prompt.warnings,
            })
        })
        .await
    }

    /// Measures decoding speed at several draft depths. A listener that does not want to go on is heard after the run
    /// that goes on.
    ///
    /// # Errors
    /// Whatever is wrong with the model's files or the request; `Cancelled`.
    pub async fn bench(
        &self,
        wish: BenchWish,
        listener: Arc<dyn ProgressListener>,
    ) -> Outcome<BenchAccount> {
        let engine = self.engine.clone();
        runtime::run(async move {
            let progress =
                move |done: usize, total: usize| listener.on_progress(done as u64, total as u64);
            engine
                .bench(wish.into(), progress)
                .await
                .map(BenchAccount::from)
        })
        .await
    }

    /// The models on this machine and on the hub.
    pub fn models(&self) -> Arc<Models> {
        let folder = self.settings.models_folder.as_deref().map(Path::new);
        let memory = match self.settings.memory {
            Some(total) => Some(MachineMemory {
                total,
                working_set: None,
            }),
            None => MachineMemory::of_this_machine(!self.settings.cpu),
        };
        Models::open(self.home.clone(), folder, memory, self.settings.hub.clone())
    }

    /// The kept conversations.
    ///
    /// # Errors
    /// `Chats` if the file cannot be opened at all; see [`Chats::condition`] for one that is damaged.
    pub async fn chats(&self) -> Outcome<Arc<Chats>> {
        Chats::open(self.home.clone()).await
    }
}

impl From<ModelInfo> for LoadedModel {
    fn from(model: ModelInfo) -> Self {
        Self {
            folder: shown(model.folder),
            architecture: model.architecture,
            layers: model.layers as u64,
            context: model.context as u64,
            companion: model.companion,
            device: model.device.to_owned(),
            weight_bytes: model.weight_bytes as u64,
            memory: model.memory.into(),
            band: model.band.map(FitBand::from),
        }
    }
}

impl From<MemoryReport> for MemoryCounters {
    fn from(memory: MemoryReport) -> Self {
        Self {
            active: memory.active as u64,
            cached: memory.cached as u64,
            peak: memory.peak as u64,
        }
    }
}
