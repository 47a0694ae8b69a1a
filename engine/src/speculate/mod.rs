//! Speculative decoding: draft, verify in one pass, accept, commit.

pub(crate) mod costs;
mod decoder;
pub(crate) mod exact;
pub(crate) mod pace;
mod round;
#[cfg(test)]
mod tests;
pub(crate) mod trial;

pub(crate) use decoder::{Decoder, DraftsFrom, Pair};
#[cfg(test)]
pub(crate) use round::verify;
pub(crate) use round::{Round, force, run_round};
