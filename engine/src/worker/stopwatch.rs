//! How long something went on.

use std::time::{Duration, Instant};

/// Adds up the times during which something went on.
#[derive(Debug, Default)]
pub(super) struct Stopwatch {
    before: Duration,
    since: Option<Instant>,
}

impl Stopwatch {
    /// From `now` on it goes on, or does not.
    pub(super) fn set(&mut self, goes_on: bool, now: Instant) {
        if goes_on {
            self.since.get_or_insert(now);
        } else {
            self.before = self.total(now);
            self.since = None;
        }
    }

    /// How long it went on until `now`, all in all.
    pub(super) fn total(&self, now: Instant) -> Duration {
        let running = self.since.map(|since| now.saturating_duration_since(since));
        self.before + running.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_up_and_breaks_are_not() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Stopwatch::default();
        watch.set(false, at(0));
        assert_eq!(watch.total(at(9)), Duration::ZERO);
        watch.set(true, at(10));
        // It goes on already.
        watch.set(true, at(11));
        assert_eq!(watch.total(at(13)), Duration::from_secs(3));
        watch.set(false, at(14));
        watch.set(false, at(15));
        watch.set(true, at(20));
        assert_eq!(watch.total(at(22)), Duration::from_secs(6));
    }
}
