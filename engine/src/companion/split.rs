//! Takes the companion out of a full release: a folder of its own in the form that mlx-vlm's splitter
//! gives it, which mlx-vlm and Tandem read alike.
//!
//! Names lose their prefix; norms of a raw release get their 1; fused and single experts become stacks; packed
//! weights stay packed. The config names the form `qwen3_5_mtp` and repeats the release's `text_config`. Weights
//! are copied in small steps, whatever their size, and the folder gets its name when everything is in it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::config::{COMPANION, CompanionConfig};
use super::extract::{self, Output};
use crate::checkpoint::Checkpoint;
use crate::error::{EngineError, Result};
use crate::hub::cache::disk::sync_folder;
use crate::hub::{bytes, free_space};
use crate::model::config::{self, CONFIG_FILE};
use crate::model::layout::{companion_prefix, is_of_companion};
use crate::model::plan::{Plan, PlannedWeight};

/// What mlx-vlm's splitter copies beside the weights.
const TOKENIZER_FILES: [&str; 3] = ["tokenizer.json", "tokenizer_config.json", "vocab.json"];
/// Name of the weights.
const WEIGHTS: &str = "model.safetensors";

/// Writes the companion inside the release `source` to the new folder `out`; gives the bytes of its weights. Of the
/// release's shards only those that hold the companion need be there.
///
/// # Errors
/// [`EngineError::NotFound`] if the release holds no companion; [`EngineError::InvalidRequest`] if `out` exists or
/// the source is a companion already; what is wrong with the release's files; [`EngineError::Io`] if the system
/// refuses, as for want of room. `out` then does not exist.
pub fn split(source: &Path, out: &Path) -> Result<u64> {
    if fs::symlink_metadata(out).is_ok() {
        return Err(EngineError::InvalidRequest(format!(
            "{} is there already; name a new folder",
            out.display()
        )));
    }
    let config = CompanionConfig::open(source)?;
    let checkpoint = Checkpoint::open_part(source, &is_of_companion)?;
    let Some(prefix @ ("mtp." | "language_model.mtp.")) = companion_prefix(&checkpoint) else {
        return Err(none_inside(source, &checkpoint));
    };
    let plan = Plan::companion(&checkpoint, &config)?;
    let outputs = extract::outputs(&plan);
    let total = outputs.iter().map(Output::bytes).sum::<u64>();

    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(|error| EngineError::io("make", parent, error))?;
    if let Some(free) = free_space(parent).filter(|&free| free < total) {
        let numbers = format!("it needs {}, {} are free", bytes(total), bytes(free));
        let full = io::Error::new(io::ErrorKind::StorageFull, numbers);
        return Err(EngineError::io("write", out, full));
    }
    let fresh = tempfile::Builder::new()
        .prefix(".tandem-split-")
        .permissions(readable())
        .tempdir_in(parent)
        .map_err(|error| EngineError::io("make a folder in", parent, error))?;
    extract::write(&checkpoint, &outputs, &fresh.path().join(WEIGHTS))?;
    write_config(source, prefix, &plan, fresh.path())?;
    for name in TOKENIZER_FILES {
        let from = source.join(name);
        if from.is_file() {
            fs::copy(&from, fresh.path().join(name))
                .map_err(|error| EngineError::io("copy", &from, error))?;
        }
    }
    // Replaces at most an empty folder that has appeared meanwhile.
    fs::rename(fresh.path(), out).map_err(|error| EngineError::io("name", out, error))?;
    // It has another name now, so there is nothing to remove.
    let _ = fresh.keep();
    sync_folder(parent);
    tracing::info!(source = %source.display(), out = %out.display(), total, "companion split off");
    Ok(total)
}

fn none_inside(source: &Path, checkpoint: &Checkpoint) -> EngineError {
    if companion_prefix(checkpoint).is_some() {
        return EngineError::InvalidRequest(format!(
            "{} is a companion already; use it as it is",
            source.display()
        ));
    }
    EngineError::NotFound {
        path: source.to_owned(),
        what:
            "holds no companion (no mtp.* tensors); most conversions drop it, take the full release"
                .to_owned(),
    }
}

fn readable() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o755)
}

fn write_config(source: &Path, prefix: &str, plan: &Plan, folder: &Path) -> Result<()> {
    let file = source.join(CONFIG_FILE);
    let release = config::read(&file)?;
    let text = match release.get("text_config") {
        Some(Value::Object(text)) => text,
        _ => &release,
    };
    let layers = text
        .get("mtp_num_hidden_layers")
        .and_then(Value::as_u64)
        .filter(|&layers| layers > 0)
        .unwrap_or(1);
    let tied = text.get("tie_word_embeddings").and_then(Value::as_bool);
    let mut companion = Map::new();
    // In order of name.
    companion.insert("block_size".to_owned(), json!(layers + 2));
    companion.insert("model_type".to_owned(), json!(COMPANION));
    if let Some(reads) = release.get("mtp_hidden_state") {
        companion.insert("mtp_hidden_state".to_owned(), reads.clone());
    }
    if let Some(quantization) = quantization(&release, prefix, plan) {
        companion.insert("quantization".to_owned(), quantization.clone());
        companion.insert("quantization_config".to_owned(), quantization);
    }
    companion.insert("text_config".to_owned(), Value::Object(text.clone()));
    companion.insert(
        "tie_word_embeddings".to_owned(),
        json!(tied.unwrap_or(true)),
    );
    let path = folder.join(CONFIG_FILE);
    let written = serde_json::to_vec_pretty(&companion)
        .map_err(io::Error::from)
        .and_then(|text| {
            let mut file = File::create_new(&path)?;
            file.write_all(&text)?;
            file.sync_all()
        });
    written.map_err(|error| EngineError::io("write", &path, error))
}

/// The quantization as the release tells it, under the companion's own names, corrected where the tensors differ:
/// mlx-vlm believes the config. `None` if nothing is packed.
fn quantization(release: &Map<String, Value>, prefix: &str, plan: &Plan) -> Option<Value> {
    let mut packed = plan
        .weights
        .iter()
        .filter_map(|weight| Some((weight, weight.packed.as_ref()?.quantization)))
        .peekable();
    let (_, first) = packed.peek()?;
    let told = [
        "mtplx_mtp_quantization",
        "quantization",
        "quantization_config",
    ]
    .into_iter()
    .find_map(|key| release.get(key)?.as_object());
    let mut all = told.cloned().unwrap_or_default();
    let own: Vec<(String, Value)> = all
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix(prefix)?.to_owned(), value.clone())))
        .collect();
    all.extend(own);
    for (key, value) in [
        ("group_size", json!(first.group_size)),
        ("bits", json!(first.bits)),
        ("mode", json!(first.mode.name())),
    ] {
        all.entry(key).or_insert(value);
    }
    for (PlannedWeight { name, .. }, found) in packed {
        let found = json!({
            "group_size": found.group_size,
            "bits": found.bits,
            "mode": found.mode.name(),
        });
        let differs = |of: &Map<String, Value>| {
            ["group_size", "bits", "mode"].into_iter().any(|key| {
                of.get(key).unwrap_or(&Value::Null) != found.get(key).unwrap_or(&Value::Null)
            })
        };
        let wrong = match all.get(name).and_then(Value::as_object) {
            Some(own) => differs(own),
            None => differs(&all),
        };
        if wrong {
            all.insert(name.clone(), found);
        }
    }
    Some(Value::Object(all))
}
