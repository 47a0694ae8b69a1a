//! Which files of a repository a model needs.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Part;
use crate::hub::repo::{RepoFile, is_safe_path};
use crate::model::layout::is_of_companion;

/// The list of shards.
pub(crate) const INDEX: &str = "model.safetensors.index.json";
/// Weights in one file.
const SINGLE: &str = "model.safetensors";
/// What Tandem and other MLX programs read beside the weights.
const BESIDE: [&str; 15] = [
    "added_tokens.json",
    "chat_template.jinja",
    "chat_template.json",
    "config.json",
    "generation_config.json",
    "merges.txt",
    INDEX,
    "preprocessor_config.json",
    "processor_config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer.model",
    "tokenizer_config.json",
    "video_preprocessor_config.json",
    "vocab.json",
];

/// The files that a model needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Needed {
    /// Config, tokenizer and so on: small.
    pub(crate) beside: Vec<RepoFile>,
    /// The weights.
    pub(crate) weights: Vec<RepoFile>,
}

impl Needed {
    /// What a model needs of a repository, as far as names tell.
    pub(crate) fn of(files: &[RepoFile]) -> Self {
        let beside = files
            .iter()
            .filter(|file| BESIDE.contains(&file.path.as_str()))
            .cloned()
            .collect();
        let all = files
            .iter()
            .filter(|file| file.path.ends_with(".safetensors"));
        let weights = if files.iter().any(|file| file.path == INDEX) {
            all.cloned().collect()
        } else if let Some(single) = files.iter().find(|file| file.path == SINGLE) {
            vec![single.clone()]
        } else {
            all.filter(|file| !file.path.contains('/'))
                .cloned()
                .collect()
        };
        Self { beside, weights }
    }

    /// Keeps only the weights that the index names for a part. An index that makes no sense leaves them all.
    pub(crate) fn narrow(&mut self, index: &[u8], part: Part) {
        let named: BTreeSet<String> = match serde_json::from_slice::<Value>(index) {
            Ok(index) => index
                .get("weight_map")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
                .filter(|(tensor, _)| part == Part::Model || is_of_companion(tensor))
                .filter_map(|(_, file)| file.as_str())
                .filter(|name| is_safe_path(name))
                .map(str::to_owned)
                .collect(),
            Err(_) => return,
        };
        if self.weights.iter().any(|file| named.contains(&file.path)) {
            self.weights.retain(|file| named.contains(&file.path));
        }
    }

    /// Every file.
    pub(crate) fn all(&self) -> impl Iterator<Item = &RepoFile> {
        self.beside.iter().chain(&self.weights)
    }

    /// Bytes of every file.
    pub(crate) fn bytes(&self) -> u64 {
        self.all()
            .map(|file| file.size)
            .fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use super::*;
    use crate::hub::repo::ContentHash;

    fn needed(paths: &[&str]) -> Needed {
        let hash = ContentHash::from_blob_name(&"a".repeat(64)).unwrap();
        let files: Vec<RepoFile> = paths
            .iter()
            .map(|path| RepoFile {
                path: (*path).to_owned(),
                size: 1,
                hash: hash.clone(),
            })
            .collect();
        Needed::of(&files)
    }

    fn names(files: &[RepoFile]) -> Vec<&str> {
        files.iter().map(|file| file.path.as_str()).collect()
    }

    #[test]
    fn pictures_and_other_formats_stay_on_the_hub() {
        let plan = needed(&[
            ".gitattributes",
            "README.md",
            "config.json",
            "model.gguf",
            "model.safetensors",
            "onnx/model.onnx",
            "other.safetensors",
            "picture.png",
            "pytorch_model.bin",
            "tokenizer.json",
            "training/config.json",
        ]);
        assert_eq!(names(&plan.beside), ["config.json", "tokenizer.json"]);
        assert_eq!(names(&plan.weights), ["model.safetensors"]);
    }

    #[test]
    fn the_index_decides_which_weights() {
        let mut plan = needed(&[
            INDEX,
            "a.safetensors",
            "b.safetensors",
            "mtp/c.safetensors",
            "extra.safetensors",
        ]);
        assert_eq!(plan.weights.len(), 4);
        for nonsense in [
            &b"{"[..],
            b"[]",
            br#"{"weight_map": {"x": "../../x"}}"#,
            br#"{"weight_map": {"x": 1}}"#,
        ] {
            plan.narrow(nonsense, Part::Model);
            assert_eq!(plan.weights.len(), 4);
        }
        let index = br#"{"weight_map": {"x": "a.safetensors", "mtp.y": "mtp/c.safetensors", "z": "a.safetensors"}}"#;
        plan.narrow(index, Part::Model);
        assert_eq!(names(&plan.weights), ["a.safetensors", "mtp/c.safetensors"]);
        plan.narrow(index, Part::Companion);
        assert_eq!(names(&plan.weights), ["mtp/c.safetensors"]);
        assert_eq!(
            needed(&["x.safetensors", "sub/y.safetensors"])
                .weights
                .len(),
            1
        );
    }
}
