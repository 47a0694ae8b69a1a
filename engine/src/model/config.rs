//! The config of a Qwen3.5 text model, checked.
//!
//! A field that every model of the family sets alike may be absent and then takes that value, as
//! long as a wrong guess would show in a tensor's shape or all implementations agree on it. What
//! could go wrong unnoticed must be there. Features that no model of the family uses (biases, other
//! rotary scalings, dense layers between sparse ones) are refused by name instead of computed
//! wrongly.

use std::path::Path;

use crate::checkpoint::json::{self, Fields, shown};
use crate::companion::config::COMPANION;
use crate::error::{EngineError, Result, one_line};
use crate::model::generation_config::GenerationConfig;
use crate::model::quantization::QuantizationHint;

/// Name of the config file in a model folder.
pub const CONFIG_FILE: &str = "config.json";
/// The largest config read, in bytes. One with an override per module of the largest model takes
/// about 400 kB.
pub(crate) const CONFIG_LIMIT: u64 = 4 << 20;

/// The architectures that [`ModelConfig::open`] accepts.
pub const ARCHITECTURES: &str = "qwen3_5, qwen3_5_text, qwen3_5_moe, qwen3_5_moe_text";

/// The config of a model folder: `config.json` and `generation_config.json`.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelConfig {
    /// The outer `model_type`.
    pub model_type: String,
    /// What the model computes.
    pub text: TextConfig,
    /// What the config says of the weights' quantization. The tensors decide.
    pub quantization: QuantizationHint,
    /// `generation_config.json`, empty if there is none.
    pub generation: GenerationConfig,
    /// End tokens of `config.json`, outer and inner.
    end_tokens: Vec<u32>,
}

/// What a text model computes.
#[derive(Debug, Clone, PartialEq)]
pub struct TextConfig {
    /// Rows of the embedding, end of the range of token ids.
    pub vocab_size: usize,
    /// Length of a hidden state.
    pub hidden_size: usize,
    /// The kind of each layer's token mixer.
    pub layers: Vec<LayerKind>,
    /// Full attention layers.
    pub attention: AttentionConfig,
    /// Gated delta net layers.
    pub delta: DeltaConfig,
    /// The feed-forward part of every layer.
    pub mlp: MlpConfig,
    /// Added to the mean square in every RMS norm.
    pub norm_eps: f32,
    /// Whether the head is the embedding.
    pub tied_head: bool,
    /// Longest text the model was made for, in tokens.
    pub max_positions: usize,
}

/// How a layer mixes tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerKind {
    /// Gated delta net: a state of fixed size.
    Delta,
    /// Gated full attention: a cache that grows.
    Attention,
}

/// Gated full attention.
#[derive(Debug, Clone, PartialEq)]
pub struct AttentionConfig {
    /// Query heads.
    pub heads: usize,
    /// Key and value heads, a divisor of `heads`.
    pub kv_heads: usize,
    /// Length of one head.
    pub head_dim: usize,
    /// Elements of a head that are rotated, even.
    pub rotary_dims: usize,
    /// Base of the rotary frequencies.
    pub rope_theta: f32,
}

/// Gated delta net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeltaConfig {
    /// Key (and query) heads, a divisor of `value_heads`.
    pub key_heads: usize,
    /// Value heads.
    pub value_heads: usize,
    /// Length of a key head.
    pub key_dim: usize,
    /// Length of a value head.
    pub value_dim: usize,
    /// Tokens the causal convolution sees, at least 2.
    pub conv_kernel: usize,
}

impl DeltaConfig {
    /// Channels of all queries (or keys).
    pub fn keys(&self) -> usize {
        self.key_heads * self.key_dim
    }

    /// Channels of all values.
    pub fn values(&self) -> usize {
        self.value_heads * self.value_dim
    }

    /// Channels that pass the convolution: queries, keys, values.
    pub fn conv_channels(&self) -> usize {
        2 * self.keys() + self.values()
    }
}

/// The feed-forward part of a layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MlpConfig {
    /// One gated unit.
    Dense {
        /// Its inner length.
        intermediate: usize,
    },
    /// Routed experts and a shared one.
    Sparse(MoeConfig),
}

/// A mixture of experts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoeConfig {
    /// Routed experts.
    pub experts: usize,
    /// Experts that each token uses.
    pub experts_per_token: usize,
    /// Inner length of a routed expert.
    pub intermediate: usize,
    /// Inner length of the shared expert.
    pub shared_intermediate: usize,
    /// Whether the chosen experts' weights are scaled to sum 1.
    pub normalize_weights: bool,
}

impl ModelConfig {
    /// Reads `config.json` and `generation_config.json` of a model folder.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] without `config.json`, [`EngineError::UnsupportedArchitecture`]
    /// for another family, [`EngineError::BadConfig`] naming file and field for anything else.
    pub fn open(folder: &Path) -> Result<Self> {
        let file = folder.join(CONFIG_FILE);
        let object = read(&file)?;
        let fields = Fields::new(&file, &object);
        let unsupported = |found: String| EngineError::UnsupportedArchitecture {
            file: file.clone(),
            found,
            supported: ARCHITECTURES,
        };
        let Some(model_type) = fields.text("model_type")? else {
            return Err(unsupported("(no model_type)".to_owned()));
        };
        if model_type == COMPANION {
            return Err(unsupported(format!(
                "{COMPANION} (an MTP companion, no model of its own)"
            )));
        }
        if !is_supported(model_type) {
            return Err(unsupported(model_type.to_owned()));
        }
        let inner = fields.object("text_config", "text_config.")?;
        let text_type = inner.map_or(Ok(None), |inner| inner.text("model_type"))?;
        if let Some(other) = text_type.filter(|other| !is_supported(other)) {
            return Err(unsupported(other.to_owned()));
        }
        let text_fields = inner.unwrap_or(fields);
        let text = TextConfig::read(&text_fields, fields.flag("tie_word_embeddings")?)?;
        let sparse = [Some(model_type), text_type]
            .into_iter()
            .flatten()
            .any(|name| name.contains("moe"));
        if sparse && !matches!(text.mlp, MlpConfig::Sparse(_)) {
            return Err(text_fields.missing("num_experts"));
        }
        let mut end_tokens = fields.tokens("eos_token_id")?;
        end_tokens.extend(text_fields.tokens("eos_token_id")?);
        Ok(Self {
            model_type: model_type.to_owned(),
            text,
            quantization: QuantizationHint::read(&fields, &text_fields),
            generation: GenerationConfig::open(folder)?,
            end_tokens,
        })
    }

    /// The tokens after which the model has finished, in order: those of `generation_config.json`
    /// and those of `config.json`, outer and inner, since each is incomplete in some releases.
    pub fn end_tokens(&self) -> Vec<u32> {
        let mut tokens: Vec<u32> = self
            .generation
            .end_tokens
            .iter()
            .chain(&self.end_tokens)
            .copied()
            .collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }
}

/// The object in a config file that must exist.
pub(crate) fn read(file: &Path) -> Result<serde_json::Map<String, serde_json::Value>> {
    json::read_object(file, CONFIG_LIMIT)?.ok_or_else(|| EngineError::NotFound {
        path: file.to_owned(),
        what: "is not there; a model is a folder with config.json and *.safetensors".to_owned(),
    })
}

pub(crate) fn is_supported(model_type: &str) -> bool {
    ARCHITECTURES.split(", ").any(|name| name == model_type)
}

impl TextConfig {
    /// Reads the text model's fields. `outer_tied` is the flag beside `text_config`, used only
    /// where the inner one is absent: mlx-lm and mlx-vlm read the inner one, and it is the text
    /// model's head.
    pub(crate) fn read(fields: &Fields<'_>, outer_tied: Option<bool>) -> Result<Self> {
        refuse_other_computations(fields)?;
        let count = fields.need("num_hidden_layers", 1..=1024)?;
        let norm_eps = fields.number("rms_norm_eps", 0.0..=1.0)?;
        let tied = fields.flag("tie_word_embeddings")?;
        // The maker's own default, smaller than any release says.
        let max_positions = fields.count("max_position_embeddings", 1..=1 << 26)?;
        Ok(Self {
            vocab_size: fields.need("vocab_size", 1..=1 << 24)?,
            hidden_size: fields.need("hidden_size", 1..=1 << 16)?,
            layers: layer_kinds(fields, count)?,
            attention: attention(fields)?,
            delta: delta(fields)?,
            mlp: mlp(fields)?,
            norm_eps: norm_eps.unwrap_or(1e-6) as f32,
            tied_head: tied.or(outer_tied).unwrap_or(false),
            max_positions: max_positions.unwrap_or(32_768),
        })
    }

    /// How many layers are of that kind.
    pub fn layers_of(&self, kind: LayerKind) -> usize {
        self.layers.iter().filter(|&&layer| layer == kind).count()
    }
}

/// Refuses what would change the computation in a way that the engine does not know.
fn refuse_other_computations(fields: &Fields<'_>) -> Result<()> {
    let not_supported =
        |key: &str, value: String| Err(fields.bad(key, format!("{value} is not supported")));
    for key in ["hidden_act", "output_gate_type"] {
        match fields.text(key)? {
            None | Some("silu" | "swish") => {}
            Some(other) => return not_supported(key, format!("{:?}", one_line(other))),
        }
    }
    for (key, only) in [("attention_bias", false), ("attn_output_gate", true)] {
        if fields.flag(key)?.is_some_and(|flag| flag != only) {
            return not_supported(key, (!only).to_string());
        }
    }
    if let Some(step) = fields
        .count("decoder_sparse_step", 0..=1024)?
        .filter(|&step| step != 1)
    {
        return not_supported("decoder_sparse_step", step.to_string());
    }
    if fields
        .list("mlp_only_layers")?
        .is_some_and(|list| !list.is_empty())
    {
        return not_supported("mlp_only_layers", "with layers".to_owned());
    }
    Ok(())
}

fn layer_kinds(fields: &Fields<'_>, count: usize) -> Result<Vec<LayerKind>> {
    // The list says it layer by layer, so it wins over the interval.
    let Some(list) = fields.list("layer_types")? else {
        let interval = fields
            .count("full_attention_interval", 1..=1024)?
            .unwrap_or(4);
        return Ok((1..=count)
            .map(|layer| {
                if layer.is_multiple_of(interval) {
                    LayerKind::Attention
                } else {
                    LayerKind::Delta
                }
            })
            .collect());
    };
    if list.len() != count {
        return Err(fields.bad(
            "layer_types",
            format!("lists {} layers, but there are {count}", list.len()),
        ));
    }
    list.iter()
        .map(|kind| match kind.as_str() {
            Some("linear_attention") => Ok(LayerKind::Delta),
            Some("full_attention") => Ok(LayerKind::Attention),
            _ => Err(fields.bad(
                "layer_types",
                format!("holds {}, which is not supported", shown(kind)),
            )),
        })
        .collect()
}

fn attention(fields: &Fields<'_>) -> Result<AttentionConfig> {
    let heads = fields.need("num_attention_heads", 1..=1024)?;
    let kv_heads = fields.need("num_key_value_heads", 1..=1024)?;
    if !heads.is_multiple_of(kv_heads) {
        return Err(fields.bad(
            "num_attention_heads",
            format!("is {heads}, not a multiple of the {kv_heads} key heads"),
        ));
    }
    let head_dim = fields.count("head_dim", 1..=1024)?.unwrap_or(256);
    let (rope_theta, factor) = rope(fields)?;
    let rotary_dims = (head_dim as f64 * factor) as usize;
    if rotary_dims == 0 || !rotary_dims.is_multiple_of(2) {
        return Err(fields.bad(
            "partial_rotary_factor",
            format!(
                "is {factor}: of {head_dim} elements it rotates {rotary_dims}, not an even number"
            ),
        ));
    }
    Ok(AttentionConfig {
        heads,
        kv_heads,
        head_dim,
        rotary_dims,
        rope_theta,
    })
}

/// The rotary base and the rotated share of a head. Current configs keep them in `rope_parameters`,
/// older ones beside it.
fn rope(fields: &Fields<'_>) -> Result<(f32, f64)> {
    let parameters = fields.object("rope_parameters", "rope_parameters.")?;
    let legacy = fields.object("rope_scaling", "rope_scaling.")?;
    for scaling in parameters.iter().chain(&legacy) {
        let kind = match scaling.text("rope_type")? {
            None => scaling.text("type")?,
            kind => kind,
        };
        let factor = scaling.number("factor", 0.0..=1e6)?;
        match kind {
            // With text alone, where a token has one position, the variant for images is the same.
            None | Some("default" | "mrope") => {}
            Some("linear" | "dynamic" | "yarn" | "llama3") if factor == Some(1.0) => {}
            Some(other) => {
                return Err(scaling.bad(
                    "rope_type",
                    format!("{:?} is not supported", one_line(other)),
                ));
            }
        }
    }
    let number = |key: &str, allowed: std::ops::RangeInclusive<f64>| {
        let inner = parameters.map_or(Ok(None), |inner| inner.number(key, allowed.clone()))?;
        inner.map_or_else(|| fields.number(key, allowed), |inner| Ok(Some(inner)))
    };
    // Implementations disagree on the base where it is absent, and a wrong one shows nowhere but in
    // the text.
    let theta = number("rope_theta", 1.0..=1e12)?
        .ok_or_else(|| fields.missing("rope_parameters.rope_theta"))?;
    let factor = number("partial_rotary_factor", 0.0..=1.0)?.unwrap_or(0.25);
    Ok((theta as f32, factor))
}

fn delta(fields: &Fields<'_>) -> Result<DeltaConfig> {
    let may = |key: &str, allowed, default| {
        Ok::<_, EngineError>(fields.count(key, allowed)?.unwrap_or(default))
    };
    let key_heads = may("linear_num_key_heads", 1..=1024, 16)?;
    let value_heads = fields.need("linear_num_value_heads", 1..=1024)?;
    if !value_heads.is_multiple_of(key_heads) {
        return Err(fields.bad(
            "linear_num_value_heads",
            format!("is {value_heads}, not a multiple of the {key_heads} key heads"),
        ));
    }
    Ok(DeltaConfig {
        key_heads,
        value_heads,
        key_dim: may("linear_key_head_dim", 1..=1024, 128)?,
        value_dim: may("linear_value_head_dim", 1..=1024, 128)?,
        // With a kernel of one the two layouts of its weight would look alike.
        conv_kernel: may("linear_conv_kernel_dim", 2..=64, 4)?,
    })
}

fn mlp(fields: &Fields<'_>) -> Result<MlpConfig> {
    let experts = fields.count("num_experts", 0..=4096)?.unwrap_or(0);
    if experts == 0 {
        return Ok(MlpConfig::Dense {
            intermediate: fields.need("intermediate_size", 1..=1 << 20)?,
        });
    }
    Ok(MlpConfig::Sparse(MoeConfig {
        experts,
        experts_per_token: fields.need("num_experts_per_tok", 1..=experts)?,
        intermediate: fields.need("moe_intermediate_size", 1..=1 << 20)?,
        shared_intermediate: fields.need("shared_expert_intermediate_size", 1..=1 << 20)?,
        normalize_weights: fields.flag("norm_topk_prob")?.unwrap_or(true),
    }))
}
