//! The engine's handle: starts the worker, sends it requests, hands out what comes back.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use tokio::sync::{mpsc, oneshot, watch};

use crate::{
    EngineError, Result,
    event::{Completion, Event, Speculation},
    request::{ModelSpec, Request},
    worker::{self, Command, Job},
};

pub use crate::model::loader::{CompanionForm, WeightForm};
pub use crate::worker::{
    BenchReport, BenchRequest, BenchRun, DeviceChoice, EngineOptions, MemoryReport, ModelInfo,
    ReferenceRequest, RenderedPrompt, VocabularyRun,
};

/// A running engine. Clones share it. When the last one is dropped, what it is doing is cancelled
/// and its thread waited for.
#[derive(Debug, Clone)]
pub struct Engine {
    worker: Arc<Worker>,
}

/// The worker's thread and the way to it.
#[derive(Debug)]
struct Worker {
    /// `None` once the engine is closing.
    commands: Option<mpsc::UnboundedSender<Command>>,
    closing: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        self.commands = None;
        // MLX's own end, when the process exits, must not meet a thread that still uses it.
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

impl Engine {
    /// Starts the thread that owns MLX.
    ///
    /// # Errors
    /// [`EngineError::Backend`] if MLX finds no device, [`EngineError::Io`] if the system refuses a
    /// thread.
    pub fn start(options: EngineOptions) -> Result<Self> {
        let (commands, inbox) = mpsc::unbounded_channel();
        let (ready, started) = std::sync::mpsc::channel();
        let closing = Arc::new(AtomicBool::new(false));
        let closing_too = Arc::clone(&closing);
        let thread = thread::Builder::new()
            .name("tandem-mlx".to_owned())
            .spawn(move || worker::run(options, inbox, &closing_too, &ready))
            .map_err(|error| EngineError::Backend(format!("no thread for the engine: {error}")))?;
        started.recv().map_err(|_| EngineError::WorkerGone)??;
        Ok(Self {
            worker: Arc::new(Worker {
                commands: Some(commands),
                closing,
                thread: Some(thread),
            }),
        })
    }

    /// Loads a model unless it is in memory already.
    ///
    /// # Errors
    /// Whatever is wrong with its files; [`EngineError::DoesNotFit`], before anything is loaded, if
    /// they take more memory than models may use.
    pub async fn load(&self, model: ModelSpec) -> Result<ModelInfo> {
        self.ask(|reply| Command::Load {
            model,
            anyway: false,
            reply,
        })
        .await
    }

    /// As [`load`](Self::load), also if the model does not fit in memory: what
    /// [`EngineError::DoesNotFit`] asks about. The answer holds for as long as the engine runs.
    ///
    /// # Errors
    /// Whatever is wrong with its files, or that MLX gets no memory.
    pub async fn load_anyway(&self, model: ModelSpec) -> Result<ModelInfo> {
        self.ask(|reply| Command::Load {
            model,
            anyway: true,
            reply,
        })
        .await
    }

    /// Frees the model in memory, with everything it holds.
    ///
    /// # Errors
    /// [`EngineError::WorkerGone`].
    pub async fn unload(&self) -> Result<()> {
        self.ask(|reply| Command::Unload { reply }).await
    }

    /// MLX's own memory counters.
    ///
    /// # Errors
    /// [`EngineError::WorkerGone`], [`EngineError::Backend`].
    pub async fn memory(&self) -> Result<MemoryReport> {
        self.ask(|reply| Command::Memory { reply }).await
    }

    /// Starts answering a request. It waits its turn if another one is being answered.
    pub fn generate(&self, request: Request) -> Generation {
        let (events, receiver) = mpsc::unbounded_channel();
        let (cancel, cancelled) = oneshot::channel();
        let (rounds, speculation) = watch::channel(Speculation::default());
        let job = Box::new(Job {
            request,
            events,
            rounds,
            cancelled,
        });
        // If the worker is gone the job is dropped with its sender, and `next` tells.
        let _ = self.send(Command::Generate(job));
        Generation {
            events: receiver,
            speculation,
            cancel: Some(cancel),
        }
    }

    /// The prompt of a request as the model would get it, without running anything.
    ///
    /// # Errors
    /// As [`generate`](Self::generate) would fail before the first token.
    pub async fn render(&self, request: Request) -> Result<RenderedPrompt> {
        self.ask(|reply| Command::Render {
            request: Box::new(request),
            reply,
        })
        .await
    }

    /// Measures decoding speed at several draft depths. `progress` hears of finished and of all
    /// steps, and stops the work by giving `false`.
    ///
    /// # Errors
    /// Whatever is wrong with the model's files or the request; [`EngineError::Cancelled`] if
    /// `progress` says so.
    pub async fn bench(
        &self,
        request: BenchRequest,
        progress: impl Fn(usize, usize) -> bool + Send + 'static,
    ) -> Result<BenchReport> {
        self.ask(|reply| Command::Bench {
            request,
            progress: Box::new(progress),
            reply,
        })
        .await
    }

    /// Recomputes the answers of a reference fixture.
    ///
    /// # Errors
    /// Whatever is wrong with the model's files or the fixture.
    pub async fn reference(&self, request: ReferenceRequest) -> Result<()> {
        self.ask(|reply| Command::Reference { request, reply })
            .await
    }

    fn send(&self, command: Command) -> Result<()> {
        self.worker
            .commands
            .as_ref()
            .and_then(|commands| commands.send(command).ok())
            .ok_or(EngineError::WorkerGone)
    }

    async fn ask<T>(
        &self,
        command: impl FnOnce(oneshot::Sender<Result<T>>) -> Command,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.send(command(reply))?;
        answer.await.map_err(|_| EngineError::WorkerGone)?
    }
}

/// An answer on its way. Dropping it cancels.
#[derive(Debug)]
pub struct Generation {
    events: mpsc::UnboundedReceiver<Event>,
    speculation: watch::Receiver<Speculation>,
    cancel: Option<oneshot::Sender<()>>,
}

impl Generation {
    /// The next event; `None` after [`Event::Finished`], or at once if the engine has stopped.
    pub async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }

    /// The counts of the rounds so far, for a display while the answer comes; the account at the end has the rest.
    pub fn speculation(&self) -> Speculation {
        self.speculation.borrow().clone()
    }

    /// Stops the answer at the next round or prompt chunk. What came so far is kept, and
    /// [`Event::Finished`] still follows.
    pub fn cancel(&mut self) {
        if let Some(cancel) = self.cancel.take() {
            let _ = cancel.send(());
        }
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// The request's own error, or [`EngineError::WorkerGone`].
    pub async fn completion(mut self) -> Result<Completion> {
        while let Some(event) = self.next().await {
            if let Event::Finished(completion) = event {
                return match completion.error {
                    Some(error) => Err(error),
                    None => Ok(*completion),
                };
            }
        }
        Err(EngineError::WorkerGone)
    }
}
