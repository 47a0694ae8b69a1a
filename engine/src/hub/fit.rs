//! Whether a model fits in memory, from its config and the size of its weights, before anything is loaded.

use serde::Serialize;

use super::error::bytes;

use crate::mlx::{physical_memory, working_set};
use crate::model::config::{LayerKind, MlpConfig, TextConfig};

/// Bytes of a cached key or value element, and of an activation: 16-bit floats.
const HALF: u64 = 2;
/// Bytes of an element of the delta state, of a logit: 32-bit floats.
const FULL: u64 = 4;
/// The length of text, in tokens, that a model's memory is counted for if nothing else is said.
pub const USUAL_CONTEXT: usize = 8192;
/// Rows of a prompt that are read in one pass.
const PREFILL_ROWS: u64 = 2048;

/// What a model needs in memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MemoryNeed {
    /// The weights of the model.
    pub weights: u64,
    /// The weights of the companion.
    pub companion: u64,
    /// Keys and values of the whole context, the companion's among them.
    pub cache: u64,
    /// Delta states and convolution windows, with the copies that a verify pass keeps.
    pub states: u64,
    /// Intermediate results of one pass over a part of the prompt. An estimate from the widest layer.
    pub working: u64,
}

impl MemoryNeed {
    /// The need of a model with weights of `weights` bytes for a text of `context` tokens. `companion` is the size of
    /// the companion's weights, 0 for none; `drafts` is how many tokens it drafts a round.
    pub fn of(
        config: &TextConfig,
        weights: u64,
        companion: u64,
        context: usize,
        drafts: usize,
    ) -> Self {
        let (attention, delta) = (&config.attention, &config.delta);
        let context = context as u64;
        let row = 2 * product([attention.kv_heads, attention.head_dim]) * HALF;
        let layers = config.layers_of(LayerKind::Attention) as u64 + u64::from(companion > 0);
        let matrix = product([delta.value_heads, delta.key_dim, delta.value_dim]) * FULL;
        let window = product([delta.conv_kernel - 1, delta.conv_channels()]) * HALF;
        // A verify pass keeps the state after each of its rows but the last, and the one before.
        let copies = if companion > 0 { drafts as u64 + 2 } else { 1 };
        let inner = match &config.mlp {
            MlpConfig::Dense { intermediate } => *intermediate,
            MlpConfig::Sparse(moe) => {
                moe.experts_per_token * moe.intermediate + moe.shared_intermediate
            }
        };
        let widest = (2 * inner)
            .max(2 * attention.heads * attention.head_dim)
            .max(delta.conv_channels());
        let rows = context.min(PREFILL_ROWS);
        let passes = rows.saturating_mul(widest as u64 + 4 * config.hidden_size as u64) * HALF;
        let logits = (drafts as u64 + 1).saturating_mul(config.vocab_size as u64) * FULL;
        Self {
            weights,
            companion,
            cache: row.saturating_mul(layers).saturating_mul(context),
            states: (matrix.saturating_mul(copies) + window)
                .saturating_mul(config.layers_of(LayerKind::Delta) as u64),
            working: passes.saturating_add(logits),
        }
    }

    /// The numbers for people.
    pub fn summary(&self) -> String {
        format!(
            "{} (weights {}, companion {}, caches {}, intermediate results {})",
            bytes(self.total()),
            bytes(self.weights),
            bytes(self.companion),
            bytes(self.cache.saturating_add(self.states)),
            bytes(self.working)
        )
    }

    /// All of it.
    pub fn total(&self) -> u64 {
        [
            self.weights,
            self.companion,
            self.cache,
            self.states,
            self.working,
        ]
        .into_iter()
        .fold(0, u64::saturating_add)
    }
}

fn product<const N: usize>(factors: [usize; N]) -> u64 {
    factors
        .into_iter()
        .fold(1, |product, factor| product.saturating_mul(factor as u64))
}

/// The memory that models may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MachineMemory {
    /// What the machine has.
    pub total: u64,
    /// What the GPU can hold at once, where there is such a limit (on a Mac, Metal's recommended working set).
    pub working_set: Option<u64>,
}

impl MachineMemory {
    /// This machine's memory as it counts for models on its GPU, or on the CPU; `None` where the system does not say.
    pub fn of_this_machine(gpu: bool) -> Option<Self> {
        Some(Self {
            total: physical_memory()?,
            working_set: working_set().filter(|_| gpu),
        })
    }

    /// What may be used: the working set, else three quarters, which leaves the system and other programs one.
    pub fn limit(&self) -> u64 {
        self.working_set.unwrap_or(self.total / 4 * 3)
    }
}

/// How well a model fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// With a fifth to spare.
    Safe,
    /// With little to spare.
    Tight,
    /// Not.
    Refuse,
}

impl Band {
    /// How well a need of so many bytes fits.
    pub fn of(need: u64, memory: MachineMemory) -> Self {
        let limit = memory.limit();
        if need > limit {
            Self::Refuse
        } else if need > limit / 5 * 4 {
            Self::Tight
        } else {
            Self::Safe
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use super::*;
    use crate::model::config::ModelConfig;

    fn config(
        hidden: usize,
        layers: usize,
        inner: usize,
        kv: usize,
        heads: usize,
        delta: usize,
    ) -> TextConfig {
        let folder = tempfile::tempdir().unwrap();
        let text = serde_json::json!({
            "model_type": "qwen3_5_text", "hidden_size": hidden, "num_hidden_layers": layers,
            "intermediate_size": inner, "num_attention_heads": heads, "num_key_value_heads": kv,
            "linear_num_value_heads": delta, "vocab_size": 248_320,
            "rope_parameters": {"rope_type": "default", "rope_theta": 1e7},
        });
        std::fs::write(folder.path().join("config.json"), text.to_string()).unwrap();
        ModelConfig::open(folder.path()).unwrap().text
    }

    #[test]
    fn caches_are_as_large_as_their_shapes_say() {
        for (config, key_values_per_token, state) in [
            (
                config(1024, 24, 3584, 2, 8, 16),
                12 << 10,
                18 * (16 * 128 * 128 * 4),
            ),
            (
                config(2560, 32, 9216, 4, 16, 32),
                32 << 10,
                24 * (32 * 128 * 128 * 4),
            ),
            (
                config(5120, 64, 17408, 4, 24, 48),
                64 << 10,
                48 * (48 * 128 * 128 * 4),
            ),
        ] {
            let need = MemoryNeed::of(&config, 1, 0, 1000, 0);
            assert_eq!(need.cache, key_values_per_token * 1000);
            let windows = 3
                * config.delta.conv_channels() as u64
                * 2
                * config.layers_of(LayerKind::Delta) as u64;
            assert_eq!(need.states, state + windows);
            let with = MemoryNeed::of(&config, 1, 5, 1000, 2);
            assert_eq!(with.states - windows, 4 * state);
            assert!(with.cache > need.cache && with.total() > need.total());
            assert!(MemoryNeed::of(&config, u64::MAX, 5, usize::MAX, 8).total() == u64::MAX);
        }
    }

    #[test]
    fn bands_begin_where_they_should() {
        let mac = MachineMemory {
            total: 32 << 30,
            working_set: Some(1000),
        };
        for (need, band) in [
            (0, Band::Safe),
            (800, Band::Safe),
            (801, Band::Tight),
            (1000, Band::Tight),
            (1001, Band::Refuse),
        ] {
            assert_eq!(Band::of(need, mac), band, "{need}");
        }
        let linux = MachineMemory {
            total: 4000,
            working_set: None,
        };
        assert_eq!(
            (Band::of(3000, linux), Band::of(3001, linux)),
            (Band::Tight, Band::Refuse)
        );
    }
}
