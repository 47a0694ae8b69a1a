//! Which tensors a companion is built from.

use crate::checkpoint::Checkpoint;
use crate::companion::config::CompanionConfig;
use crate::error::{EngineError, Result};
use crate::model::layout::{companion_form, companion_prefix};
use crate::model::plan::Plan;
use crate::model::planner::Planner;

impl Plan {
    /// The plan of a companion: `pre_fc_norm_embedding`, `pre_fc_norm_hidden`, `fc`, one full
    /// attention layer `layers.0`, `norm`. Its `fc` takes `[embedding | hidden state]`.
    ///
    /// # Errors
    /// As [`Plan::target`]; [`EngineError::NotFound`] if the checkpoint holds no companion.
    pub fn companion(checkpoint: &Checkpoint, config: &CompanionConfig) -> Result<Self> {
        let Some(prefix) = companion_prefix(checkpoint) else {
            return Err(EngineError::NotFound {
                path: checkpoint.folder().to_owned(),
                what: "holds no MTP companion (no tensor mtp.fc.weight); most conversions drop it"
                    .to_owned(),
            });
        };
        let mut planner = Planner::new(checkpoint, companion_form(checkpoint, prefix)?, prefix);
        planner.refuse_layers_from(1)?;
        let (text, hidden) = (&config.text, config.text.hidden_size);
        planner.norm("pre_fc_norm_embedding", hidden)?;
        planner.norm("pre_fc_norm_hidden", hidden)?;
        planner.matrix("fc", &[hidden, 2 * hidden])?;
        planner.norm("layers.0.input_layernorm", hidden)?;
        planner.attention("layers.0", text)?;
        planner.norm("layers.0.post_attention_layernorm", hidden)?;
        planner.mlp("layers.0", text)?;
        planner.norm("norm", hidden)?;
        Ok(planner.finish())
    }
}
