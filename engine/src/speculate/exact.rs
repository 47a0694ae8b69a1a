//! Exact mode: the same text, token for token, whatever is drafted.
//!
//! In default mode a pass has as many rows as there are drafts, and products of one row and of
//! several round differently: where two tokens score all but the same, the text can come to depend
//! on the drafts. In exact mode whatever depends on the number of rows is computed row by row, and
//! products take rows by blocks of one size, filled up where rows are missing; plain decoding does
//! the same. Then a row's result depends on nothing but the row, if its place in the block does not
//! matter either. That hangs on MLX's kernels, so it is tried out here.

use mlx_rs::ops::indexing::TryIndexOp;

pub(crate) use crate::model::pass::Exact;
use crate::{
    Result,
    mlx::{dim, token_array},
    model::{
        cache::TargetCache,
        pass::Pass,
        target::{Target, Tried},
    },
    request::MAX_DEPTH,
};

/// Rows of a pass in which the most drafts are verified.
const ROWS: usize = MAX_DEPTH + 1;
/// Tokens before the rows that are tried.
const BEFORE: usize = 5;
/// What is tried before falling back to one row at a time: no blocks, since a GPU's quantized
/// products of few rows take them one by one; then as many as most rounds have rows.
const CHOICES: [Exact; 4] = [
    Exact { block: None },
    Exact { block: Some(8) },
    Exact { block: Some(4) },
    Exact { block: Some(2) },
];

/// How exact mode must compute this model on this device.
pub(crate) fn find(target: &Target) -> Result<Exact> {
    for exact in CHOICES {
        if holds(target, exact)? {
            return Ok(exact);
        }
    }
    Ok(Exact { block: Some(1) })
}

/// Whether rows come out of passes as they do alone, whichever place they have and whatever the
/// other rows are.
///
/// Rounding that differs anywhere in the model reaches the scores, so these are compared, bit for
/// bit: of rows in a pass of each size that there can be, and of the same rows in a pass each.
pub(super) fn holds(target: &Target, exact: Exact) -> Result<bool> {
    let token = |index: usize| (index * 7919 % target.vocabulary()) as u32;
    let tokens: Vec<u32> = (0..BEFORE + ROWS).map(token).collect();
    let (before, tried) = tokens.split_at(BEFORE);
    let mut cache = target.new_cache()?;
    target.append(&token_array(before), &mut cache)?;
    let begin = cache.clone();

    let mut alone = Vec::with_capacity(ROWS);
    for (index, &token) in tried.iter().enumerate() {
        let row = attempt(target, &mut cache, &[token], tokens[index], exact)?;
        cache.commit(row.trace, 1)?;
        alone.push(row.logits);
    }
    for count in 2..=ROWS {
        let rows = attempt(
            target,
            &mut begin.clone(),
            &tried[..count],
            token(17),
            exact,
        )?;
        for (alone, row) in alone.iter().take(count).zip(0..) {
            if !rows.logits.try_index((row..=row, ..))?.eq_values(alone)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A pass over `tokens`, filled up with `filler`.
fn attempt(
    target: &Target,
    cache: &mut TargetCache,
    tokens: &[u32],
    filler: u32,
    exact: Exact,
) -> Result<Tried> {
    let rows = dim(tokens.len());
    let mut row = tokens.to_vec();
    row.resize(exact.width(rows) as usize, filler);
    let pass = Pass {
        rows,
        exact: Some(exact),
        trace: true,
    };
    Ok(target.attempt(&token_array(&row), pass, cache)?)
}
