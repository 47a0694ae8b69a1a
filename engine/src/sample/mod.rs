//! Choosing tokens from scores: one sampler for plain and for speculative decoding.

use mlx_rs::{Array, error::Result, ops::indexing::argmax_axis};

/// Chooses the token that follows each row of scores.
///
/// Rows are told by their absolute position in the text, so that a choice never depends on how many
/// rows are verified together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sampler {}

impl Sampler {
    /// The most likely token of every row: `[T, vocabulary]` → `[T]`.
    pub(crate) fn choose(&self, logits: &Array) -> Result<Array> {
        argmax_axis(logits, -1, false)
    }
}
