//! One repository: listed, counted, fetched file by file, recorded.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

use super::options::DownloadOptions;
use super::plan::{INDEX, Needed};
use super::progress::{Meter, Phase, Progress};
use super::space::Space;
use super::transfer::Transfer;
use super::{DownloadRequest, Order, Part};
use crate::hub::cache::RepoFolder;
use crate::hub::error::{HubError, HubResult};
use crate::hub::library::{Fetched, Library, ended_early, off_thread};
use crate::hub::remote::{HubClient, RepoInfo};
use crate::hub::repo::RepoFile;

/// How often progress is shown.
const SHOW_EVERY: Duration = Duration::from_millis(100);
/// Files at once; their connections are limited for all downloads together.
const FILES_AT_ONCE: usize = 4;
/// How often a repository is listed anew because it changed while it was being fetched.
const RELISTINGS: usize = 2;

/// A download that runs.
pub(super) struct Job {
    pub(super) request: DownloadRequest,
    pub(super) client: HubClient,
    pub(super) options: Arc<DownloadOptions>,
    pub(super) meter: Arc<Meter>,
    pub(super) library: Library,
    pub(super) permits: Arc<Semaphore>,
    pub(super) space: Space,
    pub(super) orders: watch::Receiver<Order>,
    pub(super) shown: watch::Sender<Progress>,
    pub(super) outcome: watch::Sender<Option<HubResult<PathBuf>>>,
}

/// A snapshot that this job has begun.
struct Begun {
    commit: String,
    /// Whether nothing of it was here before, so that cancelling may delete it.
    ours: bool,
}

impl Job {
    /// Runs until the download is done or cancelled, or nobody holds its handle any more.
    pub(super) async fn run(self: Arc<Self>) {
        let begun = Mutex::new(None);
        let mut orders = self.orders.clone();
        loop {
            // Whatever is ordered from here on is seen below, however early it comes.
            let order = *orders.borrow_and_update();
            match order {
                Order::Run => {}
                Order::Pause => {
                    self.show(Phase::Paused);
                    if orders.changed().await.is_err() {
                        return;
                    }
                    continue;
                }
                Order::Cancel => {
                    self.clean_up(&begun).await;
                    self.end(Phase::Cancelled, Err(HubError::Cancelled));
                    return;
                }
            }
            match self.attempt_shown(&begun).await {
                Ok(folder) => {
                    self.end(Phase::Done(folder.clone()), Ok(folder));
                    return;
                }
                Err(HubError::Cancelled) => {
                    if orders.has_changed().is_err() {
                        return;
                    }
                }
                Err(error) => {
                    tracing::warn!(repo = %self.request.repo, %error, "download failed");
                    self.end(Phase::Failed(error.to_string()), Err(error));
                    if orders.changed().await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    async fn attempt_shown(self: &Arc<Self>, begun: &Mutex<Option<Begun>>) -> HubResult<PathBuf> {
        let mut clock = tokio::time::interval(SHOW_EVERY);
        let attempt = self.attempt(begun);
        tokio::pin!(attempt);
        loop {
            tokio::select! {
                result = &mut attempt => return result,
                _ = clock.tick() => {
                    self.shown.send_replace(self.meter.show(Instant::now()));
                }
            }
        }
    }

    async fn attempt(self: &Arc<Self>, begun: &Mutex<Option<Begun>>) -> HubResult<PathBuf> {
        self.meter.enter(Phase::Listing);
        let mut info = self.listed().await?;
        for _ in 0..RELISTINGS {
            let error = match self.fetch(&info, begun).await {
                Err(
                    error @ (HubError::NoFile { .. }
                    | HubError::BadAnswer { .. }
                    | HubError::Corrupt { .. }),
                ) => error,
                result => return result,
            };
            // Someone may have replaced the commit meanwhile.
            let newer = self.listed().await?;
            if newer == info {
                return Err(error);
            }
            tracing::info!(repo = %self.request.repo, old = info.commit, new = newer.commit, "the repository changed");
            self.clean_up(begun).await;
            info = newer;
        }
        self.fetch(&info, begun).await
    }

    /// What the hub has, asked again as long as it may yet answer.
    async fn listed(&self) -> HubResult<RepoInfo> {
        let mut attempt = 0;
        loop {
            let asked = self.client.info(&self.request.repo, &self.request.revision);
            match self.or_halted(asked).await {
                Err(error) if error.is_transient() && attempt < self.options.attempts => {
                    attempt += 1;
                    self.meter.retrying(&error);
                    self.rest(self.options.pause(attempt, &error)).await?;
                }
                result => return result,
            }
        }
    }

    async fn fetch(
        self: &Arc<Self>,
        info: &RepoInfo,
        begun: &Mutex<Option<Begun>>,
    ) -> HubResult<PathBuf> {
        let mut needed = Needed::of(&info.files);
        if needed.weights.is_empty() {
            return Err(HubError::NoModel {
                repo: self.request.repo.to_string(),
            });
        }
        let root = self.library.writable_root()?.to_owned();
        let folder = RepoFolder::new(&root, &self.request.repo);
        let snapshot = folder.snapshot(&info.commit);
        self.count(&folder, &info.commit, &needed);
        let all_there = needed.all().all(|file| folder.has(&info.commit, file));
        if !all_there {
            let _reserved = self.space.reserve(&root, &self.meter, &self.options)?;
            self.begin(info, &needed, begun)?;
            self.meter.enter(Phase::Downloading(None));
            let result = async {
                self.files(&folder, &info.commit, &needed.beside).await?;
                if let Ok(index) = fs::read(snapshot.join(INDEX)) {
                    needed.narrow(&index, self.request.part);
                    self.count(&folder, &info.commit, &needed);
                }
                self.files(&folder, &info.commit, &needed.weights).await
            };
            result.await.map_err(|error| self.with_numbers(error))?;
        }
        // A ref to a part would tell other programs that a whole model is there.
        if self.request.part == Part::Model {
            folder.write_ref(&self.request.revision, &info.commit)?;
        }
        let ours = begun
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .is_some_and(|begun| begun.ours);
        if !all_there && (ours || self.request.part == Part::Model) {
            self.record(info, needed.all().cloned().collect(), true)?;
        }
        Ok(snapshot)
    }

    /// Counts the files and what is there of them.
    fn count(&self, folder: &RepoFolder, commit: &str, needed: &Needed) {
        self.meter.set_files(needed.all());
        for file in needed.all() {
            if folder.has(commit, file) || folder.has_blob(file) {
                self.meter.set(&file.path, file.size);
            } else if let Ok(partial) = super::partial::arrived(folder, file) {
                self.meter.set(&file.path, partial);
            }
        }
    }

    /// Fetches files, several at once. An error lets those that are running go on to their end and starts no more.
    async fn files(
        self: &Arc<Self>,
        folder: &RepoFolder,
        commit: &str,
        files: &[RepoFile],
    ) -> HubResult<()> {
        let queue: Arc<Mutex<VecDeque<RepoFile>>> =
            Arc::new(Mutex::new(files.iter().cloned().collect()));
        let mut running = JoinSet::new();
        for _ in 0..FILES_AT_ONCE.min(files.len()) {
            let (job, folder, commit, queue) = (
                Arc::clone(self),
                folder.clone(),
                commit.to_owned(),
                Arc::clone(&queue),
            );
            running.spawn(async move {
                loop {
                    let Some(file) = queue
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .pop_front()
                    else {
                        return Ok(());
                    };
                    Transfer::new(&job, &folder, &commit, &file).run().await?;
                }
            });
        }
        let mut result = Ok(());
        while let Some(ended) = running.join_next().await {
            let ended = ended.unwrap_or_else(|error| Err(ended_early(&error)));
            if ended.is_err() {
                queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
                result = result.and(ended);
            }
        }
        result
    }

    /// Remembers that this snapshot is being fetched.
    fn begin(
        &self,
        info: &RepoInfo,
        needed: &Needed,
        begun: &Mutex<Option<Begun>>,
    ) -> HubResult<()> {
        let root = self.library.models_root();
        let known = self
            .library
            .ledger()
            .read()?
            .fetched
            .into_iter()
            .find(|fetched| fetched.is(root, &info.repo, &info.commit));
        let ours = match &known {
            // A model takes over what was fetched for its companion alone, not the other way round.
            Some(fetched) if fetched.part != self.request.part => self.request.part == Part::Model,
            Some(fetched) => !fetched.whole,
            None => !RepoFolder::new(root, &info.repo)
                .snapshot(&info.commit)
                .exists(),
        };
        // Repairing what was whole must not make it count as half a download, nor what others keep as ours.
        if ours {
            self.record(info, needed.all().cloned().collect(), false)?;
        }
        let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun
            .as_ref()
            .is_none_or(|begun| begun.commit != info.commit)
        {
            *begun = Some(Begun {
                commit: info.commit.clone(),
                ours,
            });
        }
        Ok(())
    }

    fn record(&self, info: &RepoInfo, files: Vec<RepoFile>, whole: bool) -> HubResult<()> {
        let root = self.library.models_root();
        self.library.ledger().update(|ledger| {
            ledger
                .fetched
                .retain(|fetched| !fetched.is(root, &info.repo, &info.commit));
            ledger.fetched.push(Fetched {
                root: root.to_owned(),
                repo: info.repo.clone(),
                revision: self.request.revision.clone(),
                commit: info.commit.clone(),
                files,
                whole,
                part: self.request.part,
            });
        })
    }

    /// Deletes what this download has brought, if nothing of it was here before.
    async fn clean_up(&self, begun: &Mutex<Option<Begun>>) {
        let Some(begun) = begun.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        if !begun.ours {
            return;
        }
        let (library, repo) = (self.library.clone(), self.request.repo.clone());
        let deleted = off_thread(move || library.delete_snapshot(&repo, &begun.commit)).await;
        if let Err(error) = deleted {
            tracing::warn!(repo = %self.request.repo, %error, "what had arrived is not deleted");
        }
    }

    /// A full disk with its numbers.
    fn with_numbers(&self, error: HubError) -> HubError {
        match error {
            HubError::NoSpace { path, free, .. } => HubError::NoSpace {
                free: free.or_else(|| (self.options.free_space)(&path)),
                needed: self.meter.remaining(),
                path,
            },
            other => other,
        }
    }

    fn show(&self, phase: Phase) {
        self.meter.enter(phase);
        self.shown.send_replace(self.meter.show(Instant::now()));
    }

    fn end(&self, phase: Phase, outcome: HubResult<PathBuf>) {
        self.show(phase);
        self.outcome.send_replace(Some(outcome));
    }

    /// Whether the download is to stop now.
    pub(super) fn is_halted(&self) -> bool {
        *self.orders.borrow() != Order::Run || self.orders.has_changed().is_err()
    }

    /// Does something unless the download is to stop.
    pub(super) async fn or_halted<T>(
        &self,
        work: impl Future<Output = HubResult<T>>,
    ) -> HubResult<T> {
        let mut orders = self.orders.clone();
        tokio::select! {
            biased;
            _ = orders.wait_for(|order| *order != Order::Run) => Err(HubError::Cancelled),
            result = work => result,
        }
    }

    /// Rests, unless the download is to stop.
    pub(super) async fn rest(&self, pause: Duration) -> HubResult<()> {
        self.or_halted(async {
            tokio::time::sleep(pause).await;
            Ok(())
        })
        .await
    }

    /// The right to one connection.
    pub(super) async fn permit(&self) -> HubResult<OwnedSemaphorePermit> {
        let permits = Arc::clone(&self.permits);
        self.or_halted(async {
            permits
                .acquire_owned()
                .await
                .map_err(|_| HubError::Cancelled)
        })
        .await
    }
}
