//! One file: fetched in pieces, checked, named.

use std::collections::VecDeque;
use std::fs;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::header::CONTENT_RANGE;
use reqwest::{Response, StatusCode, Url};
use tokio::task::JoinSet;

use super::job::Job;
use super::partial::Partial;
use crate::hub::cache::lock::{Attempt, Held, attempt};
use crate::hub::cache::{RepoFolder, disk};
use crate::hub::error::{HubError, HubResult};
use crate::hub::hash;
use crate::hub::library::{ended_early, off_thread};
use crate::hub::remote::client::{About, Answer, host, network};
use crate::hub::repo::RepoFile;

/// How long to wait before asking again whether another program is done with a file.
const LOCK_PAUSE: Duration = Duration::from_millis(200);
/// Bytes gathered before they are written; fewer if records are to be closer.
const GATHER: usize = 256 << 10;

/// The transfer of one file.
pub(super) struct Transfer {
    job: Arc<Job>,
    folder: RepoFolder,
    commit: String,
    file: RepoFile,
    /// Where the hub last sent us, good until it expires.
    direct: Mutex<Option<Url>>,
}

/// How a request for a piece ended.
enum Ended {
    /// The piece is there.
    Whole,
    /// The server sends the file from its beginning, whatever is asked.
    IgnoresRange,
}

impl Transfer {
    pub(super) fn new(
        job: &Arc<Job>,
        folder: &RepoFolder,
        commit: &str,
        file: &RepoFile,
    ) -> Arc<Self> {
        Arc::new(Self {
            job: Arc::clone(job),
            folder: folder.clone(),
            commit: commit.to_owned(),
            file: file.clone(),
            direct: Mutex::new(None),
        })
    }

    /// Fetches the file unless it is there, and gives it its name in the commit's folder.
    pub(super) async fn run(self: &Arc<Self>) -> HubResult<()> {
        if !self.folder.has(&self.commit, &self.file) {
            self.blob().await?;
            let this = Arc::clone(self);
            off_thread(move || this.folder.link(&this.commit, &this.file)).await?;
        }
        self.job.meter.set(&self.file.path, self.file.size);
        Ok(())
    }

    /// Brings the blob, or waits until another program has brought it.
    async fn blob(self: &Arc<Self>) -> HubResult<()> {
        let Some(_held) = self.lock().await? else {
            return Ok(());
        };
        for _ in 0..=self.job.options.refetches {
            let partial = Partial::open(&self.folder, &self.file)?;
            self.job.meter.set(&self.file.path, partial.total());
            self.arrive(&partial).await?;
            drop(partial);
            if self.is_good().await? {
                return self.name();
            }
            tracing::warn!(file = self.file.path, "arrived damaged");
            self.job.meter.retrying(&HubError::Corrupt {
                file: self.file.path.clone(),
            });
            self.folder_clear()?;
        }
        Err(HubError::Corrupt {
            file: self.file.path.clone(),
        })
    }

    /// The right to write the blob; `None` if it is there.
    async fn lock(&self) -> HubResult<Option<Held>> {
        let path = self.folder.lock(&self.file.hash);
        loop {
            let attempt = attempt(&path)?;
            if self.folder.has_blob(&self.file) {
                // A kill right after the blob got its name leaves what belonged to its way there.
                if let Attempt::Held(_held) = &attempt {
                    self.remove_record()?;
                }
                return Ok(None);
            }
            match attempt {
                Attempt::Held(held) => return Ok(Some(held)),
                Attempt::Taken => {
                    self.job.meter.enter(super::Phase::Downloading(Some(format!(
                        "{} is being downloaded by another program; waiting for it",
                        self.file.path
                    ))));
                    self.job.rest(LOCK_PAUSE).await?;
                }
            }
        }
    }

    /// Fetches everything that is missing.
    async fn arrive(self: &Arc<Self>, partial: &Partial) -> HubResult<()> {
        let options = &self.job.options;
        let pieces = partial.missing(self.file.size, options.piece);
        if pieces.is_empty() {
            return Ok(());
        }
        let workers = pieces.len().min(options.connections_per_file.max(1));
        let queue = Arc::new(Mutex::new(VecDeque::from(pieces)));
        let mut running = JoinSet::new();
        for _ in 0..workers {
            let (this, queue, partial) = (Arc::clone(self), Arc::clone(&queue), partial.clone());
            running.spawn(async move { this.work(&queue, &partial).await });
        }
        let mut result = Ok(Ended::Whole);
        while let Some(ended) = running.join_next().await {
            let ended = ended.unwrap_or_else(|error| Err(ended_early(&error)));
            if !matches!(ended, Ok(Ended::Whole)) {
                // The others finish the piece they have, so that it counts, and take no more.
                queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
                if result.is_ok() {
                    result = ended;
                }
            }
        }
        match result? {
            Ended::Whole => Ok(()),
            Ended::IgnoresRange => self.arrive_at_once(partial).await,
        }
    }

    /// Takes pieces from the queue until it is empty.
    async fn work(
        &self,
        queue: &Mutex<VecDeque<Range<u64>>>,
        partial: &Partial,
    ) -> HubResult<Ended> {
        loop {
            let Some(piece) = queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front()
            else {
                return Ok(Ended::Whole);
            };
            let mut at = piece.start;
            let mut attempts = Attempts::new(partial);
            loop {
                match self.piece(&mut at, piece.end, partial).await {
                    Ok(Ended::Whole) => break,
                    Ok(Ended::IgnoresRange) => return Ok(Ended::IgnoresRange),
                    Err(error) => self.again(&mut attempts, error, partial).await?,
                }
            }
        }
    }

    /// Fetches the whole file by one request, from its beginning each time.
    async fn arrive_at_once(&self, partial: &Partial) -> HubResult<()> {
        let mut attempts = Attempts::new(partial);
        while let Err(error) = self.at_once(partial).await {
            self.again(&mut attempts, error, partial).await?;
        }
        Ok(())
    }

    /// Rests after an error and then gives leave to try again, as long as new bytes keep coming; otherwise gives the
    /// error back.
    async fn again(
        &self,
        attempts: &mut Attempts,
        error: HubError,
        partial: &Partial,
    ) -> HubResult<()> {
        if !error.is_transient() {
            return Err(error);
        }
        // Bytes of other pieces count too: the server is alive.
        let now = partial.total();
        attempts.idle = if now > attempts.before {
            1
        } else {
            attempts.idle + 1
        };
        attempts.before = now;
        if attempts.idle > self.job.options.attempts {
            return Err(error);
        }
        tracing::debug!(file = self.file.path, idle = attempts.idle, %error, "trying again");
        self.job.meter.retrying(&error);
        self.job
            .rest(self.job.options.pause(attempts.idle, &error))
            .await
    }

    /// One request for the bytes from `at` to `end`; moves `at` on as they come.
    async fn piece(&self, at: &mut u64, end: u64, partial: &Partial) -> HubResult<Ended> {
        if *at >= end {
            return Ok(Ended::Whole);
        }
        let _permit = self.job.permit().await?;
        let Answer { response, url } = self.open(Some((*at, end))).await?;
        let bad = |reason: &str| HubError::BadAnswer {
            host: host(&url),
            reason: reason.to_owned(),
        };
        match response.status() {
            StatusCode::PARTIAL_CONTENT => {
                let told = response
                    .headers()
                    .get(CONTENT_RANGE)
                    .and_then(|value| value.to_str().ok());
                let Some((start, total)) = told.and_then(content_range) else {
                    return Err(bad("it does not say which bytes it sends"));
                };
                if start != *at {
                    return Err(bad("it sends other bytes than asked for"));
                }
                if total.is_some_and(|total| total != self.file.size) {
                    return Err(bad("the file has another length by now"));
                }
            }
            // The whole file is what was asked for, or all that the server can do.
            _ if *at == 0 && end == self.file.size => self.check_length(&response, &url)?,
            _ => return Ok(Ended::IgnoresRange),
        }
        self.receive(response, &url, at, end, partial).await?;
        Ok(Ended::Whole)
    }

    /// One request for the whole file.
    async fn at_once(&self, partial: &Partial) -> HubResult<()> {
        let _permit = self.job.permit().await?;
        let Answer { response, url } = self.open(None).await?;
        self.check_length(&response, &url)?;
        let mut at = 0;
        self.receive(response, &url, &mut at, self.file.size, partial)
            .await
    }

    fn check_length(&self, response: &Response, url: &Url) -> HubResult<()> {
        match response.content_length() {
            Some(length) if length != self.file.size => Err(HubError::BadAnswer {
                host: host(url),
                reason: format!("it sends {length} bytes, the file has {}", self.file.size),
            }),
            _ => Ok(()),
        }
    }

    /// Sends a request to where the hub last sent us, or to the hub.
    async fn open(&self, range: Option<(u64, u64)>) -> HubResult<Answer> {
        let known = self
            .direct
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let hub = self
            .job
            .client
            .file_url(&self.job.request.repo, &self.commit, &self.file.path);
        let about = About {
            repo: &self.job.request.repo,
            revision: &self.commit,
            file: Some(&self.file.path),
        };
        for url in known.into_iter().chain([hub.clone()]) {
            let fresh = url == hub;
            let answer = self.job.or_halted(self.job.client.get(url, range)).await?;
            let status = answer.response.status();
            if status.is_success() {
                if !self.job.client.is_hub(&answer.url) {
                    *self.direct.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some(answer.url.clone());
                }
                return Ok(answer);
            }
            // A link may have expired; the hub gives another.
            *self.direct.lock().unwrap_or_else(PoisonError::into_inner) = None;
            if fresh || !status.is_client_error() || status == StatusCode::TOO_MANY_REQUESTS {
                return Err(self
                    .job
                    .client
                    .refusal(&answer.response, &answer.url, about));
            }
        }
        // Not reached: the hub's own address comes last and always answers above.
        Err(HubError::BadAnswer {
            host: host(&hub),
            reason: "no answer".to_owned(),
        })
    }

    /// Writes an answer's bytes from `at` to `end`. Whatever ends it, what came is written and recorded.
    async fn receive(
        &self,
        mut response: Response,
        url: &Url,
        at: &mut u64,
        end: u64,
        partial: &Partial,
    ) -> HubResult<()> {
        let mut gathered: Vec<u8> = Vec::new();
        let mut unrecorded = *at;
        let mut pace = Pace::new();
        let gather = GATHER.min(usize::try_from(self.job.options.record_every).unwrap_or(GATHER));
        let ended = loop {
            let next = self.job.or_halted(async {
                match tokio::time::timeout(self.job.options.stall, response.chunk()).await {
                    Ok(Ok(chunk)) => Ok(chunk),
                    Ok(Err(error)) => Err(network(url, error)),
                    Err(_) => Err(HubError::Stalled { host: host(url) }),
                }
            });
            let chunk = match next.await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => {
                    break Err(HubError::Broken {
                        host: host(url),
                        reason: "it ended early".to_owned(),
                    });
                }
                Err(error) => break Err(error),
            };
            let room = end - *at - gathered.len() as u64;
            let taken = chunk.len().min(usize::try_from(room).unwrap_or(usize::MAX));
            gathered.extend_from_slice(chunk.get(..taken).unwrap_or_default());
            let whole = *at + gathered.len() as u64 == end;
            if whole || gathered.len() >= gather {
                self.write(&mut gathered, at, partial).await?;
            }
            if whole {
                break Ok(());
            }
            if *at - unrecorded >= self.job.options.record_every {
                partial.record(unrecorded..*at).await?;
                unrecorded = *at;
            }
            if pace.is_trickle(
                taken as u64,
                self.job.options.stall,
                self.job.options.trickle,
            ) {
                break Err(HubError::Stalled { host: host(url) });
            }
        };
        self.write(&mut gathered, at, partial).await?;
        partial.record(unrecorded..*at).await?;
        ended
    }

    async fn write(
        &self,
        gathered: &mut Vec<u8>,
        at: &mut u64,
        partial: &Partial,
    ) -> HubResult<()> {
        let bytes = std::mem::take(gathered);
        let length = bytes.len() as u64;
        if length == 0 {
            return Ok(());
        }
        let fresh = partial.write(*at, bytes).await?;
        *at += length;
        self.job.meter.add(&self.file.path, length, fresh);
        self.job.meter.enter(super::Phase::Downloading(None));
        Ok(())
    }

    async fn is_good(self: &Arc<Self>) -> HubResult<bool> {
        let this = Arc::clone(self);
        off_thread(move || {
            let path = this.folder.partial(&this.file.hash);
            hash::matches(&path, &this.file.hash, &mut |_| !this.job.is_halted())
        })
        .await
    }

    /// Gives the checked blob its name.
    fn name(&self) -> HubResult<()> {
        let (partial, blob) = (
            self.folder.partial(&self.file.hash),
            self.folder.blob(&self.file.hash),
        );
        fs::rename(&partial, &blob).map_err(|error| HubError::io("name", &partial, error))?;
        disk::sync_folder(&self.folder.blobs());
        self.remove_record()
    }

    fn remove_record(&self) -> HubResult<()> {
        disk::remove_file(&self.folder.journal(&self.file.hash))?;
        disk::remove_file(&self.folder.damaged(&self.file.hash))?;
        Ok(())
    }

    fn folder_clear(&self) -> HubResult<()> {
        disk::remove_file(&self.folder.journal(&self.file.hash))?;
        disk::remove_file(&self.folder.partial(&self.file.hash))?;
        self.job.meter.set(&self.file.path, 0);
        Ok(())
    }
}

/// First byte and whole length that a `Content-Range` tells: `bytes 0-9/100`, `bytes 0-9/*`.
fn content_range(text: &str) -> Option<(u64, Option<u64>)> {
    let (range, total) = text.strip_prefix("bytes ")?.split_once('/')?;
    let start = range.split_once('-')?.0.trim().parse().ok()?;
    Some((start, total.trim().parse().ok()))
}

/// Attempts in a row that brought nothing.
struct Attempts {
    idle: u32,
    before: u64,
}

impl Attempts {
    fn new(partial: &Partial) -> Self {
        Self {
            idle: 0,
            before: partial.total(),
        }
    }
}

/// Tells a trickle from a slow network.
struct Pace {
    since: Instant,
    bytes: u64,
}

impl Pace {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            bytes: 0,
        }
    }

    /// Counts bytes; whether fewer than `least` came within the last `window`.
    fn is_trickle(&mut self, bytes: u64, window: Duration, least: u64) -> bool {
        self.bytes += bytes;
        if self.since.elapsed() < window {
            return false;
        }
        let trickle = self.bytes < least;
        *self = Self::new();
        trickle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_ranges_are_read_with_care() {
        assert_eq!(content_range("bytes 10-19/100"), Some((10, Some(100))));
        assert_eq!(content_range("bytes 10-19/*"), Some((10, None)));
        for bad in [
            "",
            "bytes",
            "bytes */100",
            "bytes x-1/2",
            "items 0-1/2",
            "bytes 0-1",
        ] {
            assert_eq!(content_range(bad), None, "{bad:?}");
        }
    }
}
