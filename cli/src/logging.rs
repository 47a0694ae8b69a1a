//! The log: a file in the home folder, the user's alone, bounded in size. It holds no prompts and no
//! answers.
//!
//! `TANDEM_LOG` sets what is kept (`error`, `warn`, `info`, `debug`, `trace`, or by module as in
//! `info,tandem_engine=debug`; default `info`). With `TANDEM_LOG_STDERR` set, standard error gets
//! the same.

use std::{
    env,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    panic,
    path::Path,
    sync::Mutex,
};

use tandem_engine::home::Home;
use tracing::Level;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

/// A log of this size is set aside when the program starts, and a run writes no more than this.
const LARGEST: u64 = 4 << 20;

/// Starts the log. A program that cannot write one runs without.
pub(crate) fn start() {
    let wish = env::var("TANDEM_LOG").unwrap_or_default();
    let filter: Targets = wish
        .parse()
        .ok()
        .filter(|_| !wish.is_empty())
        .unwrap_or_else(|| {
            // Of other people's modules only what is wrong: they do not know what may be told.
            Targets::new()
                .with_default(Level::WARN)
                .with_target("tandem", Level::INFO)
                .with_target("tandem_engine", Level::INFO)
        });
    let file = Home::find()
        .and_then(|home| home.folder("logs"))
        .ok()
        .and_then(|folder| Capped::open(&folder.join("tandem.log")).ok());
    let file = file.map(|file| {
        fmt::layer()
            .with_ansi(false)
            .with_writer(Mutex::new(file))
            .with_filter(filter.clone())
    });
    let stderr = env::var_os("TANDEM_LOG_STDERR")
        .filter(|value| !value.is_empty())
        .map(|_| {
            fmt::layer()
                .with_ansi(false)
                .with_writer(io::stderr)
                .with_filter(filter)
        });
    // Fails only if there is a log already, and then that one serves.
    let _ = tracing_subscriber::registry()
        .with(file)
        .with(stderr)
        .try_init();
    panic::set_hook(Box::new(|panic| {
        // The message itself may quote a prompt.
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(%place, "internal error");
    }));
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "started");
}

/// A log file that takes a bounded amount in one run.
struct Capped {
    file: File,
    room: u64,
}

impl Capped {
    fn open(path: &Path) -> io::Result<Self> {
        if path.metadata().is_ok_and(|found| found.len() > LARGEST) {
            fs::rename(path, path.with_extension("log.1"))?;
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Self {
            file: options.open(path)?,
            room: LARGEST,
        })
    }
}

impl Write for Capped {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let size = line.len() as u64;
        if self.room >= size {
            self.room -= size;
            self.file.write_all(line)?;
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_set_aside_capped_and_private() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("tandem.log");
        let line = vec![b'x'; 1 << 20];
        for _ in 0..2 {
            let mut log = Capped::open(&path).expect("a log");
            for _ in 0..6 {
                log.write_all(&line).expect("written or left out");
            }
        }
        let size = |name: &str| folder.path().join(name).metadata().expect("a log").len();
        assert_eq!(size("tandem.log"), 2 * LARGEST);
        drop(Capped::open(&path).expect("a log"));
        assert_eq!(size("tandem.log.1"), 2 * LARGEST);
        assert_eq!(size("tandem.log"), 0);
        #[cfg(unix)]
        {
            let found = path.metadata().expect("a log");
            let mode = std::os::unix::fs::MetadataExt::mode(&found);
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
