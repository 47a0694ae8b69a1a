//! The built-in model: part of the program, written out once so that it loads like any other.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::{
    CompanionSpec, ModelSpec, Result,
    home::{Home, write_error},
};

/// What the built-in model is called where a model is named.
pub const NAME: &str = "pocket";

/// A file of the model: its path below the model's folder and its contents.
type File = (&'static str, &'static [u8]);

macro_rules! embed {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../models/pocket/", $path)))),*]
    };
}

static FILES: &[File] = embed![
    "target/config.json",
    "target/generation_config.json",
    "target/chat_template.jinja",
    "target/tokenizer.json",
    "target/tokenizer_config.json",
    "target/model.safetensors.index.json",
    "target/model.safetensors",
    "companion/config.json",
    "companion/tokenizer.json",
    "companion/tokenizer_config.json",
    "companion/model.safetensors",
];

/// Folders of this prefix are copies in the making.
const UNFINISHED: &str = ".unfinished-";

/// The built-in model, from a copy in `home` that is written if it is missing or not as it should
/// be.
///
/// # Errors
/// [`EngineError::Io`] if the copy can be neither used nor written.
pub fn pocket(home: &Home) -> Result<ModelSpec> {
    let folder = written(home, FILES)?;
    Ok(ModelSpec {
        target: folder.join("target"),
        companion: CompanionSpec::Folder(folder.join("companion")),
    })
}

/// The folder in `home` that holds exactly `files`.
fn written(home: &Home, files: &[File]) -> Result<PathBuf> {
    let folder = home.path().join("builtin").join(folder_name(files));
    // A whole copy is never touched again, so that looking needs no lock and no right to write.
    if !holds(&folder, files) {
        let parent = home.folder("builtin")?;
        replace(&parent, &folder, files).map_err(|error| write_error(&folder, &error))?;
    }
    Ok(folder)
}

/// Writes the copy, one process at a time. Killed at any moment, it leaves nothing half done under
/// the copy's own name.
fn replace(parent: &Path, folder: &Path, files: &[File]) -> io::Result<()> {
    let lock = fs::File::create(parent.join(".lock"))?;
    lock.lock()?;
    if holds(folder, files) {
        return Ok(());
    }
    tracing::info!(folder = %folder.display(), "writing the built-in model");
    sweep(parent);
    let copy = temporary(parent)?;
    write(copy.path(), files)?;
    let damaged = temporary(parent)?;
    match fs::rename(folder, damaged.path().join("damaged")) {
        Ok(()) => tracing::warn!("the copy that was there is damaged and is replaced"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::rename(copy.keep(), folder)
}

/// `pocket-` and a hash of names and contents, so that another version gets another folder.
fn folder_name(files: &[File]) -> String {
    let mut hash = Sha256::new();
    for (path, contents) in files {
        hash.update((path.len() as u64).to_le_bytes());
        hash.update(path);
        hash.update((contents.len() as u64).to_le_bytes());
        hash.update(contents);
    }
    let digits: String = hash.finalize()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{NAME}-{digits}")
}

/// Whether the copy is whole. Comparing is as fast as reading, which loading does anyway, and
/// notices more than sizes would.
fn holds(folder: &Path, files: &[File]) -> bool {
    files.iter().all(|(path, contents)| {
        let file = folder.join(path);
        file.metadata()
            .is_ok_and(|found| found.is_file() && found.len() == contents.len() as u64)
            && fs::read(&file).is_ok_and(|found| found == *contents)
    })
}

fn write(copy: &Path, files: &[File]) -> io::Result<()> {
    for (path, contents) in files {
        let file = copy.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, contents)?;
    }
    Ok(())
}

/// A folder that vanishes with its handle.
fn temporary(parent: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempdir_in(parent)
}

/// Removes what a process left behind that was killed while it wrote. Only the holder of the lock
/// writes, so whatever is unfinished now is left behind.
fn sweep(parent: &Path) {
    let Ok(entries) = parent.read_dir() else {
        return;
    };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            // What resists is tried again next time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const SOME: &[File] = &[("target/a", b"first"), ("companion/b", b"second")];

    fn home() -> (TempDir, Home) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let home = Home::at(folder.path()).expect("an absolute path");
        (folder, home)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = folder
            .read_dir()
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a name")
            })
            .collect();
        names.sort();
        names
    }

    #[test]
    fn every_file_of_the_repositorys_model_is_embedded() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/pocket");
        for part in ["target", "companion"] {
            let visible = |name: &String| !name.starts_with('.');
            for name in names(&repository.join(part)).into_iter().filter(visible) {
                let path = format!("{part}/{name}");
                assert!(
                    FILES.iter().any(|(embedded, _)| *embedded == path),
                    "{path}"
                );
            }
        }
    }

    #[test]
    fn names_tell_versions_apart() {
        let other: &[File] = &[("target/a", b"firs"), ("companion/b", b"tsecond")];
        assert_eq!(folder_name(SOME), folder_name(SOME));
        assert_ne!(folder_name(SOME), folder_name(other));
    }

    #[test]
    fn a_copy_is_written_once_and_repaired_when_damaged() {
        let (_keep, home) = home();
        let folder = written(&home, SOME).expect("a copy");
        let file = folder.join("target/a");
        let made = || file.metadata().expect("a file").modified().expect("a time");
        let first = made();
        assert_eq!(written(&home, SOME).expect("a copy"), folder);
        assert_eq!(made(), first, "a whole copy is left alone");

        let damages: [&dyn Fn(); 4] = [
            &|| fs::write(&file, b"firs").expect("truncated"),
            &|| fs::write(&file, b"fir5t").expect("changed"),
            &|| fs::remove_file(&file).expect("removed"),
            &|| fs::remove_dir_all(&folder).expect("all removed"),
        ];
        for damage in damages {
            damage();
            written(&home, SOME).expect("a new copy");
            assert!(holds(&folder, SOME));
        }
        assert_eq!(
            names(&home.path().join("builtin")).len(),
            2,
            "copy and lock"
        );
    }

    #[test]
    fn what_a_killed_process_left_is_removed() {
        let (_keep, home) = home();
        let left = home.path().join("builtin/.unfinished-x/target");
        fs::create_dir_all(&left).expect("a folder");
        fs::write(left.join("a"), b"fi").expect("a file");
        written(&home, SOME).expect("a copy");
        assert!(!left.exists());
    }

    #[test]
    fn many_may_come_at_once() {
        let (_keep, home) = home();
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let folder = written(&home, SOME).expect("a copy");
                    assert!(holds(&folder, SOME));
                });
            }
        });
        assert_eq!(
            names(&home.path().join("builtin")).len(),
            2,
            "copy and lock"
        );
    }

    #[test]
    fn a_home_that_cannot_be_written_says_so() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let home = Home::at(file.path()).expect("an absolute path");
        let message = pocket(&home).expect_err("no copy").to_string();
        assert!(message.contains("set TANDEM_HOME"), "{message}");
    }
}
