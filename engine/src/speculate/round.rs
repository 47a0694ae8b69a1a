//! One round: draft, verify, accept, cut, commit. And tokens that are given instead of chosen.

use std::time::{Duration, Instant};

use mlx_rs::{
    Array,
    ops::{concatenate, indexing::TryIndexOp},
};

use super::{Decoder, pace::Step};
use crate::{Result, mlx::token_array, sample::Sampler};

/// What a round brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    /// The new tokens: the accepted drafts, then one that the target chose.
    pub(crate) tokens: Vec<u32>,
    /// Tokens the companion drafted.
    pub(crate) drafted: usize,
    /// Drafts that the target agreed with, whether or not the text was cut before them.
    pub(crate) accepted: usize,
    /// Time in which the host kept the device waiting: all but the wait for its results.
    pub(crate) host: Duration,
}

/// Runs one round as `step` says.
///
/// `cut` is given the new tokens and says how many of them (at least one) the text takes: fewer
/// where it ends within them. Only these are committed.
///
/// The host waits for the device once: for drafts and choices together.
pub(crate) fn run_round(
    decoder: &mut Decoder,
    sampler: &mut Sampler,
    step: Step,
    cut: impl FnOnce(&[u32]) -> usize,
) -> Result<Round> {
    let begun = Instant::now();
    let drafts = match step.depth {
        // While drafting rests the companion is left alone.
        0 => None,
        depth => decoder.draft(depth, step.from)?,
    };
    let drafting = begun.elapsed();
    let mut round = verify(decoder, sampler, drafts.as_ref(), step.width, cut)?;
    round.host += drafting;
    Ok(round)
}

/// The rest of a round, whoever made the drafts.
pub(crate) fn verify(
    decoder: &mut Decoder,
    sampler: &mut Sampler,
    drafts: Option<&Array>,
    width: usize,
    cut: impl FnOnce(&[u32]) -> usize,
) -> Result<Round> {
    let begun = Instant::now();
    let attempt = decoder.attempt_at(width, drafts)?;
    let chosen = sampler.choose(&attempt.logits, drafts)?;

    let read = match drafts {
        Some(drafts) => concatenate(&[drafts, &chosen], 0)?,
        None => chosen.clone(),
    };
    let waiting = Instant::now();
    let (drafted, mut tokens) = split(&read, drafts.map_or(0, Array::size))?;
    let waited = waiting.elapsed();
    let accepted = drafted
        .iter()
        .zip(&tokens)
        .take_while(|(draft, choice)| draft == choice)
        .count();
    tokens.truncate(accepted + 1);
    let keep = cut(&tokens).clamp(1, tokens.len());
    tokens.truncate(keep);
    sampler.committed(&tokens);

    let keep = i32::try_from(keep).unwrap_or(1);
    decoder.commit(attempt, &chosen.try_index(0..keep)?)?;
    Ok(Round {
        tokens,
        drafted: drafted.len(),
        accepted,
        host: begun.elapsed().saturating_sub(waited),
    })
}

/// Continues the text with `tokens` whatever the target would choose, in one pass.
///
/// They take the place of drafts that were all accepted, so that target and companion are left in the state of any
/// other way to the same text.
pub(crate) fn force(decoder: &mut Decoder, sampler: &mut Sampler, tokens: &[u32]) -> Result<()> {
    let Some((_, before)) = tokens.split_last() else {
        return Ok(());
    };
    let drafts = (!before.is_empty()).then(|| token_array(before));
    let attempt = decoder.attempt(drafts.as_ref())?;
    decoder.commit(attempt, &token_array(tokens))?;
    sampler.committed(tokens);
    Ok(())
}

/// Reads token numbers off the device, in two parts.
fn split(tokens: &Array, at: usize) -> Result<(Vec<u32>, Vec<u32>)> {
    let mut first = tokens.to_vec_cast::<u32>()?;
    let second = first.split_off(at);
    Ok((first, second))
}
