//! Which files hold a folder's weights.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::json::{self, shown};
use crate::error::{EngineError, Result, one_line};

/// The list of shards that Hugging Face and MLX write beside them.
pub(super) const INDEX: &str = "model.safetensors.index.json";
/// The name of weights in one file.
const SINGLE: &str = "model.safetensors";
/// The largest index read, in bytes. One entry takes about 120.
const INDEX_LIMIT: u64 = 32 << 20;
/// The most weight files of one checkpoint. The largest release of the family has about a hundred.
const MOST_FILES: usize = 2048;

/// A folder's weight files, and where its index (if any) puts each tensor.
pub(super) struct Files {
    /// Paths, in order of name.
    pub(super) paths: Vec<PathBuf>,
    /// Tensor name → file name, as the index says. It may be stale: the headers decide.
    pub(super) index: BTreeMap<String, String>,
}

/// Finds the weight files of `folder`: those its index names; without an index `model.safetensors`;
/// without that every `*.safetensors` in the folder. Of the files that an index names, those may be
/// missing into which it puts no tensor that is `needed`.
pub(super) fn find(folder: &Path, needed: &dyn Fn(&str) -> bool) -> Result<Files> {
    match fs::metadata(folder) {
        Ok(about) if about.is_dir() => {}
        Ok(_) => return Err(EngineError::bad_checkpoint(folder, "is not a folder")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(EngineError::NotFound {
                path: folder.to_owned(),
                what: "is not there; a model is a folder with config.json and *.safetensors"
                    .to_owned(),
            });
        }
        Err(error) => return Err(EngineError::io("read", folder, error)),
    }
    if let Some(files) = from_index(folder, needed)? {
        return Ok(files);
    }
    let single = folder.join(SINGLE);
    let paths = if single.exists() {
        vec![single.clone()]
    } else {
        every(folder)?
    };
    if paths.is_empty() {
        return Err(EngineError::NotFound {
            path: single,
            what:
                "is not there, nor any other *.safetensors; the weights are still to be downloaded"
                    .to_owned(),
        });
    }
    Ok(Files {
        paths,
        index: BTreeMap::new(),
    })
}

fn from_index(folder: &Path, needed: &dyn Fn(&str) -> bool) -> Result<Option<Files>> {
    let path = folder.join(INDEX);
    let Some(object) = json::read_object(&path, INDEX_LIMIT)? else {
        return Ok(None);
    };
    let bad = |reason: String| EngineError::bad_checkpoint(&path, reason);
    let Some(Value::Object(entries)) = object.get("weight_map") else {
        return Err(bad("has no weight_map".to_owned()));
    };
    let mut index = BTreeMap::new();
    for (tensor, file) in entries {
        let Some(name) = file.as_str() else {
            return Err(bad(format!(
                "gives {} as the file of {}",
                shown(file),
                one_line(tensor)
            )));
        };
        index.insert(tensor.clone(), name.to_owned());
    }
    let names: BTreeSet<&str> = index.values().map(String::as_str).collect();
    if names.is_empty() {
        return Err(bad("names no file".to_owned()));
    }
    if names.len() > MOST_FILES {
        return Err(bad(format!(
            "names {} files, more than the {MOST_FILES} allowed",
            names.len()
        )));
    }
    let needed: BTreeSet<&str> = index
        .iter()
        .filter(|(tensor, _)| needed(tensor))
        .map(|(_, file)| file.as_str())
        .collect();
    let mut paths = Vec::with_capacity(names.len());
    for name in names {
        // Only downwards: a name must not lead out of the folder. Links that the folder itself
        // holds may, since the Hugging Face cache is made of them.
        let inside = Path::new(name)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !inside || name.is_empty() || name.contains('\0') {
            return Err(bad(format!(
                "names the file {}, which is not inside the folder",
                one_line(name)
            )));
        }
        if !name.ends_with(".safetensors") {
            return Err(bad(format!(
                "names the file {}, which is not a safetensors file",
                one_line(name)
            )));
        }
        let file = folder.join(name);
        if !file.exists() {
            if !needed.contains(name) {
                continue;
            }
            return Err(bad(format!(
                "names {}, which is not in the folder; the download is incomplete",
                one_line(name)
            )));
        }
        paths.push(file);
    }
    Ok(Some(Files { paths, index }))
}

fn every(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error| EngineError::io("read", folder, error);
    let mut paths = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let named = path
            .extension()
            .is_some_and(|extension| extension == "safetensors");
        // Names with a leading dot are hidden; macOS leaves a `._` file beside each on foreign
        // disks.
        let hidden = path
            .file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if named && !hidden {
            paths.insert(path);
        }
        if paths.len() > MOST_FILES {
            return Err(EngineError::bad_checkpoint(
                folder,
                format!("holds more than {MOST_FILES} weight files"),
            ));
        }
    }
    Ok(paths.into_iter().collect())
}
