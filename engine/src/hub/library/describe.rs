//! What a model folder holds, told from its config and the headers of its weights, never from its name.

use std::path::Path;

use serde::Serialize;

use crate::checkpoint::Checkpoint;
use crate::companion::config::CompanionConfig;
use crate::error::EngineError;
use crate::hub::cache::walk;
use crate::hub::repo::RepoFile;
use crate::model::config::{self, CONFIG_FILE, ModelConfig};
use crate::model::layout::companion_prefix;

/// What a folder can be used as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "role", content = "reason", rename_all = "snake_case")]
pub enum Role {
    /// A model.
    Model,
    /// A model that still has its companion inside.
    ModelWithCompanion,
    /// A companion.
    Companion,
    /// Nothing that Tandem can run, and why.
    Unsupported(String),
}

/// Whether a model can be used now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", content = "reason", rename_all = "snake_case")]
pub enum State {
    /// Every file is there with its full length.
    Whole,
    /// Something is missing or cut short: what.
    Incomplete(String),
    /// Its disk is not connected.
    Unavailable,
}

/// What a folder holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Description {
    pub(super) role: Role,
    pub(super) state: State,
    /// Bytes of all files, links followed.
    pub(super) bytes: u64,
}

/// Looks at a folder. `expected` are the files that it must hold, where a ledger knows.
pub(super) fn describe(folder: &Path, expected: Option<&[RepoFile]>) -> Description {
    let found = walk::files(folder).unwrap_or_default();
    let bytes = found.iter().filter_map(|file| file.bytes).sum();
    let missing = expected.unwrap_or_default().iter().find(|file| {
        !found
            .iter()
            .any(|found| found.name == file.path && found.bytes == Some(file.size))
    });
    let dangling = found
        .iter()
        .find(|file| file.bytes.is_none() && file.path.is_symlink());
    let checkpoint = Checkpoint::open(folder);
    let role = role(folder, checkpoint.as_ref().ok());
    let state = match (missing, dangling, &checkpoint) {
        (Some(file), _, _) => State::Incomplete(format!("{} is missing", file.path)),
        (_, Some(file), _) => State::Incomplete(format!("{} leads nowhere", file.name)),
        (_, _, Err(error)) => State::Incomplete(error.to_string()),
        _ if !folder.join(CONFIG_FILE).is_file() => {
            State::Incomplete(format!("{CONFIG_FILE} is missing"))
        }
        _ if needs_tokenizer(&role) && !folder.join("tokenizer.json").is_file() => {
            State::Incomplete("tokenizer.json is missing".to_owned())
        }
        _ => State::Whole,
    };
    Description { role, state, bytes }
}

/// A companion borrows the tokenizer of its model.
fn needs_tokenizer(role: &Role) -> bool {
    matches!(role, Role::Model | Role::ModelWithCompanion)
}

fn role(folder: &Path, checkpoint: Option<&Checkpoint>) -> Role {
    match model_type(folder).as_deref() {
        Some(found) if config::is_supported(found) => match ModelConfig::open(folder) {
            Ok(_)
                if checkpoint.is_some_and(|checkpoint| companion_prefix(checkpoint).is_some()) =>
            {
                Role::ModelWithCompanion
            }
            Ok(_) => Role::Model,
            Err(error) => Role::Unsupported(error.to_string()),
        },
        _ => match CompanionConfig::open(folder) {
            Ok(_) => Role::Companion,
            Err(EngineError::UnsupportedArchitecture { found, .. }) => {
                Role::Unsupported(format!("the architecture {found} is not supported"))
            }
            Err(error) => Role::Unsupported(error.to_string()),
        },
    }
}

fn model_type(folder: &Path) -> Option<String> {
    let object = config::read(&folder.join(CONFIG_FILE)).ok()?;
    Some(object.get("model_type")?.as_str()?.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    fn pocket(part: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../models/pocket")
            .join(part)
    }

    fn copy_of(part: &str, to: &Path) {
        for entry in fs::read_dir(pocket(part)).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }

    #[test]
    fn the_pocket_model_and_its_companion_are_told_apart() {
        let target = describe(&pocket("target"), None);
        assert_eq!((target.role, target.state), (Role::Model, State::Whole));
        let companion = describe(&pocket("companion"), None);
        assert_eq!(
            (companion.role, companion.state),
            (Role::Companion, State::Whole)
        );
        assert!(target.bytes > companion.bytes && companion.bytes > 1000);
    }

    #[test]
    fn what_is_missing_or_cut_is_named() {
        let folder = tempfile::tempdir().unwrap();
        copy_of("target", folder.path());
        let state = |expected: Option<&[RepoFile]>| describe(folder.path(), expected).state;
        assert_eq!(state(None), State::Whole);

        let weights = folder.path().join("model.safetensors");
        let all = fs::read(&weights).unwrap();
        fs::write(&weights, &all[..all.len() - 1]).unwrap();
        assert!(matches!(state(None), State::Incomplete(reason) if reason.contains("cut short")));
        fs::write(folder.path().join("._model.safetensors"), [0, 5, 0x16, 7]).unwrap();
        fs::write(&weights, &all).unwrap();
        assert_eq!(state(None), State::Whole);

        fs::rename(
            folder.path().join("tokenizer.json"),
            folder.path().join("t"),
        )
        .unwrap();
        assert!(
            matches!(state(None), State::Incomplete(reason) if reason.contains("tokenizer.json"))
        );
        fs::rename(
            folder.path().join("t"),
            folder.path().join("tokenizer.json"),
        )
        .unwrap();

        fs::remove_file(&weights).unwrap();
        std::os::unix::fs::symlink("../../blobs/gone", &weights).unwrap();
        assert!(matches!(state(None), State::Incomplete(_)));
    }

    #[test]
    fn other_architectures_say_which() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("config.json"),
            r#"{"model_type": "llama"}"#,
        )
        .unwrap();
        let Role::Unsupported(reason) = describe(folder.path(), None).role else {
            panic!("a llama is no model of this family");
        };
        assert!(reason.contains("llama"));
    }
}
