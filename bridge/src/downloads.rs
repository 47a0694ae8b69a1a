//! Downloads on their way into Swift.

use std::sync::Arc;

use tandem_engine::hub::{Download, DownloadRequest, Downloader, Part, Phase, Progress};

use crate::{
    failure::{Failure, Outcome},
    listeners::DownloadListener,
    meter,
    request::shown,
    runtime::runtime,
};

/// What to download.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct DownloadWish {
    /// The repository.
    pub repo: String,
    /// A branch, tag or commit; `None` is the newest state.
    pub revision: Option<String>,
    /// Of a full release, only the part that holds its companion.
    pub companion_only: bool,
}

/// How far a download is.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct DownloadProgress {
    /// What it is doing.
    pub phase: DownloadPhase,
    /// Bytes that have arrived.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
    /// The part that has arrived, from 0 to 1. Never goes back.
    pub fraction: f64,
    /// Bytes a second.
    pub bytes_per_second: f64,
    /// Seconds left at that speed.
    pub seconds_left: Option<u64>,
    /// Each file.
    pub files: Vec<FileProgressRecord>,
}

/// What a download is doing.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum DownloadPhase {
    /// Asking the hub what there is.
    Listing,
    /// Fetching.
    Downloading {
        /// Why it waits or tries again.
        notice: Option<String>,
    },
    /// Comparing with hashes.
    Checking,
    /// Stopped by the user, to be resumed.
    Paused,
    /// Stopped by an error; can be resumed.
    Failed {
        /// What went wrong.
        failure: Failure,
    },
    /// Whole.
    Done {
        /// The model's folder.
        folder: String,
    },
    /// Stopped by the user for good.
    Cancelled,
}

/// How far one file is.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct FileProgressRecord {
    /// Path in the repository.
    pub path: String,
    /// Bytes that have arrived.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
}

/// A download. Letting go of it changes nothing: downloads go on until they are told otherwise.
#[derive(Debug, uniffi::Object)]
pub struct ModelDownload {
    download: Download,
}

#[uniffi::export]
impl ModelDownload {
    /// What is downloaded.
    pub fn wish(&self) -> DownloadWish {
        self.download.request().clone().into()
    }

    /// Stops until it is resumed; what has arrived is kept.
    pub fn pause(&self) {
        self.download.pause();
    }

    /// Goes on after a pause or a failure.
    pub fn resume(&self) {
        self.download.resume();
    }

    /// Stops for good and deletes what this download has brought.
    pub fn cancel(&self) {
        self.download.cancel();
    }
}

/// Tells a listener how far a download is until it is done or cancelled.
pub(crate) fn follow(
    download: Download,
    downloader: Downloader,
    listener: Arc<dyn DownloadListener>,
) -> Outcome<Arc<ModelDownload>> {
    let mut shown = download.progress();
    let handle = Arc::new(ModelDownload {
        download: download.clone(),
    });
    runtime()?.spawn(async move {
        loop {
            let progress = shown.borrow_and_update().clone();
            let over = matches!(progress.phase, Phase::Done(_) | Phase::Cancelled);
            if matches!(progress.phase, Phase::Failed(_)) {
                // The error itself follows at once, unless somebody has resumed the download already.
                tokio::select! {
                    biased;
                    ended = download.finished() => {
                        let failure = ended.err().map(Failure::from);
                        listener.on_progress(told(progress, failure));
                    }
                    changed = shown.changed() => match changed {
                        Ok(()) => continue,
                        Err(_) => return,
                    },
                }
            } else {
                listener.on_progress(told(progress, None));
            }
            let all = downloader.overall();
            meter::downloads(all.unfinished as u64, all.bytes, all.total);
            if over || shown.changed().await.is_err() {
                return;
            }
        }
    });
    Ok(handle)
}

/// How far a download is; one that failed without an error has a fault.
fn told(progress: Progress, failure: Option<Failure>) -> DownloadProgress {
    DownloadProgress {
        phase: match progress.phase {
            Phase::Listing => DownloadPhase::Listing,
            Phase::Downloading(notice) => DownloadPhase::Downloading { notice },
            Phase::Checking => DownloadPhase::Checking,
            Phase::Paused => DownloadPhase::Paused,
            Phase::Done(folder) => DownloadPhase::Done {
                folder: shown(folder),
            },
            Phase::Cancelled => DownloadPhase::Cancelled,
            _ => DownloadPhase::Failed {
                failure: failure.unwrap_or_else(Failure::internal),
            },
        },
        bytes: progress.bytes,
        total: progress.total,
        fraction: progress.fraction,
        bytes_per_second: progress.bytes_per_second,
        seconds_left: progress.seconds_left,
        files: progress
            .files
            .into_iter()
            .map(|file| FileProgressRecord {
                path: file.path,
                bytes: file.bytes,
                total: file.total,
            })
            .collect(),
    }
}

impl From<DownloadRequest> for DownloadWish {
    fn from(request: DownloadRequest) -> Self {
        Self {
            repo: request.repo.into(),
            revision: Some(request.revision),
            companion_only: request.part == Part::Companion,
        }
    }
}

impl TryFrom<DownloadWish> for DownloadRequest {
    type Error = Failure;

    fn try_from(wish: DownloadWish) -> Outcome<Self> {
        let mut request = Self::new(wish.repo.parse()?);
        if let Some(revision) = wish.revision {
            request.revision = revision;
        }
        if wish.companion_only {
            request.part = Part::Companion;
        }
        Ok(request)
    }
}
