//! A small model folder to write, bend and read.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use safetensors::Dtype;
use safetensors::tensor::TensorView;
use serde_json::{Value, json};
use tandem_engine::Result;
use tandem_engine::checkpoint::Checkpoint;
use tandem_engine::companion::config::CompanionConfig;
use tandem_engine::model::config::ModelConfig;
use tandem_engine::model::plan::{Plan, PlannedWeight};
use tempfile::TempDir;

pub(crate) const HIDDEN: usize = 128;
pub(crate) const INNER: usize = 256;
pub(crate) const VOCAB: usize = 40;
pub(crate) const EXPERTS: usize = 3;
const ATTENTION_LAYER: usize = 3;
const LAYERS: usize = 4;

/// A folder in the making: its config, and the types and shapes of its tensors.
pub(crate) struct Folder {
    dir: TempDir,
    pub(crate) config: Value,
    pub(crate) tensors: BTreeMap<String, (Dtype, Vec<usize>)>,
    pub(crate) marked_mlx: bool,
}

impl Folder {
    fn new(config: Value) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self {
            dir,
            config,
            tensors: BTreeMap::new(),
            marked_mlx: true,
        }
    }

    /// A dense target with tied head, converted for MLX, not quantized: three delta layers and one
    /// of attention.
    pub(crate) fn dense() -> Self {
        let mut folder = Self::new(json!({
            "model_type": "qwen3_5",
            "text_config": text_config("qwen3_5_text"),
            "tie_word_embeddings": true,
        }));
        folder.add_target("language_model.model.", false);
        folder
    }

    /// The same with experts and a head of its own.
    pub(crate) fn sparse() -> Self {
        let mut text = text_config("qwen3_5_moe_text");
        for (key, value) in [
            ("num_experts", json!(EXPERTS)),
            ("num_experts_per_tok", json!(2)),
            ("moe_intermediate_size", json!(INNER)),
            ("shared_expert_intermediate_size", json!(INNER)),
            ("tie_word_embeddings", json!(false)),
        ] {
            text[key] = value;
        }
        let mut folder = Self::new(json!({ "model_type": "qwen3_5_moe", "text_config": text }));
        folder.add_target("language_model.model.", true);
        folder.add("language_model.lm_head.weight", &[VOCAB, HIDDEN]);
        folder
    }

    /// A dense companion in a folder of its own.
    pub(crate) fn companion() -> Self {
        let mut folder = Self::new(json!({
            "model_type": "qwen3_5_mtp",
            "text_config": text_config("qwen3_5_text"),
            "block_size": 3,
        }));
        folder.add_companion("", false);
        folder
    }

    fn add_target(&mut self, body: &str, sparse: bool) {
        self.add(&format!("{body}embed_tokens.weight"), &[VOCAB, HIDDEN]);
        self.add(&format!("{body}norm.weight"), &[HIDDEN]);
        for layer in 0..LAYERS {
            self.add_layer(
                &format!("{body}layers.{layer}"),
                layer == ATTENTION_LAYER,
                sparse,
            );
        }
    }

    pub(crate) fn add_companion(&mut self, prefix: &str, sparse: bool) {
        self.add(&format!("{prefix}fc.weight"), &[HIDDEN, 2 * HIDDEN]);
        for norm in ["pre_fc_norm_embedding", "pre_fc_norm_hidden", "norm"] {
            self.add(&format!("{prefix}{norm}.weight"), &[HIDDEN]);
        }
        self.add_layer(&format!("{prefix}layers.0"), true, sparse);
    }

    /// 2 heads of 64 and 1 of keys; 1 key head and 2 value heads of 64 in delta layers.
    fn add_layer(&mut self, layer: &str, attention: bool, sparse: bool) {
        for norm in ["input_layernorm", "post_attention_layernorm"] {
            self.add(&format!("{layer}.{norm}.weight"), &[HIDDEN]);
        }
        let parts: &[(&str, &[usize])] = if attention {
            &[
                ("self_attn.q_proj.weight", &[256, HIDDEN]),
                ("self_attn.k_proj.weight", &[64, HIDDEN]),
                ("self_attn.v_proj.weight", &[64, HIDDEN]),
                ("self_attn.o_proj.weight", &[HIDDEN, 128]),
                ("self_attn.q_norm.weight", &[64]),
                ("self_attn.k_norm.weight", &[64]),
            ]
        } else {
            &[
                ("linear_attn.in_proj_qkv.weight", &[256, HIDDEN]),
                ("linear_attn.in_proj_z.weight", &[128, HIDDEN]),
                ("linear_attn.in_proj_a.weight", &[2, HIDDEN]),
                ("linear_attn.in_proj_b.weight", &[2, HIDDEN]),
                ("linear_attn.conv1d.weight", &[256, 4, 1]),
                ("linear_attn.A_log", &[2]),
                ("linear_attn.dt_bias", &[2]),
                ("linear_attn.norm.weight", &[64]),
                ("linear_attn.out_proj.weight", &[HIDDEN, 128]),
            ]
        };
        for (name, shape) in parts {
            self.add(&format!("{layer}.{name}"), shape);
        }
        if sparse {
            self.add(&format!("{layer}.mlp.gate.weight"), &[EXPERTS, HIDDEN]);
            self.add(
                &format!("{layer}.mlp.shared_expert_gate.weight"),
                &[1, HIDDEN],
            );
            self.add(
                &format!("{layer}.mlp.switch_mlp.gate_proj.weight"),
                &[EXPERTS, INNER, HIDDEN],
            );
            self.add(
                &format!("{layer}.mlp.switch_mlp.up_proj.weight"),
                &[EXPERTS, INNER, HIDDEN],
            );
            self.add(
                &format!("{layer}.mlp.switch_mlp.down_proj.weight"),
                &[EXPERTS, HIDDEN, INNER],
            );
        }
        let mlp = if sparse { "mlp.shared_expert" } else { "mlp" };
        self.add(&format!("{layer}.{mlp}.gate_proj.weight"), &[INNER, HIDDEN]);
        self.add(&format!("{layer}.{mlp}.up_proj.weight"), &[INNER, HIDDEN]);
        self.add(&format!("{layer}.{mlp}.down_proj.weight"), &[HIDDEN, INNER]);
    }

    pub(crate) fn add(&mut self, name: &str, shape: &[usize]) {
        self.add_as(name, Dtype::BF16, shape);
    }

    pub(crate) fn add_as(&mut self, name: &str, dtype: Dtype, shape: &[usize]) {
        self.tensors
            .insert(name.to_owned(), (dtype, shape.to_vec()));
    }

    pub(crate) fn remove(&mut self, name: &str) -> (Dtype, Vec<usize>) {
        self.tensors
            .remove(name)
            .unwrap_or_else(|| panic!("no tensor {name}"))
    }

    /// Renames every tensor that begins with `from`.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        let tensors = std::mem::take(&mut self.tensors);
        self.tensors = tensors
            .into_iter()
            .map(|(name, tensor)| match name.strip_prefix(from) {
                Some(rest) => (format!("{to}{rest}"), tensor),
                None => (name, tensor),
            })
            .collect();
    }

    /// Stores convolutions as a raw release does.
    pub(crate) fn transpose_convolutions(&mut self) {
        for (_, (_, shape)) in self
            .tensors
            .iter_mut()
            .filter(|(name, _)| name.ends_with("conv1d.weight"))
        {
            shape.swap(1, 2);
        }
    }

    /// Packs one weight: 32-bit words and scales of that type; biases if they are floating point.
    pub(crate) fn pack(&mut self, module: &str, bits: usize, group: usize, scales: Dtype) {
        let (_, mut shape) = self.remove(&format!("{module}.weight"));
        let inputs = shape.pop().unwrap();
        let with = |length: usize| [shape.as_slice(), &[length]].concat();
        self.add_as(
            &format!("{module}.weight"),
            Dtype::U32,
            &with(inputs * bits / 32),
        );
        self.add_as(&format!("{module}.scales"), scales, &with(inputs / group));
        if scales == Dtype::BF16 {
            self.add_as(&format!("{module}.biases"), scales, &with(inputs / group));
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The bytes of a weight file with these tensors, all zero.
    pub(crate) fn weights(&self, keep: impl Fn(&str) -> bool) -> Vec<u8> {
        let zeros = vec![
            0;
            self.tensors
                .values()
                .map(|(dtype, shape)| bytes(*dtype, shape))
                .max()
                .unwrap_or(0)
        ];
        let kept = self.tensors.iter().filter(|(name, _)| keep(name));
        let views = kept.map(|(name, (dtype, shape))| {
            (
                name,
                TensorView::new(*dtype, shape.clone(), &zeros[..bytes(*dtype, shape)]).unwrap(),
            )
        });
        let notes = self
            .marked_mlx
            .then(|| HashMap::from([("format".to_owned(), "mlx".to_owned())]));
        safetensors::serialize(views.collect::<Vec<_>>(), notes).unwrap()
    }

    pub(crate) fn put(&self, file: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(file);
        fs::write(&path, contents).unwrap();
        path
    }

    /// Writes the config and all tensors into one file.
    pub(crate) fn write(&self) {
        self.write_config();
        self.put("model.safetensors", self.weights(|_| true));
    }

    pub(crate) fn write_config(&self) {
        self.put("config.json", self.config.to_string());
    }

    /// Writes the config and two shards: everything up to `language_model.model.layers.1`, and the
    /// rest.
    pub(crate) fn write_shards(&self) -> Value {
        self.write_config();
        let first = |name: &str| name < "language_model.model.layers.2";
        let names = [
            "model-00001-of-00002.safetensors",
            "model-00002-of-00002.safetensors",
        ];
        self.put(names[0], self.weights(first));
        self.put(names[1], self.weights(|name| !first(name)));
        let map = self
            .tensors
            .keys()
            .map(|name| (name.clone(), names[usize::from(!first(name))].into()));
        json!({ "metadata": { "total_size": 1 }, "weight_map": Value::Object(map.collect()) })
    }

    /// Reads the folder as a target.
    pub(crate) fn target(&self) -> Result<Plan> {
        read_target(self.path())
    }

    /// Reads the folder as a companion.
    pub(crate) fn read_companion(&self) -> Result<Plan> {
        let config = CompanionConfig::open(self.path())?;
        Plan::companion(&Checkpoint::open(self.path())?, &config)
    }
}

pub(crate) fn read_target(folder: &Path) -> Result<Plan> {
    let config = ModelConfig::open(folder)?;
    Plan::target(&Checkpoint::open(folder)?, &config.text)
}

/// The planned weight of that name.
pub(crate) fn weight<'a>(plan: &'a Plan, name: &str) -> &'a PlannedWeight {
    plan.weights
        .iter()
        .find(|weight| weight.name == name)
        .unwrap_or_else(|| panic!("no weight {name}"))
}

fn bytes(dtype: Dtype, shape: &[usize]) -> usize {
    shape.iter().product::<usize>() * dtype.bitsize() / 8
}

fn text_config(model_type: &str) -> Value {
    json!({
        "model_type": model_type,
        "vocab_size": VOCAB, "hidden_size": HIDDEN, "intermediate_size": INNER,
        "num_hidden_layers": LAYERS, "full_attention_interval": 4,
        "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 64,
        "linear_num_key_heads": 1, "linear_num_value_heads": 2,
        "linear_key_head_dim": 64, "linear_value_head_dim": 64, "linear_conv_kernel_dim": 4,
        "rms_norm_eps": 1e-6, "tie_word_embeddings": true, "max_position_embeddings": 4096,
        "rope_parameters": {
            "rope_type": "default", "rope_theta": 1e7, "partial_rotary_factor": 0.25,
        },
        "eos_token_id": 7,
    })
}
