//! Where models are looked for.

use std::env;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// A place that holds models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Root {
    /// Its folder.
    pub path: PathBuf,
    /// What it is.
    pub kind: RootKind,
}

/// What a place is, which decides what may be done there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RootKind {
    /// The models' root: downloads go there.
    Models,
    /// LM Studio's folder: read only.
    LmStudio,
    /// A folder that the user added: read only.
    Added,
}

/// Reads a variable of the environment; tests give their own.
pub type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The environment of this process; a variable that is empty counts as absent.
pub fn environment(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// The models' root: what the command line says, else the setting, `HF_HUB_CACHE`, `HF_HOME`, the default cache.
pub fn models_root(
    flag: Option<&Path>,
    setting: Option<&Path>,
    variables: Variables<'_>,
) -> PathBuf {
    if let Some(path) = flag.or(setting) {
        return expanded(path, variables);
    }
    // The second is the first's old name.
    ["HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"]
        .into_iter()
        .find_map(variables)
        .map_or_else(
            || hf_home(variables).join("hub"),
            |path| expanded(Path::new(&path), variables),
        )
}

/// The folder of everything that Hugging Face's tools keep.
pub fn hf_home(variables: Variables<'_>) -> PathBuf {
    if let Some(path) = variables("HF_HOME") {
        return expanded(Path::new(&path), variables);
    }
    variables("XDG_CACHE_HOME")
        .map_or_else(
            || home(variables).join(".cache"),
            |path| expanded(Path::new(&path), variables),
        )
        .join("huggingface")
}

/// LM Studio's models folder, the current one before the old one, if there is one.
pub fn lm_studio(variables: Variables<'_>) -> Option<PathBuf> {
    [".lmstudio/models", ".cache/lm-studio/models"]
        .into_iter()
        .map(|below| home(variables).join(below))
        .find(|path| path.is_dir())
}

fn home(variables: Variables<'_>) -> PathBuf {
    variables("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from)
}

/// A path with a leading `~` replaced, and absolute.
fn expanded(path: &Path, variables: Variables<'_>) -> PathBuf {
    let path = match path.strip_prefix("~") {
        Ok(rest) => home(variables).join(rest),
        Err(_) => path.to_owned(),
    };
    std::path::absolute(&path).unwrap_or(path)
}

/// Whether a path is on a disk that is not connected: its mount point, the folder below `/Volumes`, `/media` or
/// `/mnt`, is missing. Making the folder then would fill the wrong disk.
pub(super) fn is_on_absent_disk(path: &Path) -> bool {
    let parts: Vec<_> = path.iter().filter_map(|part| part.to_str()).collect();
    let depth = match parts.as_slice() {
        ["/", "Volumes" | "mnt", _, ..] => 3,
        ["/", "media", _, _, ..] => 4,
        ["/", "run", "media", _, _, ..] => 5,
        _ => return false,
    };
    !path.iter().take(depth).collect::<PathBuf>().is_dir()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    fn root(flag: Option<&str>, setting: Option<&str>, pairs: &[(&str, &str)]) -> String {
        let variables = |name: &str| {
            pairs
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        };
        models_root(flag.map(Path::new), setting.map(Path::new), &variables)
            .to_string_lossy()
            .into_owned()
    }

    #[test]
    fn each_place_gives_way_to_the_one_before() {
        let all = [
            ("HF_HUB_CACHE", "/hub-cache"),
            ("HUGGINGFACE_HUB_CACHE", "/old-cache"),
            ("HF_HOME", "/hf"),
            ("XDG_CACHE_HOME", "/xdg"),
            ("HOME", "/home/me"),
        ];
        assert_eq!(root(Some("/flag"), Some("/setting"), &all), "/flag");
        assert_eq!(root(None, Some("~/models"), &all), "/home/me/models");
        assert_eq!(root(None, None, &all), "/hub-cache");
        assert_eq!(root(None, None, &all[1..]), "/old-cache");
        assert_eq!(root(None, None, &all[2..]), "/hf/hub");
        assert_eq!(root(None, None, &all[3..]), "/xdg/huggingface/hub");
        assert_eq!(
            root(None, None, &all[4..]),
            "/home/me/.cache/huggingface/hub"
        );
    }

    #[test]
    fn a_missing_mount_point_is_an_absent_disk() {
        assert!(is_on_absent_disk(Path::new("/Volumes/No Such Disk/models")));
        assert!(is_on_absent_disk(Path::new(
            "/media/me/no-such-disk/models"
        )));
        assert!(!is_on_absent_disk(Path::new("/no-such-folder/models")));
    }
}
