//! How a checkpoint names its tensors and in which form it stores them.
//!
//! Two forms exist. A raw Hugging Face release keeps RMS norm weights zero-centred and the
//! convolution as `[channels, 1, kernel]`; a conversion to MLX has added 1 to those norms and
//! stores `[channels, kernel, 1]`. The convolution's shape tells them apart without doubt. Values
//! never do: some norms are small by training, and taking those for zero-centred ones is the
//! commonest fault of MTP loaders. Names are independent of the form, since some tools convert one
//! and not the other.

use crate::checkpoint::{Checkpoint, TensorInfo};
use crate::error::{EngineError, Result, one_line};

/// The form of the stored values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As MLX computes.
    Mlx,
    /// As Hugging Face releases are: zero-centred norms, transposed convolution.
    Raw,
}

impl Form {
    /// The form of a checkpoint: by its convolutions, or, if it has none, by what its files say.
    ///
    /// # Errors
    /// [`EngineError::BadCheckpoint`] if some convolutions have one form and some the other.
    pub fn of(checkpoint: &Checkpoint) -> Result<Self> {
        let mut seen: Option<(Self, &str)> = None;
        for (name, info) in checkpoint
            .tensors()
            .filter(|(name, _)| name.ends_with(".conv1d.weight"))
        {
            let Some(form) = Self::of_convolution(info) else {
                continue;
            };
            match seen {
                Some((other, first)) if other != form => {
                    return Err(EngineError::bad_checkpoint(
                        checkpoint.path_of(info),
                        format!(
                            "mixes the MLX layout and the Hugging Face one: {} and {}",
                            one_line(first),
                            one_line(name)
                        ),
                    ));
                }
                _ => seen = Some((form, name)),
            }
        }
        Ok(seen.map_or(
            if checkpoint.is_marked_mlx() {
                Self::Mlx
            } else {
                Self::Raw
            },
            |(form, _)| form,
        ))
    }

    fn of_convolution(info: &TensorInfo) -> Option<Self> {
        match info.shape.as_slice() {
            [_, 1, kernel] if *kernel > 1 => Some(Self::Raw),
            [_, kernel, 1] if *kernel > 1 => Some(Self::Mlx),
            _ => None,
        }
    }
}

/// Where a target's tensors are in a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetNames {
    /// What stands before `layers.0…`, `embed_tokens` and `norm`.
    pub body: &'static str,
    /// The module of the untied head.
    pub head: &'static str,
}

/// The namings in use: MLX conversions of the image-text release, raw releases, text-only ones of
/// either form.
const TARGET_NAMES: [(&str, &[&str]); 4] = [
    (
        "language_model.model.",
        &["language_model.lm_head", "lm_head"],
    ),
    (
        "model.language_model.",
        &["lm_head", "model.lm_head", "language_model.lm_head"],
    ),
    ("model.", &["lm_head", "model.lm_head"]),
    ("", &["lm_head"]),
];

impl TargetNames {
    /// Finds the naming by the embedding, which every target has.
    ///
    /// # Errors
    /// [`EngineError::BadCheckpoint`] if there is no embedding, or one under each of two namings.
    pub fn of(checkpoint: &Checkpoint) -> Result<Self> {
        let has = |module: &str| checkpoint.get(&format!("{module}.weight")).is_some();
        let mut found = TARGET_NAMES
            .iter()
            .filter(|(body, _)| has(&format!("{body}embed_tokens")));
        let Some((body, heads)) = found.next() else {
            return Err(EngineError::bad_checkpoint(
                checkpoint.folder(),
                "holds no Qwen3.5 text model (no model.language_model.embed_tokens.weight or alike)",
            ));
        };
        if let Some((other, _)) = found.next() {
            return Err(EngineError::bad_checkpoint(
                checkpoint.folder(),
                format!(
                    "holds two text models: {body}embed_tokens.weight, {other}embed_tokens.weight"
                ),
            ));
        }
        let head = heads
            .iter()
            .find(|head| has(head))
            .or(heads.first())
            .copied()
            .unwrap_or("lm_head");
        Ok(Self { body, head })
    }
}

/// What may stand before the companion's `fc`: nothing in a folder of its own, otherwise the name
/// under which a full release holds it.
const COMPANION_PREFIXES: [&str; 3] = ["", "mtp.", "language_model.mtp."];

/// What stands before a companion's tensors, if the checkpoint holds one. The tensors are the
/// evidence: most conversions drop them and keep the config field that promises them.
pub fn companion_prefix(checkpoint: &Checkpoint) -> Option<&'static str> {
    COMPANION_PREFIXES
        .into_iter()
        .find(|prefix| checkpoint.get(&format!("{prefix}fc.weight")).is_some())
}

/// Whether a tensor of that name is part of a release's companion.
pub(crate) fn is_of_companion(tensor: &str) -> bool {
    COMPANION_PREFIXES
        .into_iter()
        .any(|prefix| !prefix.is_empty() && tensor.starts_with(prefix))
}

/// The form of a companion found under `prefix`. A folder of its own is made by a converter, which
/// has already shifted the norms; inside a release the release's form holds.
///
/// # Errors
/// As [`Form::of`].
pub fn companion_form(checkpoint: &Checkpoint, prefix: &str) -> Result<Form> {
    if prefix.is_empty() {
        Ok(Form::Mlx)
    } else {
        Form::of(checkpoint)
    }
}
