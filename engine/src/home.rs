//! The folder that holds everything the program writes, models apart.

use std::{
    env,
    fs::DirBuilder,
    io,
    path::{Path, PathBuf},
};

use crate::{EngineError, Result};

/// The environment variable that names the folder.
pub const VARIABLE: &str = "TANDEM_HOME";

/// Its name inside the platform's application-support folder, as is the custom there.
const NAME: &str = if cfg!(target_os = "macos") {
    "Tandem"
} else {
    "tandem"
};

/// The folder that holds everything the program writes, models apart. It need not exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// The folder that `TANDEM_HOME` names, else the platform's application-support folder.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] if the variable is unset and the user has no home folder.
    pub fn find() -> Result<Self> {
        let named = env::var_os(VARIABLE).filter(|value| !value.is_empty());
        let root = match named {
            Some(folder) => PathBuf::from(folder),
            None => dirs::data_dir()
                .ok_or_else(|| EngineError::NotFound {
                    path: PathBuf::from("the home folder"),
                    what: format!("set {VARIABLE} to the folder for Tandem's files"),
                })?
                .join(NAME),
        };
        Self::at(&root)
    }

    /// The folder `root`, whatever the environment says.
    ///
    /// # Errors
    /// [`EngineError::Io`] if `root` is relative and the current folder is gone.
    pub fn at(root: &Path) -> Result<Self> {
        let root =
            std::path::absolute(root).map_err(|error| EngineError::io("find", root, error))?;
        Ok(Self { root })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The folder `name` inside, created if need be, the user's alone.
    ///
    /// # Errors
    /// [`EngineError::Io`] if it cannot be created.
    pub fn folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.root.join(name);
        private_folders()
            .create(&folder)
            .map_err(|error| write_error(&folder, &error))?;
        Ok(folder)
    }
}

/// Creates folders with their parents, readable by nobody else.
fn private_folders() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// The error for something in the home folder that cannot be written, with the way out.
pub(crate) fn write_error(path: &Path, error: &io::Error) -> EngineError {
    let advice = format!("{error}; set {VARIABLE} to a folder that can be written");
    EngineError::io("write", path, io::Error::new(error.kind(), advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_the_users_alone() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let home = Home::at(&parent.path().join("a/home")).expect("an absolute path");
        let logs = home.folder("logs").expect("a new folder");
        assert_eq!(logs, home.path().join("logs"));
        home.folder("logs").expect("a folder that is there already");
        #[cfg(unix)]
        for folder in [home.path(), &logs] {
            let mode = std::os::unix::fs::MetadataExt::mode(&folder.metadata().expect("a folder"));
            assert_eq!(mode & 0o777, 0o700);
        }
    }

    #[test]
    fn a_home_that_is_a_file_says_what_to_do() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let home = Home::at(file.path()).expect("an absolute path");
        let message = home.folder("logs").expect_err("no folder").to_string();
        assert!(message.contains("set TANDEM_HOME"), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
}
