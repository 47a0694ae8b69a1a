"""The kinds of checkpoint that the fixtures cover, and their model configuration."""
from dataclasses import dataclass

VOCABULARY = 272
LAYERS = 4
FULL_ATTENTION_INTERVAL = 4


@dataclass(frozen=True)
class Quantization:
    """`mixed` gives tensors their own width. `announced` says which names the config uses for the tensors that differ
    from its general entry: "mlx" (language_model.model.…), "both" (every second layer as model.language_model.…)
    or "nothing" (only the general entry is written, so that a loader has to look at the shapes)."""

    bits: int
    group: int = 64
    mode: str = "affine"
    mixed: bool = False
    announced: str = "mlx"

    def general(self):
        return {"group_size": self.group, "bits": self.bits, "mode": self.mode}


@dataclass(frozen=True)
class Preset:
    tied: bool = False
    hidden: int = 64
    intermediate: int = 128
    """Also of one expert and of the shared expert."""
    heads: int = 2
    kv_heads: int = 1
    delta_key_heads: int = 2
    delta_value_heads: int = 2
    experts: int = 0
    quantization: Quantization | None = None
    raw: bool = False
    """Also write the weights as a raw Hugging Face release, with a vision weight that has to be ignored."""
    text_only: bool = False
    """Write the target as transformers saves the text model alone: flat config, names under `model.`."""
    shards: int = 1


PRESETS = {
    "dense-tied": Preset(tied=True, intermediate=80, heads=4, kv_heads=2, delta_value_heads=4, raw=True),
    "dense-untied": Preset(intermediate=80),
    "dense-wide-values": Preset(tied=True, intermediate=80, heads=6, kv_heads=3, delta_value_heads=6),
    "dense-text-only": Preset(intermediate=80, text_only=True),
    "dense-2bit": Preset(hidden=128, heads=4, delta_value_heads=4, quantization=Quantization(2, group=128)),
    "dense-3bit": Preset(quantization=Quantization(3, group=32)),
    "dense-4bit": Preset(tied=True, quantization=Quantization(4)),
    "dense-4bit-sharded": Preset(quantization=Quantization(4), shards=3),
    "dense-5bit": Preset(quantization=Quantization(5)),
    "dense-6bit": Preset(quantization=Quantization(6)),
    "dense-8bit-untied": Preset(quantization=Quantization(8)),
    "dense-mixed-bits": Preset(quantization=Quantization(4, mixed=True, announced="both")),
    "dense-mixed-bits-unannounced": Preset(quantization=Quantization(4, mixed=True, announced="nothing")),
    "dense-mxfp4": Preset(tied=True, quantization=Quantization(4, group=32, mode="mxfp4")),
    "dense-mxfp8": Preset(quantization=Quantization(8, group=32, mode="mxfp8")),
    "dense-nvfp4": Preset(quantization=Quantization(4, group=16, mode="nvfp4")),
    "moe": Preset(intermediate=32, experts=4, raw=True),
    "moe-4bit": Preset(intermediate=64, experts=8, quantization=Quantization(4)),
    "moe-mxfp4": Preset(intermediate=64, experts=8, quantization=Quantization(4, group=32, mode="mxfp4")),
}


def text_config(preset):
    """The `text_config` of a release, in the spelling of Qwen3.5's own config.json."""
    moe = preset.experts > 0
    config = dict(
        model_type="qwen3_5_moe_text" if moe else "qwen3_5_text",
        hidden_size=preset.hidden, intermediate_size=preset.intermediate, num_hidden_layers=LAYERS,
        num_attention_heads=preset.heads, num_key_value_heads=preset.kv_heads, head_dim=32,
        attn_output_gate=True, attention_bias=False, hidden_act="silu",
        full_attention_interval=FULL_ATTENTION_INTERVAL,
        layer_types=["linear_attention" if (i + 1) % FULL_ATTENTION_INTERVAL else "full_attention" for i in range(LAYERS)],
        linear_num_key_heads=preset.delta_key_heads, linear_num_value_heads=preset.delta_value_heads,
        linear_key_head_dim=32, linear_value_head_dim=32, linear_conv_kernel_dim=4,
        mamba_ssm_dtype="float32", rms_norm_eps=1e-6, vocab_size=VOCABULARY,
        tie_word_embeddings=preset.tied, max_position_embeddings=4096,
        rope_parameters=dict(rope_type="default", rope_theta=10000000, partial_rotary_factor=0.25,
                             mrope_interleaved=True, mrope_section=[2, 1, 1]),
        mtp_num_hidden_layers=1, mtp_use_dedicated_embeddings=False,
        eos_token_id=2, bos_token_id=2, dtype="float32",
    )
    if moe:
        config.update(num_experts=preset.experts, num_experts_per_tok=2, moe_intermediate_size=preset.intermediate,
                      shared_expert_intermediate_size=preset.intermediate, decoder_sparse_step=1, norm_topk_prob=True)
    return config


def target_config(preset):
    """The target's whole config.json, without any quantization."""
    text = text_config(preset)
    family = "qwen3_5_moe" if preset.experts else "qwen3_5"
    prefix = "Qwen3_5Moe" if preset.experts else "Qwen3_5"
    if preset.text_only:
        return dict(text, architectures=[f"{prefix}ForCausalLM"])
    return dict(model_type=family, architectures=[f"{prefix}ForConditionalGeneration"], text_config=text,
                tie_word_embeddings=preset.tied)


def companion_config(preset):
    """The companion's whole config.json as mlx-vlm's splitter writes it, without any quantization."""
    return dict(model_type="qwen3_5_mtp", text_config=text_config(preset), block_size=3, tie_word_embeddings=preset.tied)
