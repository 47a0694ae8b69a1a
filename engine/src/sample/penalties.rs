//! Penalties for tokens that have just occurred.
//!
//! As in mlx-lm, all three look at the last [`WINDOW`] tokens of the text, those of the prompt
//! included. So what they need is that window alone: there is no count of the whole vocabulary to
//! keep, and a rejected draft leaves nothing to undo.

use mlx_rs::{
    Array, Dtype,
    error::Result,
    ops::{concatenate, select},
};

use super::SamplingSettings;
use crate::mlx::{dim, token_array};

/// Tokens that the penalties look back.
pub(super) const WINDOW: usize = 20;

/// The penalties of a text.
#[derive(Debug)]
pub(super) struct Penalties {
    repetition: f32,
    presence: f32,
    frequency: f32,
    /// The last tokens of the text, [`WINDOW`] at most.
    recent: Vec<u32>,
}

impl Penalties {
    /// The penalties for an empty text; `None` if they would change nothing.
    pub(super) fn new(settings: &SamplingSettings) -> Option<Self> {
        let idle = settings.repetition_penalty == 1.0
            && settings.presence_penalty == 0.0
            && settings.frequency_penalty == 0.0;
        (!idle).then(|| Self {
            repetition: settings.repetition_penalty,
            presence: settings.presence_penalty,
            frequency: settings.frequency_penalty,
            recent: Vec::with_capacity(WINDOW),
        })
    }

    /// Takes note of tokens that now belong to the text.
    pub(super) fn committed(&mut self, tokens: &[u32]) {
        let new = &tokens[tokens.len().saturating_sub(WINDOW)..];
        let old = (self.recent.len() + new.len()).saturating_sub(WINDOW);
        self.recent.drain(..old);
        self.recent.extend(new);
    }

    /// The penalized scores `[T, vocabulary]` of rows of which the first follows the text and each
    /// further one also the drafts before it.
    pub(super) fn apply(&self, scores: &Array, drafts: Option<&Array>) -> Result<Array> {
        let Some((windows, filled)) = self.windows(drafts)? else {
            return Ok(scores.clone());
        };
        // How often the token of each slot occurs in its row's window.
        let equal = windows
            .expand_dims(2)?
            .eq(windows.expand_dims(1)?)?
            .logical_and(filled.expand_dims(1)?)?;
        let counts = equal.as_dtype(Dtype::Float32)?.sum_axis(2, false)?;

        let before = scores.take_along_axis(&windows, 1)?;
        let divided = select(
            before.lt(Array::from_f32(0.0))?,
            before.multiply(Array::from_f32(self.repetition))?,
            before.divide(Array::from_f32(self.repetition))?,
        )?;
        let taken = counts
            .multiply(Array::from_f32(self.frequency))?
            .add(Array::from_f32(self.presence))?;
        let occurs = counts.gt(Array::from_f32(0.0))?;
        let after = select(occurs, divided.subtract(taken)?, before)?;
        // Slots of the same token carry the same value, so it does not matter which is written last.
        scores.put_along_axis(&windows, after, 1)
    }

    /// The tokens before each row, `[rows, slots]`, and which slots are filled: near the beginning
    /// of a text there are fewer tokens than slots. An empty slot repeats some token of the text.
    fn windows(&self, drafts: Option<&Array>) -> Result<Option<(Array, Array)>> {
        let known = self.recent.len();
        let drafted = drafts.map_or(0, Array::size);
        let slots = (known + drafted).min(WINDOW);
        if slots == 0 {
            return Ok(None);
        }
        let recent = token_array(&self.recent);
        let text = match drafts {
            Some(drafts) => concatenate(&[&recent, &drafts.as_dtype(recent.dtype())?], 0)?,
            None => recent,
        };
        let rows = drafted + 1;
        let places = (0..rows).flat_map(|row| (0..slots).map(move |slot| known + row + slot));
        let indices: Vec<u32> = places
            .clone()
            .map(|place| place.saturating_sub(slots) as u32)
            .collect();
        let filled: Vec<bool> = places.map(|place| place >= slots).collect();
        let shape = [dim(rows), dim(slots)];
        Ok(Some((
            text.take_axis(Array::from_slice(&indices, &shape), 0)?,
            Array::from_slice(&filled, &shape),
        )))
    }
}
