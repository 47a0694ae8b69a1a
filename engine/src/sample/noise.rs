//! Randomness that is a function of seed, position and token.

use mlx_rs::{
    Array, Dtype,
    error::Result,
    ops::{minimum, stack},
};

use crate::mlx::random_bits;

/// Random 32-bit numbers for every token after each of `rows` rows, `[rows, vocabulary]`. Row `r`
/// belongs to `position + r` and is the same whichever rows are asked for beside it.
pub(super) fn bits(seed: u64, position: u64, rows: i32, vocabulary: usize) -> Result<Array> {
    let rows = (position..)
        .take(rows.max(0) as usize)
        .map(|position| random_bits(key(seed, position), vocabulary))
        .collect::<Result<Vec<_>>>()?;
    stack(&rows, 0)
}

/// The generator's key of a position.
fn key(seed: u64, position: u64) -> u64 {
    mix(mix(seed).wrapping_add(position))
}

/// A step of SplitMix64 (Steele, Lea, Flood 2014): one to one, and each bit of its result hangs on
/// every bit of `z`.
fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Standard Gumbel noise out of random 32-bit numbers.
///
/// It is `-ln(-ln(1 - u))` with `u` in the middle of one of 2³² equal steps. Float32 has its digits
/// near 0, so this way round the large values, which lift unlikely tokens, are the fine ones.
pub(super) fn gumbel(bits: &Array) -> Result<Array> {
    const STEP: f32 = 1.0 / 4_294_967_296.0;
    const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
    let middle = bits
        .as_dtype(Dtype::Float32)?
        .multiply(Array::from_f32(STEP))?
        .add(Array::from_f32(STEP / 2.0))?;
    let u = minimum(middle, Array::from_f32(BELOW_ONE))?;
    u.negative()?.log1p()?.negative()?.log()?.negative()
}
