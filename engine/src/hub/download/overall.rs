//! How far all downloads together are.

use super::{Download, Phase};

/// All downloads together, from the first that was started while none ran.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Overall {
    /// Downloads that are not over.
    pub unfinished: usize,
    /// Bytes that have arrived.
    pub bytes: u64,
    /// Bytes in all, as far as the hub has told them.
    pub total: u64,
    /// The part that has arrived, from 0 to 1. Never goes back, also if another download joins.
    pub fraction: f64,
    /// Bytes a second.
    pub bytes_per_second: f64,
    /// Seconds left at that speed.
    pub seconds_left: Option<u64>,
}

/// The downloads that count together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    downloads: Vec<Download>,
    furthest: f64,
}

impl Batch {
    /// Counts a download with those that are not over; if all are, a new batch begins.
    pub(super) fn add(&mut self, download: Download) {
        if self.downloads.iter().all(Download::is_over) {
            *self = Self::default();
        }
        self.downloads.push(download);
    }

    pub(super) fn overall(&mut self) -> Overall {
        let mut overall = Overall::default();
        let mut done = true;
        for download in &self.downloads {
            let progress = download.shown.borrow();
            if matches!(progress.phase, Phase::Cancelled) {
                continue;
            }
            overall.unfinished += usize::from(!download.is_over());
            overall.bytes = overall.bytes.saturating_add(progress.bytes);
            overall.total = overall.total.saturating_add(progress.total);
            done &= matches!(progress.phase, Phase::Done(_));
            if matches!(progress.phase, Phase::Downloading(_)) {
                overall.bytes_per_second += progress.bytes_per_second;
            }
        }
        let arrived = match overall.total {
            0 => 0.0,
            total => overall.bytes as f64 / total as f64,
        };
        // What some have not been told of yet must not look like the end.
        let most = if done { 1.0 } else { 0.999 };
        self.furthest = self.furthest.max(arrived.min(most));
        overall.fraction = self.furthest;
        let left = overall.total.saturating_sub(overall.bytes);
        overall.seconds_left = (overall.bytes_per_second > 0.0)
            .then(|| (left as f64 / overall.bytes_per_second).ceil() as u64);
        overall
    }
}
