//! The models' root as the user set it, in `settings.json` of Tandem's home, which app and CLI share.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::hub::cache::disk::{self, Access};
use crate::hub::error::{HubError, HubResult};

/// The largest settings file read.
const LIMIT: u64 = 1 << 20;
/// The setting's name.
const KEY: &str = "models_dir";

/// The models' root that the user set, if any.
pub fn models_dir(home: &Path) -> Option<PathBuf> {
    match read(home) {
        Ok(settings) => settings
            .get(KEY)?
            .as_str()
            .filter(|text| !text.is_empty())
            .map(PathBuf::from),
        Err(error) => {
            tracing::warn!(%error, "settings not read");
            None
        }
    }
}

/// Sets the models' root; `None` goes back to the default. Other settings stay as they are.
///
/// # Errors
/// [`HubError::Io`] if the system refuses, or if the file holds no settings.
pub fn set_models_dir(home: &Path, folder: Option<&Path>) -> HubResult<()> {
    let path = path(home);
    let mut settings = read(home)?;
    match folder {
        Some(folder) => {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            settings.insert(
                KEY.to_owned(),
                Value::String(folder.to_string_lossy().into_owned()),
            );
        }
        None => {
            settings.shift_remove(KEY);
        }
    }
    let text = serde_json::to_vec_pretty(&settings)
        .map_err(|error| HubError::io("write", &path, error.into()))?;
    disk::make_parent(&path)?;
    disk::write_atomic(&path, &text, Access::Private)
}

fn path(home: &Path) -> PathBuf {
    home.join("settings.json")
}

fn read(home: &Path) -> HubResult<Map<String, Value>> {
    let path = path(home);
    let text = disk::read_text(&path, LIMIT)?.unwrap_or_else(|| "{}".to_owned());
    serde_json::from_str(&text).map_err(|error| HubError::io("read", &path, error.into()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn the_setting_leaves_others_alone() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(models_dir(home.path()), None);
        set_models_dir(home.path(), Some(Path::new("/models"))).unwrap();
        assert_eq!(models_dir(home.path()), Some("/models".into()));
        std::fs::write(
            path(home.path()),
            r#"{"theme": "dark", "models_dir": "/a"}"#,
        )
        .unwrap();
        set_models_dir(home.path(), None).unwrap();
        assert_eq!(models_dir(home.path()), None);
        assert!(
            std::fs::read_to_string(path(home.path()))
                .unwrap()
                .contains("dark")
        );
        std::fs::write(path(home.path()), "{").unwrap();
        assert_eq!(models_dir(home.path()), None);
        assert!(
            set_models_dir(home.path(), None).is_err(),
            "a damaged file is not overwritten"
        );
    }
}
