//! The config of an MTP companion: a folder of its own, or a full release that still holds its
//! head.

use std::path::Path;

use crate::checkpoint::json::Fields;
use crate::error::{EngineError, Result, one_line};
use crate::model::config::{self, CONFIG_FILE, TextConfig};
use crate::model::quantization::QuantizationHint;

/// The architecture of a companion's own folder.
pub(crate) const COMPANION: &str = "qwen3_5_mtp";
/// The architectures that [`CompanionConfig::open`] accepts.
const ARCHITECTURES: &str = "qwen3_5_mtp, or a full release of qwen3_5 or qwen3_5_moe";

/// What a companion computes and how it wants to be used.
#[derive(Debug, Clone, PartialEq)]
pub struct CompanionConfig {
    /// Its layer is one of the target's full attention layers; the number of layers in here is the
    /// target's.
    pub text: TextConfig,
    /// Rows of a verify pass it was made for: its drafts and one token more.
    pub block_size: usize,
    /// Which of the target's hidden states it takes.
    pub hidden_state: HiddenState,
    /// What the config says of its quantization. The tensors decide.
    pub quantization: QuantizationHint,
}

/// A hidden state of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenState {
    /// After the final norm: what the head takes.
    PostNorm,
    /// Before it.
    PreNorm,
}

impl CompanionConfig {
    /// Reads the config of a companion's folder, or of a full release.
    ///
    /// # Errors
    /// As [`ModelConfig::open`](config::ModelConfig::open); also [`EngineError::BadConfig`] for
    /// more than one layer or embeddings of its own, which no release has.
    pub fn open(folder: &Path) -> Result<Self> {
        let file = folder.join(CONFIG_FILE);
        let object = config::read(&file)?;
        let fields = Fields::new(&file, &object);
        let found = fields.text("model_type")?.unwrap_or("(no model_type)");
        if found != COMPANION && !config::is_supported(found) {
            return Err(EngineError::UnsupportedArchitecture {
                file: file.clone(),
                found: found.to_owned(),
                supported: ARCHITECTURES,
            });
        }
        let inner = match fields.object("text_config", "text_config.")? {
            Some(inner) => inner,
            None if found == COMPANION => return Err(fields.missing("text_config")),
            None => fields,
        };
        let text = TextConfig::read(&inner, fields.flag("tie_word_embeddings")?)?;
        if let Some(layers) = inner
            .count("mtp_num_hidden_layers", 0..=1024)?
            .filter(|&layers| layers != 1)
        {
            return Err(inner.bad(
                "mtp_num_hidden_layers",
                format!("is {layers}; only 1 is supported"),
            ));
        }
        if inner.flag("mtp_use_dedicated_embeddings")? == Some(true) {
            return Err(inner.bad("mtp_use_dedicated_embeddings", "true is not supported"));
        }
        let hidden_state = match fields.text("mtp_hidden_state")? {
            None | Some("post_norm") => HiddenState::PostNorm,
            Some("pre_norm") => HiddenState::PreNorm,
            Some(other) => {
                let reason = format!(
                    "is {:?}, not \"post_norm\" or \"pre_norm\"",
                    one_line(other)
                );
                return Err(fields.bad("mtp_hidden_state", reason));
            }
        };
        Ok(Self {
            text,
            block_size: fields.count("block_size", 2..=64)?.unwrap_or(3),
            hidden_state,
            quantization: QuantizationHint::read(&fields, &inner),
        })
    }

    /// Whether the companion can work for a target: it takes the target's hidden states and token
    /// embeddings.
    ///
    /// # Errors
    /// [`EngineError::CompanionMismatch`] naming what differs.
    pub fn check_fits(&self, target: &TextConfig) -> Result<()> {
        for (field, companion, target) in [
            ("hidden_size", self.text.hidden_size, target.hidden_size),
            ("vocab_size", self.text.vocab_size, target.vocab_size),
        ] {
            if companion != target {
                return Err(EngineError::CompanionMismatch {
                    field,
                    companion,
                    target,
                });
            }
        }
        Ok(())
    }
}
