//! Speculative decoding: draft, verify in one pass, accept, commit.

mod decoder;
pub(crate) mod exact;
mod round;
#[cfg(test)]
mod tests;

pub(crate) use decoder::{Decoder, Pair};
#[cfg(test)]
pub(crate) use round::verify;
pub(crate) use round::{Round, run_round};
