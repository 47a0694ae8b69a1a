//! Speculative decoding: draft, verify in one pass, accept, commit.

mod decoder;
mod round;
#[cfg(test)]
mod tests;

pub(crate) use decoder::{Decoder, Pair};
pub(crate) use round::{Round, run_round};
