//! What Swift gives the bridge to call. All are called from the bridge's own threads, one call after the other for
//! each, and should return at once.

use crate::{
    answer::{Account, AnswerEvent},
    downloads::DownloadProgress,
};

/// Hears of an answer.
#[uniffi::export(with_foreign)]
pub trait AnswerListener: Send + Sync {
    /// What came since the last call, about thirty times a second.
    fn on_events(&self, events: Vec<AnswerEvent>);

    /// The end, exactly once, and the last call.
    fn on_end(&self, account: Account);
}

/// Hears of a download.
#[uniffi::export(with_foreign)]
pub trait DownloadListener: Send + Sync {
    /// How far it is, about ten times a second. The last call has a phase that is an end.
    fn on_progress(&self, progress: DownloadProgress);
}

/// Hears of work of known length.
#[uniffi::export(with_foreign)]
pub trait ProgressListener: Send + Sync {
    /// So much of all is done; whether to go on. Work that is told not to ends with `Cancelled`.
    fn on_progress(&self, done: u64, total: u64) -> bool;
}
