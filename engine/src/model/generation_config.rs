//! `generation_config.json`: the maker's end tokens and recommended sampling.

use std::path::Path;

use crate::checkpoint::json::{self, Fields};
use crate::error::Result;
use crate::model::config::CONFIG_LIMIT;

/// Name of the file in a model folder.
pub const GENERATION_CONFIG_FILE: &str = "generation_config.json";

/// What the maker recommends. A field is `None` where the file does not say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GenerationConfig {
    /// End tokens.
    pub end_tokens: Vec<u32>,
    /// Whether to sample; greedy otherwise.
    pub do_sample: Option<bool>,
    /// Divides the logits.
    pub temperature: Option<f32>,
    /// Keeps that many of the likeliest tokens; 0 keeps all.
    pub top_k: Option<usize>,
    /// Keeps the likeliest tokens up to that probability together.
    pub top_p: Option<f32>,
    /// Keeps tokens with at least that share of the likeliest one's probability.
    pub min_p: Option<f32>,
    /// Subtracted from the logit of each token used before.
    pub presence_penalty: Option<f32>,
    /// Divides the (positive) logit of each token used before.
    pub repetition_penalty: Option<f32>,
}

impl GenerationConfig {
    /// Reads the file of a model folder; all is empty if there is none.
    ///
    /// A recommendation out of range is logged and left out: it is no reason not to run the model.
    ///
    /// # Errors
    /// [`BadConfig`](crate::EngineError::BadConfig) if the file is no JSON object or an end token
    /// is no token.
    pub fn open(folder: &Path) -> Result<Self> {
        let file = folder.join(GENERATION_CONFIG_FILE);
        let Some(object) = json::read_object(&file, CONFIG_LIMIT)? else {
            return Ok(Self::default());
        };
        let fields = Fields::new(&file, &object);
        let number = |key: &str, low: f64, high: f64| {
            advice(fields.number(key, low..=high)).map(|number| number as f32)
        };
        Ok(Self {
            end_tokens: fields.tokens("eos_token_id")?,
            do_sample: advice(fields.flag("do_sample")),
            temperature: number("temperature", 0.0, 100.0),
            top_k: advice(fields.count("top_k", 0..=1 << 24)),
            top_p: number("top_p", 0.0, 1.0),
            min_p: number("min_p", 0.0, 1.0),
            presence_penalty: number("presence_penalty", -100.0, 100.0),
            repetition_penalty: number("repetition_penalty", 1e-3, 100.0),
        })
    }
}

fn advice<T>(read: Result<Option<T>>) -> Option<T> {
    read.unwrap_or_else(|error| {
        tracing::warn!(%error, "recommendation left out");
        None
    })
}
