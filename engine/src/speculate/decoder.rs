//! A text that target and companion continue together, and the steps of which a round is made.
//!
//! Between two rounds the target has seen the text but for its last token (`pending`), and the
//! companion has one row per token that the target has seen. Whatever was drafted, accepted or
//! rejected on the way, both are functions of the text alone: a companion row is always built from
//! the target's verified state, never kept from a draft.

use std::{ops::ControlFlow, rc::Rc};

use mlx_rs::{
    Array,
    ops::{concatenate, indexing::TryIndexOp, zeros_dtype},
    transforms::eval,
};
use serde::{Deserialize, Serialize};

use crate::{
    Result,
    companion::{Companion, CompanionCache, DraftVocabulary},
    error::EngineError,
    mlx::{dim, token_array},
    model::{
        cache::{DeltaTrace, TargetCache},
        pass::{Exact, Pass},
        target::{Target, Tried},
    },
    sample::greedy,
};

/// A target and the companion that drafts for it.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) target: Rc<Target>,
    pub(crate) companion: Option<Companion>,
    /// The tokens that drafts may be chosen from where that pays.
    pub(crate) vocabulary: Option<DraftVocabulary>,
}

impl Pair {
    /// The likeliest token after each of the companion's outputs: `[T, hidden]` → `[T]`.
    fn likeliest(&self, out: &Array, from: DraftsFrom) -> Result<Array> {
        match (&self.vocabulary, from) {
            (Some(vocabulary), DraftsFrom::Likely) => Ok(vocabulary.likeliest(out)?),
            _ => Ok(greedy(&self.target.logits(out)?)?),
        }
    }
}

/// Which tokens drafts are chosen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DraftsFrom {
    /// All.
    #[default]
    All,
    /// Those of the pair's draft vocabulary, if it has one.
    Likely,
}

/// Tokens tried after the text, not yet settled.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// Scores after each row, `[rows, vocabulary]`.
    pub(crate) logits: Array,
    /// The states that the companion reads, `[width, hidden]`.
    states: Array,
    trace: Vec<DeltaTrace>,
}

/// Rows that the companion gets in one pass at the latest.
const BACKLOG: i32 = 256;

/// The companion's side of a text.
#[derive(Debug, Clone, Default)]
struct Drafter {
    cache: CompanionCache,
    /// States whose following token is not known yet: `[1, hidden]` after a prompt, else nothing.
    unpaired: Option<Array>,
    /// Rows that are due: the states and the tokens that follow them. They wait for the next draft,
    /// so that a text decoded without drafts costs the companion one pass now and then.
    backlog: Vec<(Array, Array)>,
    /// Output of the last row, `[1, hidden]`: the first draft comes from it.
    seed: Option<Array>,
}

impl Drafter {
    /// Rows of the backlog.
    fn due(&self) -> i32 {
        self.backlog.iter().map(|(_, next)| next.dim(0)).sum()
    }

    /// Builds the rows that are due.
    fn catch_up(&mut self, companion: &Companion, target: &Target) -> Result<()> {
        if self.backlog.is_empty() {
            return Ok(());
        }
        let (states, next): (Vec<_>, Vec<_>) = self.backlog.drain(..).unzip();
        let (states, next) = (concatenate(&states, 0)?, concatenate(&next, 0)?);
        let out = companion.append(target, &next, &states, &mut self.cache)?;
        self.seed = Some(out.try_index((-1.., ..))?);
        Ok(())
    }
}

/// A text being continued.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    pair: Rc<Pair>,
    cache: TargetCache,
    drafter: Option<Drafter>,
    exact: Option<Exact>,
    /// The last token of the text, `[1]`, which the target has not seen.
    pending: Option<Array>,
}

impl Decoder {
    /// An empty text. Without `speculate`, or without a companion, only the target is run.
    pub(crate) fn new(pair: Rc<Pair>, speculate: bool) -> Result<Self> {
        let drafter = (speculate && pair.companion.is_some()).then(Drafter::default);
        Ok(Self {
            cache: pair.target.new_cache()?,
            pair,
            drafter,
            exact: None,
            pending: None,
        })
    }

    /// From now on every row of a pass comes out as if it were the only one, bit for bit: so the
    /// text no longer depends on what is drafted.
    pub(crate) fn exactly(mut self, exact: Exact) -> Self {
        self.exact = Some(exact);
        self
    }

    /// Whether drafts can be chosen from likely tokens alone.
    pub(crate) fn has_vocabulary(&self) -> bool {
        self.pair.vocabulary.is_some()
    }

    /// Reads a prompt in chunks of at most `chunk` tokens and gives the scores `[1, vocabulary]` of
    /// the token that follows.
    ///
    /// After each chunk `between` is told how many tokens were read and the chunk's normalized
    /// states; it may stop the work, which is then [`EngineError::Cancelled`].
    pub(crate) fn prefill(
        &mut self,
        prompt: &[u32],
        chunk: usize,
        mut between: impl FnMut(usize, &Array) -> Result<ControlFlow<()>>,
    ) -> Result<Array> {
        let mut last = None;
        let mut done = 0;
        for tokens in prompt.chunks(chunk.max(1)) {
            let hidden = self
                .pair
                .target
                .append(&token_array(tokens), &mut self.cache)?;
            let normalized = self.pair.target.normalize(&hidden)?;
            let following = prompt.get(done + tokens.len()).copied();
            self.pair_rows(tokens, following, &hidden, &normalized)?;
            self.settle()?;
            done += tokens.len();
            if between(done, &normalized)?.is_break() {
                return Err(EngineError::Cancelled);
            }
            last = Some(normalized);
        }
        let normalized =
            last.ok_or_else(|| EngineError::InvalidRequest("the prompt is empty".to_owned()))?;
        Ok(self
            .pair
            .target
            .logits(&normalized.try_index((-1.., ..))?)?)
    }

    /// Builds the companion's rows of a prompt chunk; the row of its last token waits for the token
    /// that follows if that is not part of the prompt.
    fn pair_rows(
        &mut self,
        tokens: &[u32],
        following: Option<u32>,
        hidden: &Array,
        normalized: &Array,
    ) -> Result<()> {
        let (Some(drafter), Some(companion)) = (&mut self.drafter, &self.pair.companion) else {
            return Ok(());
        };
        let states = companion.input(hidden, normalized);
        let mut next = tokens[1..].to_vec();
        next.extend(following);
        let rows = i32::try_from(next.len()).unwrap_or(i32::MAX);
        if rows > 0 {
            companion.append(
                &self.pair.target,
                &token_array(&next),
                &states.try_index((0..rows, ..))?,
                &mut drafter.cache,
            )?;
        }
        drafter.unpaired = match following {
            Some(_) => None,
            None => Some(states.try_index((-1.., ..))?),
        };
        Ok(())
    }

    /// Computes all caches, so that what they were made from can be freed.
    fn settle(&self) -> Result<()> {
        let mut arrays = self.cache.arrays();
        if let Some(drafter) = &self.drafter {
            arrays.extend(drafter.cache.arrays());
            arrays.extend(&drafter.unpaired);
        }
        Ok(eval(arrays)?)
    }

    /// Takes `token` (`[1]`) as the first one after the prompt.
    pub(crate) fn begin(&mut self, token: Array) -> Result<()> {
        if let Some(drafter) = &mut self.drafter
            && let Some(states) = drafter.unpaired.take()
        {
            drafter.backlog.push((states, token.clone()));
        }
        self.pending = Some(token);
        Ok(())
    }

    /// Drafts the `depth` likeliest tokens after the pending one: `[depth]`, not computed yet.
    /// `None` without a companion or for depth 0.
    pub(crate) fn draft(&mut self, depth: usize, from: DraftsFrom) -> Result<Option<Array>> {
        let (Some(drafter), Some(companion)) = (&mut self.drafter, &self.pair.companion) else {
            return Ok(None);
        };
        let target = &self.pair.target;
        drafter.catch_up(companion, target)?;
        let Some(seed) = &drafter.seed else {
            return Ok(None);
        };
        let committed = drafter.cache.len();
        let mut out = seed.clone();
        let mut drafts = Vec::with_capacity(depth);
        for _ in 0..depth {
            if let Some(previous) = drafts.last() {
                out = companion.append(target, previous, &out, &mut drafter.cache)?;
            }
            drafts.push(self.pair.likeliest(&out, from)?);
        }
        drafter.cache.truncate(committed);
        if drafts.is_empty() {
            return Ok(None);
        }
        Ok(Some(concatenate(&drafts, 0)?))
    }

    /// Runs the target over the pending token and `drafts` in one pass.
    pub(crate) fn attempt(&mut self, drafts: Option<&Array>) -> Result<Attempt> {
        self.attempt_at(0, drafts)
    }

    /// As [`attempt`](Self::attempt), with products of at least `width` rows, which can cost less
    /// than those of fewer. Exact mode has its own.
    pub(crate) fn attempt_at(&mut self, width: usize, drafts: Option<&Array>) -> Result<Attempt> {
        let pending = self.pending()?;
        let rows = 1 + drafts.map_or(0, |drafts| drafts.dim(0));
        let mut tokens = vec![pending.clone()];
        if let Some(drafts) = drafts {
            tokens.push(drafts.as_dtype(pending.dtype())?);
        }
        let width = match self.exact {
            Some(exact) => exact.width(rows),
            None => dim(width).max(rows),
        };
        if width > rows {
            tokens.push(zeros_dtype(&[width - rows], pending.dtype())?);
        }
        let pass = Pass {
            rows,
            exact: self.exact,
            trace: true,
        };
        let tokens = concatenate(&tokens, 0)?;
        let Tried {
            hidden,
            normalized,
            logits,
            trace,
        } = self.pair.target.attempt(&tokens, pass, &mut self.cache)?;
        let states = match &self.pair.companion {
            Some(companion) => companion.input(&hidden, &normalized).clone(),
            None => normalized,
        };
        Ok(Attempt {
            logits,
            states,
            trace,
        })
    }

    /// Settles an attempt: its first `keep` rows (at least one) belong to the text, and `next`
    /// (`[keep]`) are the tokens that follow each of them. The last of these becomes the pending
    /// one.
    pub(crate) fn commit(&mut self, attempt: Attempt, next: &Array) -> Result<()> {
        let keep = next.dim(0);
        self.cache.commit(attempt.trace, keep as usize)?;
        if let (Some(drafter), Some(companion)) = (&mut self.drafter, &self.pair.companion) {
            let states = attempt.states.try_index((0..keep, ..))?;
            drafter.backlog.push((states, next.clone()));
            if drafter.due() >= BACKLOG {
                drafter.catch_up(companion, &self.pair.target)?;
                eval(drafter.cache.arrays().chain(&drafter.seed))?;
            }
        }
        self.pending = Some(next.try_index(-1..)?);
        Ok(())
    }

    /// Forgets an attempt: the text stays as it was.
    pub(crate) fn discard(&mut self, attempt: Attempt) {
        drop(attempt);
        self.cache.rewind();
    }

    fn pending(&self) -> Result<&Array> {
        self.pending
            .as_ref()
            .ok_or_else(|| EngineError::Backend("a round was begun before the prompt".to_owned()))
    }

    #[cfg(test)]
    /// All committed contents of the target's and the companion's caches, for comparing states.
    pub(crate) fn contents(&self) -> Result<Vec<Array>> {
        let mut all = self.cache.contents()?;
        if let (Some(drafter), Some(companion)) = (&self.drafter, &self.pair.companion) {
            let mut drafter = drafter.clone();
            drafter.catch_up(companion, &self.pair.target)?;
            all.extend(drafter.cache.rows()?);
            all.extend(drafter.seed);
        }
        Ok(all)
    }
}
