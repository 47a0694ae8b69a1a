//! How far a download is: counted in one place, shown so that it never goes back.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::hub::error::HubError;
use crate::hub::repo::RepoFile;

/// What a download is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Asking the hub what there is.
    Listing,
    /// Fetching; with a reason if it has to wait or try again.
    Downloading(Option<String>),
    /// Everything has arrived and is being compared with its hashes.
    Checking,
    /// Stopped by the user, to be resumed.
    Paused,
    /// Stopped by an error; can be resumed.
    Failed(String),
    /// Whole, in that folder.
    Done(PathBuf),
    /// Stopped by the user for good.
    Cancelled,
}

/// How far a download is.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Bytes that have arrived.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
    /// The part that has arrived, from 0 to 1. Never goes back, whatever has to be fetched again.
    pub fraction: f64,
    /// Bytes a second, averaged over some seconds.
    pub bytes_per_second: f64,
    /// Seconds left at that speed.
    pub seconds_left: Option<u64>,
    /// Each file.
    pub files: Vec<FileProgress>,
}

/// How far one file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProgress {
    /// Path in the repository.
    pub path: String,
    /// Bytes that have arrived. Never goes back.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
}

/// Over how long the speed is averaged, in seconds.
const AVERAGED_OVER: f64 = 5.0;

/// Counts what arrives.
#[derive(Debug)]
pub(super) struct Meter(Mutex<Counts>);

#[derive(Debug)]
struct Counts {
    phase: Phase,
    files: BTreeMap<String, Count>,
    /// Bytes that came over the network, those fetched again included.
    received: u64,
    shown: Shown,
}

#[derive(Debug, Default)]
struct Count {
    arrived: u64,
    size: u64,
    most_shown: u64,
}

#[derive(Debug)]
struct Shown {
    fraction: f64,
    speed: f64,
    at: Option<(Instant, u64)>,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Counts {
            phase: Phase::Listing,
            files: BTreeMap::new(),
            received: 0,
            shown: Shown {
                fraction: 0.0,
                speed: 0.0,
                at: None,
            },
        }))
    }

    pub(super) fn enter(&self, phase: Phase) {
        let mut counts = self.lock();
        // A pause is no slow network.
        if !matches!(phase, Phase::Downloading(_) | Phase::Checking) {
            counts.shown.at = None;
            counts.shown.speed = 0.0;
        }
        counts.phase = phase;
    }

    /// Counts these files from now on; what has arrived of them stays counted.
    pub(super) fn set_files<'a>(&self, files: impl IntoIterator<Item = &'a RepoFile>) {
        let mut counts = self.lock();
        let mut old = std::mem::take(&mut counts.files);
        counts.files = files
            .into_iter()
            .map(|file| {
                let mut count = old.remove(&file.path).unwrap_or_default();
                count.size = file.size;
                (file.path.clone(), count)
            })
            .collect();
    }

    /// So much of a file is there.
    pub(super) fn set(&self, path: &str, arrived: u64) {
        if let Some(count) = self.lock().files.get_mut(path) {
            count.arrived = arrived.min(count.size);
        }
    }

    /// So much came, of which `fresh` bytes were new.
    pub(super) fn add(&self, path: &str, received: u64, fresh: u64) {
        let mut counts = self.lock();
        counts.received += received;
        if let Some(count) = counts.files.get_mut(path) {
            count.arrived = count.arrived.saturating_add(fresh).min(count.size);
        }
    }

    /// Bytes still to come.
    pub(super) fn remaining(&self) -> u64 {
        self.lock()
            .files
            .values()
            .map(|count| count.size - count.arrived)
            .sum()
    }

    /// How far it is, at `now`.
    pub(super) fn show(&self, now: Instant) -> Progress {
        let counts = &mut *self.lock();
        let total: u64 = counts.files.values().map(|count| count.size).sum();
        let arrived: u64 = counts.files.values().map(|count| count.arrived).sum();
        let part = if total == 0 {
            0.0
        } else {
            arrived as f64 / total as f64
        };
        let shown = &mut counts.shown;
        shown.fraction = shown.fraction.max(part);
        match shown.at {
            Some((then, before)) => {
                let seconds = now.saturating_duration_since(then).as_secs_f64();
                if seconds > 0.0 {
                    let speed = (counts.received - before) as f64 / seconds;
                    let weight = 1.0 - (-seconds / AVERAGED_OVER).exp();
                    shown.speed += (speed - shown.speed) * weight;
                    shown.at = Some((now, counts.received));
                }
            }
            None => shown.at = Some((now, counts.received)),
        }
        let phase = match &counts.phase {
            Phase::Downloading(None) if total > 0 && arrived == total => Phase::Checking,
            phase => phase.clone(),
        };
        let left = total - arrived;
        Progress {
            phase,
            bytes: ((shown.fraction * total as f64) as u64).max(arrived),
            total,
            fraction: shown.fraction,
            bytes_per_second: shown.speed,
            seconds_left: (shown.speed >= 1.0).then(|| (left as f64 / shown.speed).ceil() as u64),
            files: counts
                .files
                .iter_mut()
                .map(|(path, count)| {
                    count.most_shown = count.most_shown.max(count.arrived);
                    FileProgress {
                        path: path.clone(),
                        bytes: count.most_shown,
                        total: count.size,
                    }
                })
                .collect(),
        }
    }

    /// Says that something has to be tried again.
    pub(super) fn retrying(&self, error: &HubError) {
        self.enter(Phase::Downloading(Some(format!("{error}; trying again"))));
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::hub::repo::ContentHash;

    #[test]
    fn progress_never_goes_back() {
        let hash = ContentHash::from_blob_name(&"a".repeat(64)).unwrap();
        let files: Vec<RepoFile> = (0..6)
            .map(|number| RepoFile {
                path: number.to_string(),
                size: 100 * number,
                hash: hash.clone(),
            })
            .collect();
        let start = Instant::now();
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let meter = Meter::new();
            meter.set_files(&files);
            let mut last: Option<Progress> = None;
            for step in 0..100 {
                let path = random.usize(0..files.len()).to_string();
                match random.u8(0..20) {
                    0 => meter.set(&path, 0),
                    1 => meter.set_files(files.iter().skip(random.usize(0..2))),
                    _ => meter.add(&path, 50, random.u64(0..50)),
                }
                let shown = meter.show(start + Duration::from_millis(step * 100));
                assert!((0.0..=1.0).contains(&shown.fraction) && shown.bytes <= shown.total);
                if let Some(last) = last {
                    assert!(shown.fraction >= last.fraction);
                    for file in &shown.files {
                        let before = last.files.iter().find(|other| other.path == file.path);
                        // A file that was left out in between starts anew.
                        assert!(before.is_none_or(|before| file.bytes >= before.bytes));
                    }
                }
                last = Some(shown);
            }
        }
    }

    #[test]
    fn speed_and_time_left_follow_the_network() {
        let hash = ContentHash::from_blob_name(&"a".repeat(64)).unwrap();
        let meter = Meter::new();
        meter.set_files(&[RepoFile {
            path: "x".to_owned(),
            size: 100_000,
            hash,
        }]);
        meter.enter(Phase::Downloading(None));
        let start = Instant::now();
        meter.show(start);
        let mut shown = meter.show(start);
        for second in 1..=50 {
            meter.add("x", 1000, 1000);
            shown = meter.show(start + Duration::from_secs(second));
        }
        assert!(
            (shown.bytes_per_second - 1000.0).abs() < 5.0,
            "{}",
            shown.bytes_per_second
        );
        assert!(
            shown
                .seconds_left
                .is_some_and(|left| (49..=52).contains(&left))
        );
    }
}
