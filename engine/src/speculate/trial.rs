//! A short trial of drafting: what its parts cost on this machine, how often drafts are accepted,
//! and what may be wrong where hardly any is.

use std::{ops::ControlFlow, rc::Rc, time::Instant};

use mlx_rs::{Array, transforms::eval};
use serde::{Deserialize, Serialize};

use super::{
    Decoder, DraftsFrom, Pair,
    costs::Costs,
    exact::Exact,
    pace::{Experience, Step},
    run_round,
};
use crate::{
    EngineError, Result,
    companion::Companion,
    mlx::token_array,
    request::MAX_DEPTH,
    sample::{Sampler, greedy},
};

/// Drafts a round in which acceptance is measured.
const DEPTH: usize = 4;
/// Rounds of it, and those after which a companion of which nothing was accepted gets no more.
const ROUNDS: usize = 16;
const ENOUGH: usize = 8;
/// How often each duration is taken; the least counts, since all that disturbs makes it longer.
const LAPS: usize = 3;
/// Acceptance of the first draft under which the usual mistakes are looked for: companions of this
/// family have more on ordinary text.
const SUSPICIOUS: f64 = 0.7;
/// And under which something must be wrong even if none of them is found.
const FAR_TOO_LOW: f64 = 0.25;
/// What undoing a mistake must add to acceptance.
const BETTER: f64 = 0.25;

/// What a trial found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Finding {
    /// Costs and chances to begin with.
    Fits(Experience),
    /// The companion is not to be used; its costs do not matter.
    Misfit(Misfit),
}

/// Why a companion of the right shapes drafts what the model would not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Misfit {
    /// It drafts far better from the hidden state on the other side of the final norm.
    HiddenState,
    /// Its norms are larger by one than they should be: shifted twice.
    ShiftedTwice,
    /// Its norms are smaller by one: not shifted at all.
    NotShifted,
    /// None of these: made for another model, or damaged.
    Foreign,
}

impl Misfit {
    /// The likely cause, in words.
    pub(crate) fn cause(self) -> &'static str {
        match self {
            Self::HiddenState => {
                "it drafts far better from the hidden state on the other side of the model's final norm; correct mtp_hidden_state in its config.json"
            }
            Self::ShiftedTwice => {
                "its norms are too large by 1, as if converted twice; convert it again from the release"
            }
            Self::NotShifted => {
                "its norms are too small by 1, as if left out when it was converted; convert it again from the release"
            }
            Self::Foreign => "it seems made for another model, or damaged",
        }
    }
}

/// Tries out drafting after `text`; [`EngineError::Cancelled`] once `stop` says so.
pub(crate) fn run(
    pair: &Rc<Pair>,
    text: &[u32],
    exact: Option<Exact>,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Finding> {
    let mut decoder = begun(pair, text, exact)?;
    let found = acceptance(decoder.clone(), DEPTH, stop)?;
    let share = found.share();
    if let Some(companion) = &pair.companion
        && share < SUSPICIOUS
    {
        let mistake = mistake(pair, companion, text, share, stop)?;
        if let Some(misfit) = mistake.or((share < FAR_TOO_LOW).then_some(Misfit::Foreign)) {
            return Ok(Finding::Misfit(misfit));
        }
    }
    let costs = costs(&mut decoder, text, LAPS, stop)?;
    let likely = likely(pair, &found.tokens);
    let experience = Experience::new(costs, &found.accepted, found.rounds, likely);
    Ok(Finding::Fits(experience))
}

/// The text, read, with the model's own next token.
pub(crate) fn begun(pair: &Rc<Pair>, text: &[u32], exact: Option<Exact>) -> Result<Decoder> {
    let mut decoder = Decoder::new(Rc::clone(pair), true)?;
    if let Some(exact) = exact {
        decoder = decoder.exactly(exact);
    }
    let logits = decoder.prefill(text, text.len(), |_, _| Ok(ControlFlow::Continue(())))?;
    decoder.begin(greedy(&logits)?)?;
    Ok(decoder)
}

/// Durations of passes and drafts, after a text of whose tokens passes are made. Each of the `laps`
/// goes through all of them, so that a slow moment of the machine does not hit one alone.
pub(crate) fn costs(
    decoder: &mut Decoder,
    text: &[u32],
    laps: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Costs> {
    let mut rows = vec![f64::INFINITY; MAX_DEPTH + 1];
    let mut drafts = Chain::new();
    let mut likely = Chain::new();
    let mut commit = f64::INFINITY;
    for _ in 0..laps {
        for (count, least) in rows.iter_mut().enumerate() {
            if stop() {
                return Err(EngineError::Cancelled);
            }
            let guesses: Vec<u32> = text.iter().copied().cycle().take(count).collect();
            let guesses = (count > 0).then(|| token_array(&guesses));
            let begun = Instant::now();
            let attempt = decoder.attempt(guesses.as_ref())?;
            eval([&greedy(&attempt.logits)?])?;
            *least = least.min(begun.elapsed().as_secs_f64());
            decoder.discard(attempt);
        }
        drafts.time(decoder, DraftsFrom::All)?;
        likely.time(decoder, DraftsFrom::Likely)?;
        let mut other = decoder.clone();
        let attempt = other.attempt(Some(&token_array(&text[..1])))?;
        eval([&attempt.logits])?;
        other.commit(attempt, &token_array(&[text[0], text[0]]))?;
        commit = commit.min(drafting(&mut other, 1, DraftsFrom::All)?);
    }
    Ok(Costs {
        rows,
        commit: (commit - drafts.one).max(0.0),
        drafts: drafts.seconds(),
        likely: decoder.has_vocabulary().then(|| likely.seconds()),
    })
}

/// The least durations of one draft and of the most in a chain.
struct Chain {
    one: f64,
    all: f64,
}

impl Chain {
    fn new() -> Self {
        Self {
            one: f64::INFINITY,
            all: f64::INFINITY,
        }
    }

    fn time(&mut self, decoder: &mut Decoder, from: DraftsFrom) -> Result<()> {
        self.one = self.one.min(drafting(decoder, 1, from)?);
        self.all = self.all.min(drafting(decoder, MAX_DEPTH, from)?);
        Ok(())
    }

    /// Seconds of 1, 2, … drafts. All but the first cost the same.
    fn seconds(&self) -> Vec<f64> {
        let each = (self.all - self.one).max(0.0) / (MAX_DEPTH - 1) as f64;
        (0..MAX_DEPTH)
            .map(|more| self.one + each * more as f64)
            .collect()
    }
}

/// Seconds of so many drafts.
fn drafting(decoder: &mut Decoder, depth: usize, from: DraftsFrom) -> Result<f64> {
    let begun = Instant::now();
    if let Some(drafts) = decoder.draft(depth, from)? {
        eval([&drafts])?;
    }
    Ok(begun.elapsed().as_secs_f64())
}

/// The share of `tokens` that the draft vocabulary has; one token that it has is what is known
/// beforehand.
fn likely(pair: &Pair, tokens: &[u32]) -> f64 {
    let has = |token: &&u32| {
        let vocabulary = pair.vocabulary.as_ref();
        vocabulary.is_none_or(|vocabulary| vocabulary.has(**token))
    };
    let count = tokens.iter().filter(has).count() as f64;
    (count + 1.0) / (tokens.len() as f64 + 1.0)
}

/// What rounds on the trial's text gave.
struct Acceptance {
    rounds: usize,
    /// In how many of them each draft was accepted.
    accepted: Vec<usize>,
    tokens: Vec<u32>,
}

impl Acceptance {
    /// Of the first draft.
    fn share(&self) -> f64 {
        self.accepted[0] as f64 / self.rounds as f64
    }
}

/// Goes on for [`ROUNDS`] rounds, or fewer if nothing is accepted.
fn acceptance(
    mut decoder: Decoder,
    depth: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Acceptance> {
    let mut accepted = vec![0; depth];
    let mut tokens = Vec::new();
    let mut sampler = Sampler::greedy();
    let mut rounds = 0;
    while rounds < ENOUGH || (rounds < ROUNDS && accepted[0] > 0) {
        rounds += 1;
        if stop() {
            return Err(EngineError::Cancelled);
        }
        let round = run_round(&mut decoder, &mut sampler, Step::from(depth), <[u32]>::len)?;
        for accepted in &mut accepted[..round.accepted] {
            *accepted += 1;
        }
        tokens.extend(round.tokens);
    }
    Ok(Acceptance {
        rounds,
        accepted,
        tokens,
    })
}

/// Tries the companion, of whose first drafts this `share` was accepted, with each usual mistake
/// undone; the one that helps most was made.
fn mistake(
    pair: &Rc<Pair>,
    companion: &Companion,
    text: &[u32],
    share: f64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<Misfit>> {
    let shifted = |by: f32| companion.with_norms_shifted(&Array::from_f32(by));
    let repaired = [
        (Misfit::HiddenState, companion.reading_the_other_state()),
        (Misfit::ShiftedTwice, shifted(-1.0)?),
        (Misfit::NotShifted, shifted(1.0)?),
    ];
    let mut best = share + BETTER;
    let mut made = None;
    for (misfit, companion) in repaired {
        let pair = Rc::new(Pair {
            target: Rc::clone(&pair.target),
            companion: Some(companion),
            vocabulary: None,
        });
        let share = acceptance(begun(&pair, text, None)?, 1, stop)?.share();
        if share >= best {
            best = share;
            made = Some(misfit);
        }
    }
    Ok(made)
}
