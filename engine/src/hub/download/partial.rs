//! A file that is arriving: the bytes in `.partial`, which of them are there in `.journal`.
//!
//! A range is recorded only after its bytes are on the disk, so after any crash what the journal says is there is
//! there. The length of the partial file says nothing: it is set at once, and the file has holes.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::ranges::RangeSet;
use crate::hub::cache::RepoFolder;
use crate::hub::cache::disk;
use crate::hub::error::{HubError, HubResult};
use crate::hub::library::off_thread;
use crate::hub::repo::RepoFile;

/// The longest journal read. A line takes at most 42 bytes.
const JOURNAL_LIMIT: u64 = 16 << 20;

/// A file that is arriving. Its bytes may be written from several tasks at once.
#[derive(Debug, Clone)]
pub(super) struct Partial {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    data: File,
    data_path: PathBuf,
    journal: Mutex<File>,
    journal_path: PathBuf,
    there: Mutex<RangeSet>,
}

impl Partial {
    /// Opens what has arrived so far, or begins anew.
    pub(super) fn open(folder: &RepoFolder, file: &RepoFile) -> HubResult<Self> {
        let (data_path, journal_path) = (folder.partial(&file.hash), folder.journal(&file.hash));
        disk::make_parent(&data_path)?;
        // A length other than the file's means that the record is of something else.
        let continued =
            fs::metadata(&data_path).is_ok_and(|about| about.is_file() && about.len() == file.size);
        let there = if continued {
            recorded(&journal_path, file.size)
        } else {
            RangeSet::default()
        };
        if there == RangeSet::default() {
            disk::remove_file(&journal_path)?;
        }
        let failed = |error| HubError::io("write", &data_path, error);
        let data = OpenOptions::new()
            .create(true)
            .truncate(!continued)
            .write(true)
            .open(&data_path)
            .map_err(failed)?;
        data.set_len(file.size).map_err(failed)?;
        let journal = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&journal_path)
            .map_err(|error| HubError::io("write", &journal_path, error))?;
        Ok(Self {
            inner: Arc::new(Inner {
                data,
                data_path,
                journal: Mutex::new(journal),
                journal_path,
                there: Mutex::new(there),
            }),
        })
    }

    /// How many bytes are there.
    pub(super) fn total(&self) -> u64 {
        self.there(|there| there.total())
    }

    /// What is missing of `size` bytes, in pieces.
    pub(super) fn missing(&self, size: u64, piece: u64) -> Vec<Range<u64>> {
        self.there(|there| there.missing(size, piece))
    }

    /// Writes bytes; gives how many of them are new. They count as there for this process only.
    pub(super) async fn write(&self, at: u64, bytes: Vec<u8>) -> HubResult<u64> {
        let inner = Arc::clone(&self.inner);
        off_thread(move || {
            inner
                .data
                .write_all_at(&bytes, at)
                .map_err(|error| HubError::io("write", &inner.data_path, error))?;
            let end = at.saturating_add(bytes.len() as u64);
            Ok(inner
                .there
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(at..end))
        })
        .await
    }

    /// Makes written bytes last and records them.
    pub(super) async fn record(&self, range: Range<u64>) -> HubResult<()> {
        if range.is_empty() {
            return Ok(());
        }
        let inner = Arc::clone(&self.inner);
        off_thread(move || {
            inner
                .data
                .sync_data()
                .map_err(|error| HubError::io("write", &inner.data_path, error))?;
            let line = format!("{} {}\n", range.start, range.end);
            inner
                .journal
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .write_all(line.as_bytes())
                .map_err(|error| HubError::io("write", &inner.journal_path, error))
        })
        .await
    }

    fn there<T>(&self, read: impl FnOnce(&RangeSet) -> T) -> T {
        read(
            &self
                .inner
                .there
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}

/// How many bytes of a file are there, without touching it.
pub(super) fn arrived(folder: &RepoFolder, file: &RepoFile) -> HubResult<u64> {
    let path = folder.partial(&file.hash);
    let about = fs::metadata(&path).map_err(|error| HubError::io("read", &path, error))?;
    if about.len() != file.size {
        return Ok(0);
    }
    Ok(recorded(&folder.journal(&file.hash), file.size).total())
}

/// What a journal says is there. A line that was cut or makes no sense is passed over: its bytes come again.
fn recorded(path: &std::path::Path, size: u64) -> RangeSet {
    let mut there = RangeSet::default();
    let text = disk::read_text(path, JOURNAL_LIMIT)
        .ok()
        .flatten()
        .unwrap_or_default();
    // The last line counts only if it was finished.
    let finished = text
        .rfind('\n')
        .and_then(|end| text.get(..end))
        .unwrap_or_default();
    for line in finished.lines() {
        if let Some((start, end)) = line.split_once(' ')
            && let (Ok(start), Ok(end)) = (start.parse(), end.parse())
            && start < end
            && end <= size
        {
            there.insert(start..end);
        }
    }
    there
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use super::*;
    use crate::hub::repo::ContentHash;

    #[tokio::test]
    async fn only_what_is_recorded_is_there_again() {
        let root = tempfile::tempdir().unwrap();
        let folder = RepoFolder::new(root.path(), &"org/name".parse().unwrap());
        let hash = ContentHash::from_blob_name(&"a".repeat(64)).unwrap();
        let file = RepoFile {
            path: "x".to_owned(),
            size: 100,
            hash,
        };
        let partial = Partial::open(&folder, &file).unwrap();
        assert_eq!(partial.write(0, vec![1; 30]).await.unwrap(), 30);
        partial.record(0..30).await.unwrap();
        assert_eq!(partial.write(50, vec![2; 20]).await.unwrap(), 20);
        drop(partial);
        let again = Partial::open(&folder, &file).unwrap();
        assert_eq!(again.total(), 30);
        assert_eq!(again.missing(100, 50), [30..80, 80..100]);
        drop(again);

        // A torn last line, and nonsense.
        let mut journal = OpenOptions::new()
            .append(true)
            .open(folder.journal(&file.hash))
            .unwrap();
        journal
            .write_all(b"x y\n90 200\n40 30\n30 40\n40 4")
            .unwrap();
        assert_eq!(Partial::open(&folder, &file).unwrap().total(), 40);

        // Data that is not there makes the record worthless.
        fs::remove_file(folder.partial(&file.hash)).unwrap();
        assert_eq!(Partial::open(&folder, &file).unwrap().total(), 0);
        assert_eq!(fs::read_to_string(folder.journal(&file.hash)).unwrap(), "");
    }
}
