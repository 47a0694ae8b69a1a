//! Values of options that need more than clap's own parsers.

use clap::ValueEnum;
use serde_json::{Map, Value};
use tandem_engine::{MAX_DEPTH, Speculate};

/// Whether the model thinks before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Think {
    On,
    Off,
    /// As the model's template has it.
    #[value(help = None)]
    Auto,
}

impl Think {
    /// What the template is told, if anything.
    pub(crate) fn wish(self) -> Option<bool> {
        match self {
            Self::On => Some(true),
            Self::Off => Some(false),
            Self::Auto => None,
        }
    }
}

/// What to do about a conversation that is longer than the model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Overflow {
    Shorten,
    Stop,
}

impl Overflow {
    /// The engine's side of it.
    pub(crate) fn wish(self) -> tandem_engine::Overflow {
        match self {
            Self::Shorten => tandem_engine::Overflow::Shorten,
            Self::Stop => tandem_engine::Overflow::Stop,
        }
    }
}

/// `auto`, `off` or drafts a round.
pub(crate) fn speculate(text: &str) -> Result<Speculate, String> {
    match text {
        "auto" => Ok(Speculate::Auto),
        "off" => Ok(Speculate::Off),
        number => depth(number)
            .map(Speculate::Depth)
            .map_err(|_| format!("give auto, off, or 0 to {MAX_DEPTH} drafts a round")),
    }
}

/// Drafts a round.
pub(crate) fn depth(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&depth| depth <= MAX_DEPTH)
        .ok_or_else(|| format!("give 0 to {MAX_DEPTH} drafts a round"))
}

/// A number that is one.
pub(crate) fn finite(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number: &f32| number.is_finite())
        .ok_or_else(|| "give a number".to_owned())
}

/// A token's number.
pub(crate) fn token(text: &str) -> Result<u32, String> {
    text.trim()
        .parse()
        .map_err(|_| "give the numbers of tokens, with commas between".to_owned())
}

/// A number of things that makes no sense as 0.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| "give a whole number above 0".to_owned())
}

/// A text of at least one character.
pub(crate) fn not_empty(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("give at least one character".to_owned());
    }
    Ok(text.to_owned())
}

/// A JSON object.
pub(crate) fn object(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| format!("give a JSON object: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_have_a_limit() {
        assert_eq!(speculate("auto"), Ok(Speculate::Auto));
        assert_eq!(speculate("off"), Ok(Speculate::Off));
        assert_eq!(speculate("3"), Ok(Speculate::Depth(3)));
        for wrong in ["9", "-1", "on", "", "99999999999999999999"] {
            assert!(speculate(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_numbers() {
        assert_eq!(finite("-0.5"), Ok(-0.5));
        for wrong in ["nan", "inf", "1e99", "x", ""] {
            assert!(finite(wrong).is_err(), "{wrong}");
        }
    }
}
