//! The one thread that owns MLX.
//!
//! Arrays may move between threads, but streams belong to theirs and nothing in MLX may be used by
//! two at once. So everything that touches MLX happens here, one command after the other; the rest
//! of the program sends commands and receives events.

mod answer;
mod bench;
mod calibration;
mod drafting;
mod fit;
mod generate;
mod models;
mod origins;
mod ranking;
mod reference;
mod sample_text;
mod stopwatch;
mod text;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use mlx_rs::memory;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};

use crate::{
    EngineError, Result,
    event::{Event, Speculation},
    home::Home,
    hub::MachineMemory,
    mlx::Device,
    model::loader::{CompanionForm, WeightForm},
    request::{ModelSpec, Request},
};

/// The target of the spans round the parts of an answer, for measuring instruments: `prefill`, from the first token of
/// the prompt to the choice of the answer's first one, and `round`. They hold no values and are of the level `trace`.
pub const INTERVALS: &str = "tandem_engine::interval";

pub use bench::{BenchReport, BenchRequest, BenchRun, VocabularyRun};
pub use models::ModelInfo;
use models::Models;
#[cfg(test)]
pub(crate) use models::load_pair;

/// Where to compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeviceChoice {
    /// The GPU where MLX has one, else the CPU.
    #[default]
    Best,
    /// The CPU.
    Cpu,
}

/// How an engine runs.
#[derive(Debug, Clone)]
pub struct EngineOptions {
    /// Where to compute.
    pub device: DeviceChoice,
    /// In which form to hold packed weights.
    pub weights: WeightForm,
    /// In which form to hold a companion that is stored in half precision.
    pub companion: CompanionForm,
    /// Where to keep what was found out about speed; without it that is forgotten at the end.
    pub home: Option<Home>,
    /// How long a model stays in memory without being used; `None` keeps it.
    pub idle_unload: Option<Duration>,
    /// Whether a model is loaded also if it does not fit in memory.
    pub load_anyway: bool,
    /// The memory to count with in place of this machine's own.
    pub memory: Option<MachineMemory>,
}

impl Default for EngineOptions {
    /// The best device, models unloaded after ten minutes: longer than most pauses in a conversation, and loading
    /// again takes seconds.
    fn default() -> Self {
        Self {
            device: DeviceChoice::Best,
            weights: WeightForm::Auto,
            companion: CompanionForm::Auto,
            home: None,
            idle_unload: Some(Duration::from_secs(600)),
            load_anyway: false,
            memory: None,
        }
    }
}

/// MLX's memory counters, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MemoryReport {
    /// Held by arrays.
    pub active: usize,
    /// Freed and kept for reuse.
    pub cached: usize,
    /// Most that was active since the last request or load began.
    pub peak: usize,
}

/// A prompt as the model gets it.
#[derive(Debug, Clone, Serialize)]
pub struct RenderedPrompt {
    /// The rendered text.
    pub prompt: String,
    /// Its tokens.
    pub tokens: Vec<u32>,
    /// What was degraded, one line each.
    pub warnings: Vec<String>,
    /// Longest text of the model, in tokens.
    #[serde(skip)]
    pub context: usize,
}

/// Recomputing a reference fixture.
#[derive(Debug, Clone)]
pub struct ReferenceRequest {
    /// Target and companion.
    pub model: ModelSpec,
    /// The fixture's answers.
    pub fixture: PathBuf,
    /// Where to write our own.
    pub out: PathBuf,
}

/// An answer to produce.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) request: Request,
    pub(crate) events: mpsc::UnboundedSender<Event>,
    /// The counts after each round.
    pub(crate) rounds: watch::Sender<Speculation>,
    /// Resolves, or loses its sender, when the answer is no longer wanted.
    pub(crate) cancelled: oneshot::Receiver<()>,
}

impl Job {
    /// Whether nobody waits for the answer any more.
    pub(crate) fn is_cancelled(&mut self) -> bool {
        !matches!(
            self.cancelled.try_recv(),
            Err(oneshot::error::TryRecvError::Empty)
        )
    }
}

type Reply<T> = oneshot::Sender<Result<T>>;

/// What the worker can be told.
pub(crate) enum Command {
    Load {
        model: ModelSpec,
        /// Also if it does not fit in memory, now and whenever it is needed again.
        anyway: bool,
        reply: Reply<ModelInfo>,
    },
    Unload {
        reply: Reply<()>,
    },
    Memory {
        reply: Reply<MemoryReport>,
    },
    Render {
        request: Box<Request>,
        reply: Reply<RenderedPrompt>,
    },
    Generate(Box<Job>),
    Bench {
        request: BenchRequest,
        progress: Box<dyn Fn(usize, usize) -> bool + Send>,
        reply: Reply<BenchReport>,
    },
    Reference {
        request: ReferenceRequest,
        reply: Reply<()>,
    },
}

/// Most memory that MLX keeps for reuse, in bytes. Without a limit every chunk of a long prompt
/// leaves buffers of its own size behind.
const CACHE_LIMIT: usize = 512 << 20;

/// The worker's life: until the last [`Engine`](crate::Engine) is gone.
pub(crate) fn run(
    options: EngineOptions,
    mut inbox: mpsc::UnboundedReceiver<Command>,
    closing: &AtomicBool,
    ready: &std::sync::mpsc::Sender<Result<()>>,
) {
    let device = match start(options.device) {
        Ok(device) => device,
        Err(error) => {
            let _ = ready.send(Err(error));
            return;
        }
    };
    tracing::info!(device = device.name(), "engine started");
    let _ = ready.send(Ok(()));
    device.scope(|| {
        let mut models = Models::new(&device, &options, closing);
        let mut used = Instant::now();
        loop {
            let limit = options.idle_unload.filter(|_| !models.is_empty());
            match next(&mut inbox, limit.map(|limit| used + limit)) {
                Next::Command(command) => {
                    // Looking at the memory is no use of a model.
                    let uses = !matches!(command, Command::Memory { .. });
                    serve(&mut models, command);
                    if uses {
                        used = Instant::now();
                    }
                }
                Next::Idle => {
                    tracing::info!("model idle");
                    if let Err(error) = guarded(|| models.unload()) {
                        tracing::warn!(%error, "idle model not unloaded");
                    }
                }
                Next::Closed => break,
            }
        }
    });
    tracing::info!("engine stopped");
}

/// What the worker is to do next.
enum Next {
    Command(Command),
    /// Nothing came until the model had idled long enough.
    Idle,
    /// The last engine is gone.
    Closed,
}

/// Waits for a command, at most until `idle`.
fn next(inbox: &mut mpsc::UnboundedReceiver<Command>, idle: Option<Instant>) -> Next {
    let told = |command: Option<Command>| command.map_or(Next::Closed, Next::Command);
    let runtime = idle.and_then(|idle| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        // Without a timer the model stays, which loses nothing.
        Some((idle, runtime.ok()?))
    });
    let Some((idle, runtime)) = runtime else {
        return told(inbox.blocking_recv());
    };
    runtime.block_on(async {
        match tokio::time::timeout_at(idle.into(), inbox.recv()).await {
            Ok(command) => told(command),
            Err(_) => Next::Idle,
        }
    })
}

fn start(choice: DeviceChoice) -> Result<Device> {
    let device = match choice {
        DeviceChoice::Best => Device::best()?,
        DeviceChoice::Cpu => Device::cpu()?,
    };
    memory::set_cache_limit(CACHE_LIMIT)?;
    Ok(device)
}

fn serve(models: &mut Models<'_>, command: Command) {
    match command {
        Command::Load {
            model,
            anyway,
            reply,
        } => {
            answer(reply, || {
                memory::reset_peak_memory()?;
                if anyway {
                    models.allow(&model);
                }
                models.load(&model).map(|loaded| loaded.info())
            });
        }
        Command::Unload { reply } => answer(reply, || models.unload()),
        Command::Memory { reply } => answer(reply, memory_report),
        Command::Render { request, reply } => {
            answer(reply, || generate::render(models, &request));
        }
        Command::Generate(job) => generate::serve(models, *job),
        Command::Bench {
            request,
            progress,
            reply,
        } => answer(reply, || bench::run(models, &request, &*progress)),
        Command::Reference { request, reply } => {
            answer(reply, || reference::run(models, &request));
        }
    }
}

fn answer<T>(reply: Reply<T>, work: impl FnOnce() -> Result<T>) {
    // Who asked may have gone; then nobody needs the answer.
    let _ = reply.send(guarded(work));
}

/// Runs `work` so that a panic in it becomes an error and the worker lives on.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(EngineError::Backend(
            "an internal error ended this request; the log has the place".to_owned(),
        ))
    })
}

fn memory_report() -> Result<MemoryReport> {
    Ok(MemoryReport {
        active: memory::active_memory()?,
        cached: memory::cache_memory()?,
        peak: memory::peak_memory()?,
    })
}
