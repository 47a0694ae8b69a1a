//! Room for everything that is running, before anything starts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::options::DownloadOptions;
use super::progress::Meter;
use crate::hub::error::{HubError, HubResult};

/// What all running downloads still have to write.
#[derive(Debug, Clone, Default)]
pub(super) struct Space(Arc<Mutex<BTreeMap<u64, Running>>>);

#[derive(Debug)]
struct Running {
    root: PathBuf,
    meter: Arc<Meter>,
}

/// A download that counts as running until this is dropped.
#[derive(Debug)]
pub(super) struct Reserved {
    space: Space,
    id: u64,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.space
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.id);
    }
}

impl Space {
    /// Counts the download of `meter` as running, if there is room for what it and all others still have to write.
    /// A system that does not say how much is free is taken at its word when it refuses to write, not before.
    pub(super) fn reserve(
        &self,
        root: &Path,
        meter: &Arc<Meter>,
        options: &DownloadOptions,
    ) -> HubResult<Reserved> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others: u64 = running
            .values()
            .filter(|other| other.root == root)
            .map(|other| other.meter.remaining())
            .sum();
        let needed = others.saturating_add(meter.remaining());
        let free = (options.free_space)(root);
        if meter.remaining() > 0
            && free.is_some_and(|free| free < needed.saturating_add(options.keep_free))
        {
            return Err(HubError::NoSpace {
                path: root.to_owned(),
                needed: needed.saturating_add(options.keep_free),
                free,
            });
        }
        let id = running.last_key_value().map_or(0, |(last, _)| last + 1);
        running.insert(
            id,
            Running {
                root: root.to_owned(),
                meter: Arc::clone(meter),
            },
        );
        Ok(Reserved {
            space: self.clone(),
            id,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use super::*;
    use crate::hub::repo::{ContentHash, RepoFile};

    #[test]
    fn what_others_still_need_is_not_free() {
        let meter = |size| {
            let hash = ContentHash::from_blob_name(&"a".repeat(64)).unwrap();
            let meter = Arc::new(Meter::new());
            meter.set_files(&[RepoFile {
                path: "x".to_owned(),
                size,
                hash,
            }]);
            meter
        };
        let options = |free: Option<u64>| DownloadOptions {
            keep_free: 10,
            free_space: Arc::new(move |_| free),
            ..DownloadOptions::default()
        };
        let root = Path::new("/models");
        let space = Space::default();
        let first = meter(60);
        let held = space.reserve(root, &first, &options(Some(100))).unwrap();
        assert!(matches!(
            space.reserve(root, &meter(50), &options(Some(100))),
            Err(HubError::NoSpace {
                needed: 120,
                free: Some(100),
                ..
            })
        ));
        assert!(
            space
                .reserve(Path::new("/other"), &meter(50), &options(Some(100)))
                .is_ok()
        );
        first.add("x", 40, 40);
        assert!(space.reserve(root, &meter(50), &options(Some(100))).is_ok());
        drop(held);
        assert!(space.reserve(root, &meter(90), &options(Some(100))).is_ok());
        assert!(
            space
                .reserve(root, &meter(u64::MAX), &options(None))
                .is_ok(),
            "unknown is no refusal"
        );
        assert!(
            space.reserve(root, &meter(0), &options(Some(0))).is_ok(),
            "nothing needs no room"
        );
    }
}
