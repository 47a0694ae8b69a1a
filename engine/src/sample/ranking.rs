//! The highest scores of each row, in order.

use mlx_rs::{
    Array,
    error::Result,
    ops::{argsort_axis, indexing::TryIndexOp, pad, sort_axis},
};

use crate::mlx::dim;

/// Scores of each row from the highest down, `[T, count]`, and their tokens, likewise. Of equal
/// scores the one of the lower token comes first.
pub(super) struct Ranked {
    pub(super) scores: Array,
    pub(super) tokens: Array,
}

/// The `count` highest scores of each row of `scores` (`[T, vocabulary]`).
///
/// MLX's own `topk` sorts the whole row on a GPU, a quarter of a million scores to find 20. But the
/// `count` highest scores lie in the `count` blocks with the highest maxima, and only these need
/// to be looked at.
pub(super) fn highest(scores: &Array, count: usize) -> Result<Ranked> {
    let (rows, vocabulary) = (scores.dim(0), scores.dim(1).max(0) as usize);
    let width = block_width(vocabulary, count);
    let blocks = vocabulary.div_ceil(width);
    // Sorting ascends.
    let negated = scores.negative()?;
    if blocks <= count {
        let order = argsort_axis(&negated, 1)?.try_index((.., ..dim(count)))?;
        return Ok(Ranked {
            scores: scores.take_along_axis(&order, 1)?,
            tokens: order,
        });
    }
    let negated = match dim(blocks * width - vocabulary) {
        0 => negated,
        missing => pad(
            &negated,
            &[(0, 0), (0, missing)],
            Array::from_f32(f32::INFINITY),
            None,
        )?,
    };
    let grouped = negated.reshape(&[rows, dim(blocks), dim(width)])?;
    let best = grouped.min_axis(2, false)?;
    let chosen = argsort_axis(best, 1)?.try_index((.., ..dim(count)))?;
    // Back in the order of tokens, so that equal scores keep it.
    let chosen = sort_axis(chosen, 1)?;
    let kept = grouped
        .take_along_axis(chosen.expand_dims(2)?, 1)?
        .reshape(&[rows, dim(count * width)])?;
    let order = argsort_axis(&kept, 1)?.try_index((.., ..dim(count)))?;
    let width = Array::from_slice(&[width as u32], &[1]);
    let tokens = chosen
        .take_along_axis(order.floor_divide(&width)?, 1)?
        .multiply(&width)?
        .add(order.remainder(&width)?)?;
    Ok(Ranked {
        scores: kept.take_along_axis(&order, 1)?.negative()?,
        tokens,
    })
}

/// The width at which the blocks' maxima and the kept blocks are about as many, as a power of two.
fn block_width(vocabulary: usize, count: usize) -> usize {
    (vocabulary / count.max(1))
        .isqrt()
        .max(1)
        .next_power_of_two()
}
