//! Drawing a token at random.

use mlx_rs::{Array, Dtype, error::Result, ops::indexing::argmax_axis};

use super::{
    SamplingSettings,
    filters::{Candidates, Filters},
    noise,
};

/// Draws tokens of one text.
#[derive(Debug)]
pub(super) struct Draw {
    filters: Filters,
    temperature: f32,
    seed: u64,
    vocabulary: usize,
}

impl Draw {
    /// `None` at temperature 0, where nothing is drawn.
    pub(super) fn new(settings: &SamplingSettings, vocabulary: usize) -> Option<Self> {
        (settings.temperature > 0.0).then(|| Self {
            filters: Filters::new(settings, vocabulary),
            temperature: settings.temperature,
            seed: settings.seed,
            vocabulary,
        })
    }

    /// Draws the token after each row of `scores` (`[T, vocabulary]`), of which the first one is
    /// for `position`: `[T]`.
    ///
    /// The candidate with the highest sum of score and Gumbel noise is a draw from their
    /// distribution (Gumbel-max). Noise belongs to tokens and not to ranks, so that scores which
    /// differ in their last digits almost always draw the same token.
    pub(super) fn choose(&self, scores: &Array, position: u64) -> Result<Array> {
        let rows = scores.dim(0);
        let Candidates { scores, tokens } = self.candidates(scores)?;
        let bits = noise::bits(self.seed, position, rows, self.vocabulary)?;
        let bits = match &tokens {
            Some(tokens) => bits.take_along_axis(tokens, 1)?,
            None => bits,
        };
        let best = argmax_axis(scores.add(noise::gumbel(&bits)?)?, 1, true)?;
        match tokens {
            Some(tokens) => tokens.take_along_axis(best, 1)?,
            None => best,
        }
        .reshape(&[rows])
    }

    /// The candidates of each row, their scores divided by the temperature.
    pub(super) fn candidates(&self, scores: &Array) -> Result<Candidates> {
        let Candidates { scores, tokens } =
            self.filters.apply(&scores.as_dtype(Dtype::Float32)?)?;
        let scores = scores.divide(Array::from_f32(self.temperature))?;
        Ok(Candidates { scores, tokens })
    }
}
