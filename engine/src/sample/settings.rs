//! From what a request leaves open to the settings in effect.

use serde::Serialize;

use crate::{EngineError, Result, model::generation_config::GenerationConfig, request::Sampling};

/// How the tokens of an answer are chosen: each setting with the value in effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SamplingSettings {
    /// As [`Sampling::temperature`].
    pub temperature: f32,
    /// As [`Sampling::top_k`].
    pub top_k: usize,
    /// As [`Sampling::top_p`].
    pub top_p: f32,
    /// As [`Sampling::min_p`].
    pub min_p: f32,
    /// As [`Sampling::presence_penalty`].
    pub presence_penalty: f32,
    /// As [`Sampling::frequency_penalty`].
    pub frequency_penalty: f32,
    /// As [`Sampling::repetition_penalty`].
    pub repetition_penalty: f32,
    /// As [`Sampling::logit_bias`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logit_bias: Vec<(u32, f32)>,
    /// The request's own, or one drawn at random: the request with it gives the same answer again.
    pub seed: u64,
}

/// Recommended settings.
#[derive(Debug, Clone, Copy)]
struct Recommended {
    temperature: f32,
    top_k: usize,
    top_p: f32,
    min_p: f32,
    presence_penalty: f32,
    repetition_penalty: f32,
}

/// The model's distribution as it is, with nothing filtered and nothing penalized.
const NEUTRAL: Recommended = Recommended {
    temperature: 1.0,
    top_k: 0,
    top_p: 1.0,
    min_p: 0.0,
    presence_penalty: 0.0,
    repetition_penalty: 1.0,
};

/// For answers that begin with thinking: "thinking mode, general tasks" of the Qwen3.5 and 3.6
/// model cards.
const THINKING: Recommended = Recommended {
    temperature: 1.0,
    top_k: 20,
    top_p: 0.95,
    presence_penalty: 1.5,
    ..NEUTRAL
};

/// For answers without: "instruct (or non-thinking) mode, general tasks" of the same cards.
const DIRECT: Recommended = Recommended {
    temperature: 0.7,
    top_k: 20,
    top_p: 0.8,
    presence_penalty: 1.5,
    ..NEUTRAL
};

impl Recommended {
    /// What is recommended for a model: by its own file, which then stands as a whole, else for its
    /// family.
    fn of(file: &GenerationConfig, thinking: bool) -> Self {
        let numbers = [
            file.temperature,
            file.top_p,
            file.min_p,
            file.presence_penalty,
            file.repetition_penalty,
        ];
        let speaks = file.do_sample == Some(false)
            || file.top_k.is_some()
            || numbers.iter().any(Option::is_some);
        if !speaks {
            return if thinking { THINKING } else { DIRECT };
        }
        let temperature = match file.do_sample {
            Some(false) => 0.0,
            _ => file.temperature.unwrap_or(NEUTRAL.temperature),
        };
        Self {
            temperature,
            top_k: file.top_k.unwrap_or(NEUTRAL.top_k),
            // 0 is "off" to mlx-lm and others.
            top_p: file.top_p.filter(|&p| p > 0.0).unwrap_or(NEUTRAL.top_p),
            min_p: file.min_p.unwrap_or(NEUTRAL.min_p),
            presence_penalty: file.presence_penalty.unwrap_or(NEUTRAL.presence_penalty),
            repetition_penalty: file
                .repetition_penalty
                .unwrap_or(NEUTRAL.repetition_penalty),
        }
    }
}

impl SamplingSettings {
    /// Fills in what `wish` leaves open: `file` is the model's own `generation_config.json`, and
    /// `thinking` says whether the answer begins with thinking.
    ///
    /// Recommendations are for drawing. A wish for temperature 0 is one for the likeliest tokens,
    /// so nothing else is then changed unasked.
    ///
    /// # Errors
    /// [`EngineError::InvalidRequest`] naming the setting that is out of range.
    pub(crate) fn resolve(
        wish: &Sampling,
        file: &GenerationConfig,
        thinking: bool,
        vocabulary: usize,
    ) -> Result<Self> {
        let recommended = match wish.temperature {
            Some(0.0) => NEUTRAL,
            _ => Recommended::of(file, thinking),
        };
        let settings = Self {
            temperature: wish.temperature.unwrap_or(recommended.temperature),
            top_k: wish.top_k.unwrap_or(recommended.top_k),
            top_p: wish.top_p.unwrap_or(recommended.top_p),
            min_p: wish.min_p.unwrap_or(recommended.min_p),
            presence_penalty: wish
                .presence_penalty
                .unwrap_or(recommended.presence_penalty),
            frequency_penalty: wish.frequency_penalty.unwrap_or(0.0),
            repetition_penalty: wish
                .repetition_penalty
                .unwrap_or(recommended.repetition_penalty),
            logit_bias: wish.logit_bias.clone(),
            seed: match wish.seed {
                Some(seed) => seed,
                None => random_seed()?,
            },
        };
        settings.check(vocabulary)?;
        Ok(settings)
    }

    fn check(&self, vocabulary: usize) -> Result<()> {
        within("temperature", self.temperature, 0.0, 100.0)?;
        within("min_p", self.min_p, 0.0, 1.0)?;
        within("presence_penalty", self.presence_penalty, -100.0, 100.0)?;
        within("frequency_penalty", self.frequency_penalty, -100.0, 100.0)?;
        within("repetition_penalty", self.repetition_penalty, 0.001, 100.0)?;
        if !(self.top_p > 0.0 && self.top_p <= 1.0) {
            return invalid(format!(
                "top_p is {}; it must be over 0 and at most 1, which keeps all tokens",
                self.top_p
            ));
        }
        for &(token, bias) in &self.logit_bias {
            within("a logit_bias", bias, -100.0, 100.0)?;
            if token as usize >= vocabulary {
                return invalid(format!(
                    "logit_bias names token {token}; the model has tokens 0 to {}",
                    vocabulary.saturating_sub(1)
                ));
            }
        }
        Ok(())
    }
}

fn within(name: &str, value: f32, low: f32, high: f32) -> Result<()> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        invalid(format!(
            "{name} is {value}; it must be a number from {low} to {high}"
        ))
    }
}

fn invalid<T>(message: String) -> Result<T> {
    Err(EngineError::InvalidRequest(message))
}

/// A seed that the system draws. Under 2⁵³, so that a JSON reader that holds numbers as doubles
/// gives it back unchanged.
fn random_seed() -> Result<u64> {
    getrandom::u64()
        .map(|seed| seed >> 11)
        .map_err(|error| EngineError::Backend(format!("no random seed from the system: {error}")))
}
