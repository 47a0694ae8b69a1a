//! A vocabulary for drafts: the rows of the head that are likely to win.
//!
//! A draft needs the likeliest token, and the head over all tokens is a large part of what it costs.
//! So drafts may be ranked over a subset of its rows. What the subset lacks is never drafted and
//! comes from the target, which always chooses among all tokens.

use mlx_rs::{Array, error::Result, transforms::eval};

use crate::{
    mlx::{Matrix, token_array},
    model::target::Target,
    sample::greedy,
};

/// A subset of the tokens, and the head's rows for them.
#[derive(Debug)]
pub(crate) struct DraftVocabulary {
    /// The token of each row, `[rows]`.
    tokens: Array,
    head: Matrix,
    inside: Vec<bool>,
    len: usize,
}

impl DraftVocabulary {
    /// The subset `tokens` of the target's tokens; those that it does not have are left out. `None`
    /// if nothing or everything is left.
    pub(crate) fn new(target: &Target, tokens: &[u32]) -> Result<Option<Self>> {
        let mut inside = vec![false; target.vocabulary()];
        let mut chosen = Vec::with_capacity(tokens.len());
        for &token in tokens {
            if let Some(seen @ false) = inside.get_mut(token as usize) {
                *seen = true;
                chosen.push(token);
            }
        }
        if chosen.is_empty() || chosen.len() == inside.len() {
            return Ok(None);
        }
        // Rows that lie in order in memory are read faster.
        chosen.sort_unstable();
        let tokens = token_array(&chosen);
        let head = target.head().subset(&tokens)?;
        eval(head.arrays())?;
        Ok(Some(Self {
            tokens,
            head,
            inside,
            len: chosen.len(),
        }))
    }

    /// The likeliest token of the subset after each row of `hidden`: `[T, hidden]` → `[T]`.
    pub(crate) fn likeliest(&self, hidden: &Array) -> Result<Array> {
        let best = greedy(&self.head.multiply(hidden)?)?;
        self.tokens.take_axis(best, 0)
    }

    /// Whether `token` can be drafted.
    pub(crate) fn has(&self, token: u32) -> bool {
        self.inside
            .get(token as usize)
            .is_some_and(|inside| *inside)
    }

    /// How many tokens it has.
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
