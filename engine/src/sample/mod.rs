//! Choosing tokens from scores: one sampler for plain and for speculative decoding.
//!
//! A choice is a function of the scores, of the text before it and of (seed, position): what was
//! drafted, accepted or rejected on the way, and how many rows were verified together, never
//! reaches it. So the same seed gives the same text with speculation on and off.
//!
//! Order and meaning of the steps are those of mlx-lm: bias, repetition, presence and frequency
//! penalty change the scores; top-p, min-p and top-k, in this order and at temperature 1, choose
//! the candidates; the temperature sharpens or flattens what is left.

mod draw;
mod filters;
mod noise;
mod penalties;
mod ranking;
mod settings;
#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;

use mlx_rs::{
    Array, Dtype,
    error::Result,
    ops::{
        concatenate,
        indexing::{TryIndexOp, argmax_axis},
    },
};

use crate::mlx::dim;
use draw::Draw;
use penalties::Penalties;
pub use settings::SamplingSettings;

/// The most likely token of every row: `[T, vocabulary]` → `[T]`.
pub(crate) fn greedy(logits: &Array) -> Result<Array> {
    argmax_axis(logits, -1, false)
}

/// Chooses the tokens of one text.
#[derive(Debug)]
pub(crate) struct Sampler {
    /// Added to the scores, `[vocabulary]`.
    bias: Option<Array>,
    penalties: Option<Penalties>,
    /// `None` takes the most likely token.
    draw: Option<Draw>,
    /// Whether each row is drawn from alone.
    rows_apart: bool,
    /// Tokens of the text, which is the position of the next one.
    position: u64,
}

impl Sampler {
    /// Takes the most likely token, whatever the text is.
    pub(crate) fn greedy() -> Self {
        Self {
            bias: None,
            penalties: None,
            draw: None,
            rows_apart: false,
            position: 0,
        }
    }

    /// A sampler for the text that begins with `prompt`.
    pub(crate) fn new(settings: &SamplingSettings, vocabulary: usize, prompt: &[u32]) -> Self {
        let mut sampler = Self {
            bias: bias(&settings.logit_bias, vocabulary),
            penalties: Penalties::new(settings),
            draw: Draw::new(settings, vocabulary),
            rows_apart: false,
            position: 0,
        };
        sampler.committed(prompt);
        sampler
    }

    /// From now on draws from each row as if it were the only one, so that a choice depends on its
    /// scores bit for bit and not on how many rows there are. Bias, penalties and the likeliest
    /// token never do.
    pub(crate) fn exactly(mut self) -> Self {
        self.rows_apart = true;
        self
    }

    /// Chooses the token after each row of scores: `[T, vocabulary]` → `[T]`, not computed yet.
    ///
    /// The first row follows the text, each further one also the drafts before it: there are as
    /// many `drafts` as further rows.
    pub(crate) fn choose(&self, logits: &Array, drafts: Option<&Array>) -> Result<Array> {
        let scores = self.scores(logits, drafts)?;
        match &self.draw {
            None => greedy(&scores),
            Some(draw) if self.rows_apart => {
                let rows = (0..scores.dim(0))
                    .zip(self.position..)
                    .map(|(row, position)| {
                        draw.choose(&scores.try_index((row..=row, ..))?, position)
                    })
                    .collect::<Result<Vec<_>>>()?;
                concatenate(&rows, 0)
            }
            Some(draw) => draw.choose(&scores, self.position),
        }
    }

    /// Takes note of tokens that now belong to the text.
    pub(crate) fn committed(&mut self, tokens: &[u32]) {
        self.position += tokens.len() as u64;
        if let Some(penalties) = &mut self.penalties {
            penalties.committed(tokens);
        }
    }

    /// The scores with bias and penalties.
    fn scores(&self, logits: &Array, drafts: Option<&Array>) -> Result<Array> {
        let mut scores = logits.clone();
        if let Some(bias) = &self.bias {
            scores = scores.as_dtype(Dtype::Float32)?.add(bias)?;
        }
        if let Some(penalties) = &self.penalties {
            scores = penalties.apply(&scores.as_dtype(Dtype::Float32)?, drafts)?;
        }
        Ok(scores)
    }
}

/// The sum of the biases of each token, `[vocabulary]`.
fn bias(entries: &[(u32, f32)], vocabulary: usize) -> Option<Array> {
    if entries.is_empty() {
        return None;
    }
    let mut bias = vec![0.0; vocabulary];
    for &(token, value) in entries {
        if let Some(sum) = bias.get_mut(token as usize) {
            *sum += value;
        }
    }
    Some(Array::from_slice(&bias, &[dim(vocabulary)]))
}
