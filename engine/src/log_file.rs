//! A log in the home folder, the user's alone, bounded in size.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
};

use crate::home::Home;

/// A log of this size is set aside when it is opened, and takes no more than this until it is opened again.
const LARGEST: u64 = 4 << 20;

/// A log file that takes a bounded amount.
#[derive(Debug)]
pub struct LogFile {
    file: File,
    room: u64,
}

impl LogFile {
    /// Opens `logs/<name>.log` in `home`, to go on with it.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(home: &Home, name: &str) -> io::Result<Self> {
        let folder = home.folder("logs").map_err(io::Error::other)?;
        let path = folder.join(name).with_extension("log");
        if path.metadata().is_ok_and(|found| found.len() > LARGEST) {
            fs::rename(&path, path.with_extension("log.1"))?;
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

impl Write for LogFile {
    /// Writes a line, or leaves it out where there is no room for it.
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
        let home = Home::at(folder.path()).expect("an absolute path");
        let line = vec![b'x'; 1 << 20];
        for _ in 0..2 {
            let mut log = LogFile::open(&home, "some").expect("a log");
            for _ in 0..6 {
                log.write_all(&line).expect("written or left out");
            }
        }
        let path = folder.path().join("logs/some.log");
        let size = |path: &std::path::Path| path.metadata().expect("a log").len();
        assert_eq!(size(&path), 2 * LARGEST);
        drop(LogFile::open(&home, "some").expect("a log"));
        assert_eq!(size(&path.with_extension("log.1")), 2 * LARGEST);
        assert_eq!(size(&path), 0);
        #[cfg(unix)]
        {
            let found = path.metadata().expect("a log");
            let mode = std::os::unix::fs::MetadataExt::mode(&found);
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
