//! Downloads that survive kill, sleep, a changed network and a full disk.
//!
//! ```text
//! list the repository at a commit → count the files a model needs, and the room for them
//!   → for each file: lock → pieces by Range, several at once, recorded as they come → hash → name
//!   → the branch's ref last of all
//! ```

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, watch};

use super::error::{HubError, HubResult};
use super::library::Library;
use super::remote::HubClient;
use super::repo::RepoId;

mod job;
mod options;
mod overall;
mod partial;
pub(crate) mod plan;
mod progress;
mod ranges;
mod space;
mod transfer;

pub use options::{DownloadOptions, FreeSpace};
pub use overall::Overall;
pub use progress::{FileProgress, Phase, Progress};

use job::Job;
use overall::Batch;
use progress::Meter;
use space::Space;

/// What to download.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DownloadRequest {
    /// The repository.
    pub repo: RepoId,
    /// A branch, tag or commit.
    pub revision: String,
    /// What of it.
    pub part: Part,
}

/// What of a repository is downloaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// What a model needs.
    #[default]
    Model,
    /// What splitting off the companion of a full release needs: config, tokenizer, and of the shards those that
    /// hold some of it. Whole shards, since only of whole files the hub tells hashes.
    Companion,
}

impl DownloadRequest {
    /// The newest state of a repository.
    pub fn new(repo: RepoId) -> Self {
        Self {
            repo,
            revision: "main".to_owned(),
            part: Part::Model,
        }
    }
}

/// What the user wants of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Run,
    Pause,
    Cancel,
}

/// Starts downloads into a library's models root and keeps them to common limits.
#[derive(Debug, Clone)]
pub struct Downloader {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    client: HubClient,
    library: Library,
    options: Arc<DownloadOptions>,
    permits: Arc<Semaphore>,
    space: Space,
    running: Mutex<HashMap<DownloadRequest, Download>>,
    batch: Mutex<Batch>,
}

/// A download. Clones share it. When the downloader and every clone are dropped it stops; what has arrived is kept.
#[derive(Debug, Clone)]
pub struct Download {
    request: DownloadRequest,
    orders: watch::Sender<Order>,
    shown: watch::Receiver<Progress>,
    outcome: watch::Sender<Option<HubResult<PathBuf>>>,
}

impl Downloader {
    /// A downloader into the models root of `library`.
    pub fn new(client: HubClient, library: Library, options: DownloadOptions) -> Self {
        Self {
            inner: Arc::new(Inner {
                client,
                library,
                permits: Arc::new(Semaphore::new(options.connections.max(1))),
                options: Arc::new(options),
                space: Space::default(),
                running: Mutex::new(HashMap::new()),
                batch: Mutex::default(),
            }),
        }
    }

    /// Starts a download, or gives the one that is running. Must be called within a tokio runtime.
    pub fn start(&self, request: DownloadRequest) -> Download {
        let mut running = self.not_over();
        if let Some(download) = running.get(&request) {
            download.resume();
            return download.clone();
        }
        let meter = Arc::new(Meter::new());
        let (orders, order) = watch::channel(Order::Run);
        let (show, shown) = watch::channel(meter.show(std::time::Instant::now()));
        let outcome = watch::Sender::new(None);
        let job = Job {
            request: request.clone(),
            client: self.inner.client.clone(),
            options: Arc::clone(&self.inner.options),
            meter,
            library: self.inner.library.clone(),
            permits: Arc::clone(&self.inner.permits),
            space: self.inner.space.clone(),
            orders: order,
            shown: show,
            outcome: outcome.clone(),
        };
        tokio::spawn(Arc::new(job).run());
        let download = Download {
            request: request.clone(),
            orders,
            shown,
            outcome,
        };
        running.insert(request, download.clone());
        self.batch().add(download.clone());
        download
    }

    /// How far all downloads together are.
    pub fn overall(&self) -> Overall {
        self.batch().overall()
    }

    fn batch(&self) -> MutexGuard<'_, Batch> {
        self.inner
            .batch
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn not_over(&self) -> MutexGuard<'_, HashMap<DownloadRequest, Download>> {
        let running = self.inner.running.lock();
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        running.retain(|_, download| !download.is_over());
        running
    }

    /// The downloads that are not over: running, paused, or failed and waiting to be resumed.
    pub fn running(&self) -> Vec<Download> {
        self.not_over().values().cloned().collect()
    }

    /// Downloads that an earlier run of the program left unfinished; [`Downloader::start`] resumes them.
    ///
    /// # Errors
    /// [`HubError::Io`] if the ledger cannot be read.
    pub fn unfinished(&self) -> HubResult<Vec<DownloadRequest>> {
        let library = &self.inner.library;
        let fetched = library.ledger().read()?.fetched;
        Ok(fetched
            .into_iter()
            .filter(|fetched| !fetched.whole && fetched.root == library.models_root())
            .map(|fetched| DownloadRequest {
                repo: fetched.repo,
                revision: fetched.revision,
                part: fetched.part,
            })
            .collect())
    }
}

impl Download {
    /// What is being downloaded.
    pub fn request(&self) -> &DownloadRequest {
        &self.request
    }

    /// How far it is, as it goes on: about ten times a second.
    pub fn progress(&self) -> watch::Receiver<Progress> {
        self.shown.clone()
    }

    /// Stops until [`resume`](Self::resume); what has arrived is kept.
    pub fn pause(&self) {
        self.order(Order::Pause);
    }

    /// Goes on after a pause or a failure.
    pub fn resume(&self) {
        let failed = self.outcome.send_if_modified(|outcome| match outcome {
            Some(Err(error)) if !matches!(error, HubError::Cancelled) => {
                *outcome = None;
                true
            }
            _ => false,
        });
        self.orders.send_if_modified(|order| {
            let changed = *order == Order::Pause || (*order == Order::Run && failed);
            if changed {
                *order = Order::Run;
            }
            changed
        });
    }

    /// Stops for good and deletes what this download has brought.
    pub fn cancel(&self) {
        self.order(Order::Cancel);
    }

    /// The model's folder, once it is whole. After a failure this gives the error; the download can be resumed.
    ///
    /// # Errors
    /// What stopped it.
    pub async fn finished(&self) -> HubResult<PathBuf> {
        let mut outcome = self.outcome.subscribe();
        tokio::select! {
            biased;
            _ = outcome.wait_for(Option::is_some) => {}
            () = self.orders.closed() => {}
        }
        let ended = self.outcome.borrow().clone();
        ended.unwrap_or(Err(HubError::Cancelled))
    }

    /// Whether it is done or cancelled.
    fn is_over(&self) -> bool {
        match &*self.outcome.borrow() {
            Some(Ok(_) | Err(HubError::Cancelled)) => true,
            Some(Err(_)) | None => self.orders.is_closed(),
        }
    }

    fn order(&self, wanted: Order) {
        self.orders.send_if_modified(|order| {
            let changed = *order != wanted && *order != Order::Cancel;
            if changed {
                *order = wanted;
            }
            changed
        });
    }
}
