//! Downloads on their way into Swift.

use std::sync::Arc;

use tandem_engine::hub::{Download, Downloader, Phase, Progress};

use crate::{
    failure::Outcome, listeners::DownloadListener, meter, request::shown, runtime::runtime,
};

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
        reason: String,
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
    /// The repository.
    pub fn repo(&self) -> String {
        self.download.request().repo.to_string()
    }

    /// How far it is now.
    pub fn progress(&self) -> DownloadProgress {
        let progress = self.download.progress().borrow().clone();
        progress.into()
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
    runtime()?.spawn(async move {
        loop {
            let progress = shown.borrow_and_update().clone();
            let over = matches!(progress.phase, Phase::Done(_) | Phase::Cancelled);
            listener.on_progress(progress.into());
            let all = downloader.overall();
            meter::downloads(all.unfinished as u64, all.bytes, all.total);
            if over || shown.changed().await.is_err() {
                return;
            }
        }
    });
    Ok(Arc::new(ModelDownload { download }))
}

impl From<Progress> for DownloadProgress {
    fn from(progress: Progress) -> Self {
        Self {
            phase: progress.phase.into(),
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
}

impl From<Phase> for DownloadPhase {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Listing => Self::Listing,
            Phase::Downloading(notice) => Self::Downloading { notice },
            Phase::Checking => Self::Checking,
            Phase::Paused => Self::Paused,
            Phase::Failed(reason) => Self::Failed { reason },
            Phase::Done(folder) => Self::Done {
                folder: shown(folder),
            },
            Phase::Cancelled => Self::Cancelled,
            other => Self::Failed {
                reason: format!("{other:?}"),
            },
        }
    }
}
