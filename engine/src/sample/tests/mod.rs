//! What is drawn follows the distribution that the settings describe, and nothing else sways it.

mod alone;
mod drawn;
mod mlx_lm;
mod oracle;
mod ranking;
mod rounds;
mod same_text;
mod settings;
mod statistics;

use super::SamplingSettings;

/// The model's distribution as it is.
fn neutral() -> SamplingSettings {
    SamplingSettings {
        temperature: 1.0,
        top_k: 0,
        top_p: 1.0,
        min_p: 0.0,
        presence_penalty: 0.0,
        frequency_penalty: 0.0,
        repetition_penalty: 1.0,
        logit_bias: Vec::new(),
        seed: 0,
    }
}
