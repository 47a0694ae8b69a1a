//! Full releases, made of the references' parts.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use safetensors::tensor::View;
use safetensors::{Dtype, SafeTensors};
use serde_json::{Value, json};

/// Type, shape and bytes.
pub type Tensor = (Dtype, Vec<usize>, Vec<u8>);

/// A folder of `tests/references/small`.
pub fn reference(preset: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/references/small")
        .join(preset)
}

/// All tensors of a folder with one weight file.
pub fn tensors(folder: &Path) -> BTreeMap<String, Tensor> {
    let bytes = fs::read(folder.join("model.safetensors")).unwrap();
    SafeTensors::deserialize(&bytes)
        .unwrap()
        .iter()
        .map(|(name, tensor)| {
            let tensor = (
                tensor.dtype(),
                tensor.shape().to_vec(),
                tensor.data().to_vec(),
            );
            (name.to_owned(), tensor)
        })
        .collect()
}

/// Says that a test is skipped, past what the test runner captures.
pub fn skip(reason: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "SKIPPED: {reason}");
}

struct Stored<'a>(&'a Tensor);

impl View for Stored<'_> {
    fn dtype(&self) -> Dtype {
        self.0.0
    }
    fn shape(&self) -> &[usize] {
        &self.0.1
    }
    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.0.2)
    }
    fn data_len(&self) -> usize {
        self.0.2.len()
    }
}

/// A release in a folder, and an empty folder beside it.
pub struct Release {
    dir: tempfile::TempDir,
    folder: PathBuf,
    tensors: BTreeMap<String, Tensor>,
    format: &'static str,
}

impl Release {
    /// As Hugging Face has it.
    pub fn raw(preset: &str) -> Self {
        let from = reference(preset).join("raw");
        Self::write(&from, tensors(&from), "pt")
    }

    /// A conversion that has kept the companion, under `prefix`.
    pub fn converted(preset: &str, prefix: &str) -> Self {
        let parts = ["target", "companion"].map(|part| reference(preset).join(part));
        Self::joined(&parts[0], &parts[1], prefix)
    }

    /// A model and a companion as one release.
    pub fn joined(target: &Path, companion: &Path, prefix: &str) -> Self {
        let from = target.to_owned();
        let mut all = tensors(&from);
        all.extend(
            tensors(companion)
                .into_iter()
                .map(|(name, tensor)| (format!("{prefix}{name}"), tensor)),
        );
        Self::write(&from, all, "mlx")
    }

    fn write(from: &Path, tensors: BTreeMap<String, Tensor>, format: &'static str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["release", "out"] {
            fs::create_dir(dir.path().join(folder)).unwrap();
        }
        for name in ["config.json", "tokenizer.json"] {
            fs::copy(from.join(name), dir.path().join("release").join(name)).unwrap();
        }
        let folder = dir.path().join("release");
        let release = Self {
            dir,
            folder,
            tensors,
            format,
        };
        release.store("model.safetensors", |_| true);
        release
    }

    fn store(&self, file: &str, holds: impl Fn(&str) -> bool) {
        let held = self.tensors.iter().filter(|(name, _)| holds(name));
        let notes = HashMap::from([("format".to_owned(), self.format.to_owned())]);
        safetensors::serialize_to_file(
            held.map(|(name, tensor)| (name, Stored(tensor))),
            Some(notes),
            &self.folder().join(file),
        )
        .unwrap();
    }

    /// The same in so many files, with an index.
    pub fn sharded(self, count: usize) -> Self {
        if count == 1 {
            return self;
        }
        fs::remove_file(self.folder().join("model.safetensors")).unwrap();
        let names: Vec<&String> = self.tensors.keys().collect();
        let each = names.len().div_ceil(count);
        let mut map = serde_json::Map::new();
        for (number, part) in names.chunks(each).enumerate() {
            let file = format!("model-{:05}-of-{count:05}.safetensors", number + 1);
            self.store(&file, |name| part.iter().any(|other| *other == name));
            map.extend(part.iter().map(|name| ((*name).clone(), json!(file))));
        }
        let index = json!({"metadata": {}, "weight_map": map}).to_string();
        fs::write(self.folder().join("model.safetensors.index.json"), index).unwrap();
        self
    }

    /// The same with every value in 16 bits, as releases are.
    pub fn in_bits16(mut self, dtype: Dtype) -> Self {
        for tensor in self.tensors.values_mut() {
            let short = |value: &[u8; 4]| {
                let value = f32::from_le_bytes(*value);
                match dtype {
                    Dtype::BF16 => half::bf16::from_f32(value).to_le_bytes(),
                    _ => half::f16::from_f32(value).to_le_bytes(),
                }
            };
            tensor.2 = tensor.2.as_chunks::<4>().0.iter().flat_map(short).collect();
            tensor.0 = dtype;
        }
        self.store("model.safetensors", |_| true);
        self
    }

    /// The same with every expert on its own.
    pub fn with_single_experts(mut self) -> Self {
        // A raw release has gate and up projection as one, and calls its stacks otherwise.
        const FUSED: &str = "mtp.layers.0.mlp.experts.";
        if let Some((dtype, shape, both)) = self.tensors.remove(&format!("{FUSED}gate_up_proj")) {
            let half = vec![shape[0], shape[1] / 2, shape[2]];
            let (mut gate, mut up) = (Vec::new(), Vec::new());
            for expert in both.chunks(both.len() / shape[0]) {
                let (first, second) = expert.split_at(expert.len() / 2);
                gate.extend_from_slice(first);
                up.extend_from_slice(second);
            }
            let down = self.tensors.remove(&format!("{FUSED}down_proj")).unwrap();
            for (name, tensor) in [
                ("gate_proj", (dtype, half.clone(), gate)),
                ("up_proj", (dtype, half, up)),
                ("down_proj", down),
            ] {
                let name = format!("mtp.layers.0.mlp.switch_mlp.{name}.weight");
                self.tensors.insert(name, tensor);
            }
        }
        let stacked: Vec<String> = self
            .tensors
            .keys()
            .filter(|name| name.starts_with("mtp.") && name.contains(".switch_mlp."))
            .cloned()
            .collect();
        for name in stacked {
            let (dtype, shape, bytes) = self.tensors.remove(&name).unwrap();
            for (expert, bytes) in bytes.chunks(bytes.len() / shape[0]).enumerate() {
                let name = name.replace(".switch_mlp.", &format!(".experts.{expert}."));
                self.tensors
                    .insert(name, (dtype, shape[1..].to_vec(), bytes.to_vec()));
            }
        }
        self.store("model.safetensors", |_| true);
        self
    }

    /// The same with a config that says this of its quantization.
    pub fn with_quantization(self, told: &Value) -> Self {
        let path = self.folder().join("config.json");
        let mut config: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let config_object = config.as_object_mut().unwrap();
        config_object.remove("quantization_config");
        config_object.insert("quantization".to_owned(), told.clone());
        fs::write(path, config.to_string()).unwrap();
        self
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the companion is to go.
    pub fn out(&self) -> PathBuf {
        self.dir.path().join("out/companion")
    }

    /// The files that hold some of the companion, and those that do not.
    pub fn shards(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let index = fs::read(self.folder().join("model.safetensors.index.json")).unwrap();
        let index: Value = serde_json::from_slice(&index).unwrap();
        let map = index["weight_map"].as_object().unwrap();
        let holding: Vec<&str> = map
            .iter()
            .filter(|(name, _)| name.starts_with("mtp."))
            .filter_map(|(_, file)| file.as_str())
            .collect();
        let mut files: Vec<&str> = map.values().filter_map(Value::as_str).collect();
        files.sort_unstable();
        files.dedup();
        let (with, without): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|file| holding.contains(file));
        let paths = |names: Vec<&str>| {
            names
                .into_iter()
                .map(|name| self.folder().join(name))
                .collect()
        };
        (paths(with), paths(without))
    }
}
