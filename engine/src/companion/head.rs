//! The companion's network.
//!
//! Row `p` of the companion is built from the embedding of token `p + 1` and the target's hidden
//! state at position `p`, and predicts token `p + 2`:
//!
//! ```text
//! x   = fc([rms(embedding of token p+1) | rms(hidden state p)])
//! out = norm(layer(x))
//! ```
//!
//! Embedding and head are the target's own. Chained drafts take the companion's own `out` in place
//! of a hidden state.

use mlx_rs::{Array, error::Result, fast::rms_norm, ops::concatenate};

use super::config::{CompanionConfig, HiddenState};
use crate::{
    mlx::Matrix,
    model::{cache::KvCache, layer::AttentionLayer, loader::Loader, target::Target},
};

/// Keys and values of the companion's rows.
pub(crate) type CompanionCache = KvCache;

/// A loaded MTP head.
#[derive(Debug, Clone)]
pub(crate) struct Companion {
    join: Matrix,
    embedding_norm: Array,
    hidden_norm: Array,
    layer: AttentionLayer,
    norm: Array,
    eps: f32,
    reads: HiddenState,
}

impl Companion {
    /// Loads all tensors of the plan that `loader` follows.
    pub(crate) fn load(loader: &mut Loader, config: &CompanionConfig) -> crate::Result<Self> {
        Ok(Self {
            join: loader.matrix("fc")?,
            embedding_norm: loader.vector("pre_fc_norm_embedding")?,
            hidden_norm: loader.vector("pre_fc_norm_hidden")?,
            layer: AttentionLayer::load(loader, "layers.0", &config.text)?,
            norm: loader.vector("norm")?,
            eps: config.text.norm_eps,
            reads: config.hidden_state,
        })
    }

    /// The target's states that the companion reads: `hidden` (`[T, hidden]`, before the final
    /// norm) or `normalized` (after it).
    pub(crate) fn input<'a>(&self, hidden: &'a Array, normalized: &'a Array) -> &'a Array {
        match self.reads {
            HiddenState::PostNorm => normalized,
            HiddenState::PreNorm => hidden,
        }
    }

    /// The same companion, reading the state on the other side of the final norm.
    pub(crate) fn reading_the_other_state(&self) -> Self {
        let reads = match self.reads {
            HiddenState::PostNorm => HiddenState::PreNorm,
            HiddenState::PreNorm => HiddenState::PostNorm,
        };
        Self {
            reads,
            ..self.clone()
        }
    }

    /// The same companion with `shift` (one number) added to the weights of all its norms.
    pub(crate) fn with_norms_shifted(&self, shift: &Array) -> Result<Self> {
        self.map_norms(&|norm| norm.add(shift.as_dtype(norm.dtype())?))
    }

    /// The same companion with other weights of its norms.
    pub(crate) fn map_norms(&self, change: &dyn Fn(&Array) -> Result<Array>) -> Result<Self> {
        Ok(Self {
            embedding_norm: change(&self.embedding_norm)?,
            hidden_norm: change(&self.hidden_norm)?,
            layer: self.layer.map_norms(change)?,
            norm: change(&self.norm)?,
            ..self.clone()
        })
    }

    /// Appends rows for the tokens `next` (`[T]`) and the states `states` (`[T, hidden]`) before
    /// them; gives the rows' outputs `[T, hidden]`, which [`Target::logits`] turns into drafts.
    pub(crate) fn append(
        &self,
        target: &Target,
        next: &Array,
        states: &Array,
        cache: &mut CompanionCache,
    ) -> Result<Array> {
        let embedding = rms_norm(target.embed(next)?, Some(&self.embedding_norm), self.eps)?;
        let state = rms_norm(states, Some(&self.hidden_norm), self.eps)?;
        let joined = self.join.multiply(&concatenate(&[embedding, state], -1)?)?;
        let out = self.layer.forward(&joined, cache)?;
        rms_norm(out, Some(&self.norm), self.eps)
    }
}
