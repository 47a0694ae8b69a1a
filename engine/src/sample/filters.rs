//! Which tokens are candidates: top-p, min-p and top-k.
//!
//! Each of the three keeps the tokens down to some rank, so together they keep those down to the
//! lowest of the three ranks. What their order decides is that top-p counts shares of the whole
//! distribution, not of what top-k or min-p leave of it.

use mlx_rs::{
    Array,
    error::Result,
    ops::{indexing::TryIndexOp, maximum, select},
};

use super::{
    SamplingSettings,
    ranking::{Ranked, highest},
};

/// The filters of a request; `None` where one is off.
#[derive(Debug)]
pub(super) struct Filters {
    top_k: Option<usize>,
    top_p: Option<f32>,
    min_p: Option<f32>,
    vocabulary: usize,
}

/// What may be drawn after each row.
pub(super) struct Candidates {
    /// Scores less the row's highest, `[T, candidates]`; minus infinity where filtered out.
    pub(super) scores: Array,
    /// Their tokens, likewise; `None` if they are the whole vocabulary in order.
    pub(super) tokens: Option<Array>,
}

impl Filters {
    pub(super) fn new(settings: &SamplingSettings, vocabulary: usize) -> Self {
        Self {
            top_k: Some(settings.top_k).filter(|k| (1..vocabulary).contains(k)),
            top_p: Some(settings.top_p).filter(|&p| p < 1.0),
            min_p: Some(settings.min_p).filter(|&p| p > 0.0),
            vocabulary,
        }
    }

    /// The candidates of each row of `scores` (`[T, vocabulary]`, float32).
    pub(super) fn apply(&self, scores: &Array) -> Result<Candidates> {
        if self.top_k.is_none() && self.top_p.is_none() {
            let relative = scores.subtract(scores.max_axis(1, true)?)?;
            return Ok(Candidates {
                scores: self.cut(relative, None)?,
                tokens: None,
            });
        }
        let ranked = highest(scores, self.top_k.unwrap_or(self.vocabulary))?;
        let relative = ranked
            .scores
            .subtract(ranked.scores.try_index((.., ..1))?)?;
        let lowest = match self.top_p {
            Some(p) => Some(lowest_within(p, scores, &ranked, &relative)?),
            None => None,
        };
        Ok(Candidates {
            scores: self.cut(relative, lowest)?,
            tokens: Some(ranked.tokens),
        })
    }

    /// Cuts off what lies below min-p or below `lowest`.
    fn cut(&self, relative: Array, lowest: Option<Array>) -> Result<Array> {
        let min_p = self.min_p.map(|p| Array::from_f32(p.ln()));
        let lowest = match (min_p, lowest) {
            (Some(a), Some(b)) => maximum(a, b)?,
            (Some(lowest), None) | (None, Some(lowest)) => lowest,
            (None, None) => return Ok(relative),
        };
        select(
            relative.lt(lowest)?,
            Array::from_f32(f32::NEG_INFINITY),
            relative,
        )
    }
}

/// The lowest relative score that belongs to the likeliest tokens with the share `p` together,
/// `[T, 1]`: a token belongs to them as long as the likelier ones do not reach `p` without it.
fn lowest_within(p: f32, scores: &Array, ranked: &Ranked, relative: &Array) -> Result<Array> {
    let total = scores.logsumexp_axis(1, true)?;
    let shares = ranked.scores.subtract(total)?.exp()?;
    let before = shares.cumsum(1, false, false)?;
    select(
        before.lt(Array::from_f32(p))?,
        relative,
        Array::from_f32(f32::INFINITY),
    )?
    .min_axis(1, true)
}
