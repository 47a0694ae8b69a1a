//! Speculative decoding: draft, verify in one pass, accept, commit.

mod decoder;
mod round;
#[cfg(test)]
mod tests;

pub(crate) use decoder::{Decoder, Pair};
#[cfg(test)]
pub(crate) use round::verify;
pub(crate) use round::{Round, force, run_round};
