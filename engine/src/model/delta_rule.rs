//! The gated delta rule: the recurrence of Qwen3.5's linear-attention layers.
//!
//! For every value head with state `S` (`[value_dim, key_dim]`), decay `g`, write strength `β`,
//! key `k`, value `v` and query `q` of a row (Yang, Kautz, Hatamizadeh: "Gated Delta Networks",
//! arXiv 2412.06464):
//!
//! ```text
//! S ← g·S
//! S ← S + β·(v − S·k)·kᵀ
//! y = S·q
//! ```
//!
//! [`steps`] does it row by row and keeps every state: what decoding and verifying need. Its rows
//! do not depend on how many are computed together. [`chunks`] computes many rows with matrix
//! products: what a prompt needs.

use mlx_rs::{
    Array, Dtype,
    error::Result,
    ops::{self, concatenate, indexing::TryIndexOp, stack},
};

use super::pass::Pass;

/// Rows that [`chunks`] computes together.
const CHUNK: i32 = 64;

/// The rows of one pass, all float32.
#[derive(Debug)]
pub(crate) struct Rows {
    /// `[T, heads, key_dim]`, scaled.
    pub(crate) queries: Array,
    /// `[T, heads, key_dim]`, normalized.
    pub(crate) keys: Array,
    /// `[T, heads, value_dim]`.
    pub(crate) values: Array,
    /// Logarithm of the decay, `[T, heads]`, at most 0.
    pub(crate) log_decay: Array,
    /// Write strength, `[T, heads]`, in 0..1.
    pub(crate) strength: Array,
}

impl Rows {
    /// The rows of a pass that count.
    pub(crate) fn counting(self, pass: Pass) -> Result<Self> {
        Ok(Self {
            queries: pass.counting(&self.queries)?,
            keys: pass.counting(&self.keys)?,
            values: pass.counting(&self.values)?,
            log_decay: pass.counting(&self.log_decay)?,
            strength: pass.counting(&self.strength)?,
        })
    }
}

/// Row after row from `state`: the outputs `[T, heads, value_dim]` and the state after each row.
pub(crate) fn steps(rows: &Rows, state: &Array) -> Result<(Array, Vec<Array>)> {
    let count = rows.keys.dim(0);
    let decay = rows.log_decay.exp()?.expand_dims_axes(&[-1, -2])?;
    let strength = rows.strength.expand_dims_axes(&[-1, -2])?;
    let key_columns = rows.keys.expand_dims(-1)?;
    let key_rows = rows.keys.expand_dims(-2)?;
    let value_columns = rows.values.expand_dims(-1)?;
    let query_columns = rows.queries.expand_dims(-1)?;

    let mut state = state.clone();
    let mut states = Vec::with_capacity(count as usize);
    let mut outputs = Vec::with_capacity(count as usize);
    for row in 0..count {
        let decayed = state.multiply(decay.try_index(row)?)?;
        let known = decayed.matmul(key_columns.try_index(row)?)?;
        let change = value_columns
            .try_index(row)?
            .subtract(known)?
            .multiply(strength.try_index(row)?)?;
        state = decayed.add(change.multiply(key_rows.try_index(row)?)?)?;
        outputs.push(state.matmul(query_columns.try_index(row)?)?);
        states.push(state.clone());
    }
    Ok((stack(&outputs, 0)?.squeeze_axes(&[-1])?, states))
}

/// All rows from `state`, chunk by chunk: the outputs `[T, heads, value_dim]` and the last state.
///
/// Within a chunk let `G` be the running sum of the log decays, `D[i,j] = exp(G[i] − G[j])` for
/// `i ≥ j`, `u[i]` what row `i` writes (`S[i] = g·S[i−1] + u[i]·k[i]ᵀ`) and `S₀` the state before.
/// Then `(I + A)·U = β·V − β·exp(G)·K·S₀ᵀ` with `A[i,j] = β[i]·D[i,j]·(k[i]·k[j])` for `i > j`, and
/// `Y = exp(G)·Q·S₀ᵀ + (D ∘ Q·Kᵀ)·U`.
pub(crate) fn chunks(rows: &Rows, state: &Array) -> Result<(Array, Array)> {
    let count = rows.keys.dim(0);
    let padded = (count + CHUNK - 1) / CHUNK * CHUNK;
    // Padding rows write nothing (β = 0) and do not decay (log g = 0).
    let split = |x: &Array| -> Result<Array> { by_chunk(x, padded) };
    let queries = split(&rows.queries)?;
    let keys = split(&rows.keys)?;
    let values = split(&rows.values)?;
    let strength = split(&rows.strength.expand_dims(-1)?)?;
    let decay_sum = ops::cumsum(&split(&rows.log_decay.expand_dims(-1)?)?, 2, None, None)?;

    let lower = ops::tri::<f32>(CHUNK, None, Some(0))?;
    let strictly_lower = ops::tri::<f32>(CHUNK, None, Some(-1))?;
    // Above the diagonal the difference is positive and may overflow: clamp before the exponential.
    let decay_between = ops::minimum(
        decay_sum.subtract(decay_sum.swap_axes(-1, -2)?)?,
        Array::from_f32(0.0),
    )?
    .exp()?
    .multiply(&lower)?;
    let decay_from_start = decay_sum.exp()?;
    let decay_total = decay_sum.try_index((.., .., CHUNK - 1..CHUNK, ..))?;
    let decay_to_end = decay_total.subtract(&decay_sum)?.exp()?;

    let keys_transposed = keys.swap_axes(-1, -2)?;
    let coupling = keys
        .matmul(&keys_transposed)?
        .multiply(&decay_between)?
        .multiply(&strength)?
        .multiply(&strictly_lower)?;
    let solve = inverse_of_unit_lower(&coupling)?;
    let written = solve.matmul(values.multiply(&strength)?)?;
    let erased = solve.matmul(keys.multiply(&strength)?.multiply(&decay_from_start)?)?;
    let attention = queries.matmul(&keys_transposed)?.multiply(&decay_between)?;
    let queries_from_start = queries.multiply(&decay_from_start)?;
    let keys_to_end = keys.multiply(&decay_to_end)?;
    let decay_total = decay_total.exp()?;

    let mut state = state.clone();
    let mut outputs = Vec::with_capacity((padded / CHUNK) as usize);
    for chunk in 0..padded / CHUNK {
        let at = |x: &Array| x.try_index((.., chunk, .., ..));
        let state_transposed = state.swap_axes(-1, -2)?;
        let writes = at(&written)?.subtract(at(&erased)?.matmul(&state_transposed)?)?;
        outputs.push(
            at(&queries_from_start)?
                .matmul(&state_transposed)?
                .add(at(&attention)?.matmul(&writes)?)?,
        );
        state = state
            .multiply(at(&decay_total)?)?
            .add(writes.swap_axes(-1, -2)?.matmul(at(&keys_to_end)?)?)?;
    }
    // [heads, padded, value_dim] → [T, heads, value_dim]
    let outputs = concatenate(&outputs, 1)?
        .try_index((.., 0..count, ..))?
        .swap_axes(0, 1)?;
    Ok((outputs, state))
}

/// `[T, heads, d]` → `[heads, chunks, CHUNK, d]`, padded with zero rows.
fn by_chunk(x: &Array, padded: i32) -> Result<Array> {
    let (count, heads, dim) = (x.dim(0), x.dim(1), x.dim(2));
    let x = if padded > count {
        let zeros = ops::zeros_dtype(&[padded - count, heads, dim], Dtype::Float32)?;
        concatenate(&[x, &zeros], 0)?
    } else {
        x.clone()
    };
    x.swap_axes(0, 1)?
        .reshape(&[heads, padded / CHUNK, CHUNK, dim])
}

/// `(I + A)⁻¹` for strictly lower triangular `A` of shape `[…, CHUNK, CHUNK]`.
///
/// Doubles the size of the inverted diagonal blocks: with `P`, `Q` inverted, the block `C` below
/// them becomes `−Q·C·P`. Every intermediate is a block of the result, so nothing overflows, as it
/// would with the powers of `A`.
fn inverse_of_unit_lower(a: &Array) -> Result<Array> {
    let mut inverse = ops::eye::<f32>(CHUNK, None, None)?.subtract(a.multiply(below(1)?)?)?;
    let mut size = 2;
    while size < CHUNK {
        let correction = inverse
            .matmul(a.multiply(below(size)?)?)?
            .matmul(&inverse)?;
        inverse = inverse.subtract(correction)?;
        size *= 2;
    }
    Ok(inverse)
}

/// 1 in the lower left quarter of each diagonal block of `2·size` rows, else 0.
fn below(size: i32) -> Result<Array> {
    let index = ops::arange::<i32, i32>(0, CHUNK, 1)?.floor_divide(Array::from_int(size))?;
    let (row, column) = (index.expand_dims(1)?, index.expand_dims(0)?);
    let odd = row.remainder(Array::from_int(2))?;
    column
        .add(Array::from_int(1))?
        .eq(&row)?
        .multiply(odd)?
        .as_dtype(Dtype::Float32)
}

#[cfg(test)]
mod tests {
    use mlx_rs::random;

    use super::*;
    use crate::testing::largest;

    fn rows(count: i32, alike: bool) -> Rows {
        let (heads, dim) = (3, 16);
        let normal = |seed: u64, dim: i32| {
            let key = random::key(seed).expect("a key");
            random::normal::<f32>(&[count, heads, dim], None, None, &key).expect("numbers")
        };
        let unit = |x: Array| mlx_rs::fast::rms_norm(x, None, 1e-6).expect("a norm");
        let scale = Array::from_f32(0.25);
        let keys = if alike {
            // One key over and over: the powers of the coupling matrix then grow without bound.
            ops::broadcast_to(
                normal(1, dim).try_index(0..1).expect("a row"),
                &[count, heads, dim],
            )
            .expect("rows")
        } else {
            normal(1, dim)
        };
        Rows {
            queries: unit(normal(0, dim)).multiply(&scale).expect("queries"),
            keys: unit(keys).multiply(&scale).expect("keys"),
            values: normal(2, dim),
            log_decay: normal(3, 1)
                .abs()
                .and_then(|x| x.multiply(Array::from_f32(-0.1)))
                .and_then(|x| x.squeeze_axes(&[-1]))
                .expect("decays"),
            strength: ops::sigmoid(normal(4, 1).squeeze_axes(&[-1]).expect("strengths"))
                .expect("strengths"),
        }
    }

    fn part(rows: &Rows, from: i32, to: i32) -> Rows {
        let cut = |x: &Array| x.try_index(from..to).expect("rows");
        Rows {
            queries: cut(&rows.queries),
            keys: cut(&rows.keys),
            values: cut(&rows.values),
            log_decay: cut(&rows.log_decay),
            strength: cut(&rows.strength),
        }
    }

    fn start() -> Array {
        let key = random::key(9).expect("a key");
        random::normal::<f32>(&[3, 16, 16], None, None, &key).expect("a state")
    }

    #[test]
    fn a_block_of_rows_is_bit_for_bit_its_single_rows() {
        let rows = rows(7, false);
        let (outputs, states) = steps(&rows, &start()).expect("steps");
        let mut state = start();
        for row in 0..7 {
            let (output, after) = steps(&part(&rows, row, row + 1), &state).expect("a step");
            state = after[0].clone();
            let same = |a: &Array, b: &Array| a.eq_exact(b).expect("a comparison");
            assert!(same(&state, &states[row as usize]), "state after row {row}");
            assert!(same(
                &output,
                &outputs.try_index(row..row + 1).expect("a row")
            ));
        }
    }

    #[test]
    fn chunks_give_what_steps_give() {
        for (count, alike) in [
            (1, false),
            (63, false),
            (64, true),
            (65, false),
            (200, true),
        ] {
            let rows = rows(count, alike);
            let (expected, states) = steps(&rows, &start()).expect("steps");
            let (outputs, state) = chunks(&rows, &start()).expect("chunks");
            for (actual, expected) in [(&outputs, &expected), (&state, &states[count as usize - 1])]
            {
                assert_eq!(actual.shape(), expected.shape());
                let difference = largest(&actual.subtract(expected).expect("shapes"));
                let relative = difference / largest(expected);
                assert!(relative < 1e-4, "{count} rows are off by {relative}");
            }
        }
    }
}
