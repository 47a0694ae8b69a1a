//! A machine with a models root, a home and a hub, and what must hold at the end of every download.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tandem_engine::hub::{
    Access, Download, DownloadOptions, DownloadRequest, Downloader, HubClient, Library, Phase,
    RepoFolder, RepoId, Token,
};

use crate::server::{File, HubServer, Place, Repo};

pub const NAME: &str = "org/model";

/// Options that make a test short: pieces of 64 kB, patience of a moment.
pub fn quick() -> DownloadOptions {
    DownloadOptions {
        piece: 64 << 10,
        record_every: 16 << 10,
        stall: Duration::from_millis(400),
        trickle: 1,
        attempts: 3,
        first_pause: Duration::from_millis(1),
        longest_pause: Duration::from_millis(20),
        keep_free: 0,
        ..DownloadOptions::default()
    }
}

/// Bytes without a pattern.
pub fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(|| random.u8(..))
        .take(length)
        .collect()
}

/// A model of two shards with an index, a picture and a readme that no model needs.
pub fn model(seed: u64) -> Repo {
    let index = br#"{"weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}}"#;
    Repo::new(
        'a',
        vec![
            File::new("README.md", "a readme"),
            File::new(
                "config.json",
                format!(r#"{{"model_type": "qwen3_5", "seed": {seed}}}"#),
            ),
            File::new("model.safetensors.index.json", &index[..]),
            File::new("model-00001-of-00002.safetensors", noise(seed, 300_000)),
            File::new("model-00002-of-00002.safetensors", noise(seed + 1, 123_457)),
            File::new("extra.safetensors", noise(seed + 2, 999)),
            File::new("picture.png", noise(seed + 3, 999)),
            File::new("tokenizer.json", noise(seed + 4, 20_000)),
        ],
    )
}

/// The paths of [`model`] that are to be downloaded.
pub const NEEDED: [&str; 5] = [
    "config.json",
    "model-00001-of-00002.safetensors",
    "model-00002-of-00002.safetensors",
    "model.safetensors.index.json",
    "tokenizer.json",
];

pub struct Machine {
    pub folder: tempfile::TempDir,
    pub server: HubServer,
    pub library: Library,
}

impl Machine {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = HubServer::start().await;
        let library = Library::with_lm_studio(
            &folder.path().join("home"),
            &folder.path().join("models"),
            None,
        );
        Self {
            folder,
            server,
            library,
        }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("models")
    }

    pub fn client(&self, token: Option<&str>) -> HubClient {
        let access = Access::new(&self.server.endpoint(), token.and_then(Token::new)).unwrap();
        HubClient::new(access, Duration::from_millis(400)).unwrap()
    }

    pub fn downloader(&self, options: DownloadOptions) -> Downloader {
        Downloader::new(self.client(None), self.library.clone(), options)
    }

    /// Downloads the usual model to the end.
    pub async fn fetch(&self) {
        let download = self.downloader(quick()).start(request(NAME));
        download.finished().await.unwrap();
    }

    pub fn folder_of(&self, name: &str) -> RepoFolder {
        RepoFolder::new(&self.root(), &repo(name))
    }

    /// Bytes that the journals of unfinished large files say are there.
    pub fn recorded(&self) -> u64 {
        let blobs = self.folder_of(NAME).blobs();
        let Ok(entries) = fs::read_dir(blobs) else {
            return 0;
        };
        entries
            .map(|entry| entry.unwrap().path())
            // Small files come from the hub, not the store. A kill may leave the journal of a file that is whole.
            .filter(|path| {
                let large = path.file_stem().is_some_and(|hash| hash.len() == 64);
                let journal = path.extension().is_some_and(|kind| kind == "journal");
                large && journal && !path.with_extension("").exists()
            })
            .filter_map(|path| fs::read_to_string(path).ok())
            .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
            .filter_map(|line| {
                let (start, end) = line.split_once(' ')?;
                Some(end.parse::<u64>().ok()? - start.parse::<u64>().ok()?)
            })
            .sum()
    }

    /// Bytes of the large files of a repository that are whole.
    pub fn finished(&self, repo: &Repo) -> u64 {
        let blobs = self.folder_of(NAME).blobs();
        repo.files
            .iter()
            .filter(|file| file.lfs && blobs.join(file.hash()).exists())
            .map(|file| file.content.len() as u64)
            .sum()
    }

    /// Bytes of large files that came from the store since the log was cleared.
    pub fn sent(&self) -> u64 {
        self.server
            .log()
            .iter()
            .filter(|request| request.place == Place::Store)
            .map(|request| request.sent)
            .sum()
    }

    /// Every needed file is there under its name with its content, nothing else is, nothing is left over, the branch
    /// and the ledger say so.
    pub fn assert_whole(&self, repo: &Repo, needed: &[&str]) {
        let folder = self.folder_of(NAME);
        let snapshot = folder.snapshot(&repo.commit);
        let mut there: Vec<String> = names(&snapshot);
        there.sort();
        assert_eq!(there, needed, "the files of the snapshot");
        for file in repo
            .files
            .iter()
            .filter(|file| needed.contains(&file.path.as_str()))
        {
            let content = fs::read(snapshot.join(&file.path)).unwrap();
            assert!(
                content == *file.content,
                "{} has another content",
                file.path
            );
        }
        let left: Vec<String> = names(&folder.blobs())
            .into_iter()
            .filter(|name| name.contains('.'))
            .collect();
        assert!(left.is_empty(), "left over: {left:?}");
        assert_eq!(
            folder.read_ref("main").as_deref(),
            Some(repo.commit.as_str())
        );
        let ledger = self.library.ledger().read().unwrap();
        assert!(
            ledger
                .fetched
                .iter()
                .any(|fetched| fetched.commit == repo.commit && fetched.whole),
            "the ledger says that it is whole"
        );
    }

    /// No file has its final name with another content than its name says.
    pub fn assert_no_lie(&self, repo: &Repo) {
        let folder = self.folder_of(NAME);
        for name in names(&folder.blobs()) {
            if let Some(file) = repo.files.iter().find(|file| file.hash() == name) {
                assert!(
                    fs::read(folder.blobs().join(&name)).unwrap() == *file.content,
                    "{name} lies"
                );
            } else {
                assert!(name.contains('.'), "an unknown blob {name}");
            }
        }
    }
}

pub fn repo(name: &str) -> RepoId {
    name.parse().unwrap()
}

pub fn request(name: &str) -> DownloadRequest {
    DownloadRequest::new(repo(name))
}

pub fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect()
}

/// Watches a download: its progress must never go back. Gives how many states were seen.
pub fn watch(download: &Download) -> tokio::task::JoinHandle<usize> {
    let mut shown = download.progress();
    tokio::spawn(async move {
        let mut seen = 0;
        let mut last = 0.0;
        while shown.changed().await.is_ok() {
            let progress = shown.borrow_and_update().clone();
            assert!(
                progress.fraction >= last,
                "{} after {last}",
                progress.fraction
            );
            last = progress.fraction;
            seen += 1;
            if matches!(progress.phase, Phase::Done(_) | Phase::Cancelled) {
                break;
            }
        }
        seen
    })
}

/// What an `Arc` of the free-space call answers in a test.
pub fn free(bytes: Option<u64>) -> tandem_engine::hub::FreeSpace {
    Arc::new(move |_| bytes)
}

/// Says that a test is skipped, past what the test runner captures.
pub fn skip(reason: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "SKIPPED: {reason}");
}
