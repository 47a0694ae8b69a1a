//! What downloads have in common: limits, patience, ways to look at the disk.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::hub::cache::disk::free_space;
use crate::hub::error::HubError;

/// Asks how many bytes may still be written in a folder; `None` if the system does not say.
pub type FreeSpace = Arc<dyn Fn(&Path) -> Option<u64> + Send + Sync>;

/// Limits and patience of all downloads of one [`Downloader`](super::Downloader).
#[derive(Clone)]
pub struct DownloadOptions {
    /// Connections at once, all downloads together.
    pub connections: usize,
    /// Connections at once for one file.
    pub connections_per_file: usize,
    /// Bytes that one request asks for.
    pub piece: u64,
    /// Bytes after which what has arrived is made to last and recorded: what a kill can cost, for each connection.
    pub record_every: u64,
    /// How long nothing may come before the connection is given up.
    pub stall: Duration,
    /// Bytes that must come within `stall`, so that a trickle is given up as well.
    pub trickle: u64,
    /// How often a request is repeated without a single new byte.
    pub attempts: u32,
    /// The first pause between two attempts; it doubles each time.
    pub first_pause: Duration,
    /// The longest pause, also if the hub asks for a longer one.
    pub longest_pause: Duration,
    /// How often a damaged file is fetched again.
    pub refetches: u32,
    /// Bytes to leave free on the disk.
    pub keep_free: u64,
    /// Asks for the free space.
    pub free_space: FreeSpace,
}

impl Default for DownloadOptions {
    fn default() -> Self {
        Self {
            connections: 8,
            connections_per_file: 4,
            piece: 32 << 20,
            record_every: 8 << 20,
            stall: Duration::from_secs(30),
            trickle: 16 << 10,
            attempts: 10,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
            refetches: 2,
            keep_free: 512 << 20,
            free_space: Arc::new(free_space),
        }
    }
}

impl fmt::Debug for DownloadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DownloadOptions")
            .field("connections", &self.connections)
            .field("piece", &self.piece)
            .field("stall", &self.stall)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}

impl DownloadOptions {
    /// The pause before attempt number `attempt` (from 1) after `error`: doubling, a little random so that many do
    /// not come back at once, and no shorter than the hub asks for.
    pub(super) fn pause(&self, attempt: u32, error: &HubError) -> Duration {
        let doubled = self
            .first_pause
            .saturating_mul(1 << attempt.saturating_sub(1).min(16));
        let spread = doubled
            .min(self.longest_pause)
            .mul_f64(0.5 + 0.5 * fastrand::f64());
        let asked = match error {
            HubError::RateLimited {
                wait_s: Some(seconds),
                ..
            } => Duration::from_secs(*seconds),
            _ => Duration::ZERO,
        };
        spread.max(asked.min(self.longest_pause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit_and_heed_the_hub() {
        let options = DownloadOptions::default();
        let broken = HubError::Broken {
            host: String::new(),
            reason: String::new(),
        };
        for attempt in 1..200 {
            let pause = options.pause(attempt, &broken);
            let most = options
                .first_pause
                .saturating_mul(1 << (attempt - 1).min(16))
                .min(options.longest_pause);
            assert!(pause <= most && pause >= most / 2, "{attempt}: {pause:?}");
        }
        let asked = |wait_s| {
            options.pause(
                1,
                &HubError::RateLimited {
                    host: String::new(),
                    wait_s,
                },
            )
        };
        assert_eq!(asked(Some(7)), Duration::from_secs(7));
        assert_eq!(asked(Some(u64::MAX)), options.longest_pause);
    }
}
