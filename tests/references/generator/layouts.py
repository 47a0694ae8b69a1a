"""Writes a target and a companion to disk, in MLX's layout and in that of a raw Hugging Face release."""
import json

import mlx.core as mx
from mlx.utils import tree_flatten

from .presets import VOCABULARY, companion_config, target_config

# Norms that a raw release stores zero-centred (weight = stored + 1). The gated norm of the delta net is not among them.
TARGET_CENTRED_NORMS = (".input_layernorm.weight", ".post_attention_layernorm.weight", ".q_norm.weight", ".k_norm.weight",
                        "model.norm.weight")
COMPANION_CENTRED_NORMS = TARGET_CENTRED_NORMS[:4] + ("norm.weight", "pre_fc_norm_embedding.weight", "pre_fc_norm_hidden.weight")
# Ids 0 to 7 stand for nothing; the bytes follow.
FIRST_BYTE_ID = 8


def write(out, preset, target, companion, overrides):
    """Writes OUT/target and OUT/companion; OUT/raw as well if the preset asks for it (it must not be quantized then)."""
    weights, companion_weights = dict(tree_flatten(target.parameters())), dict(tree_flatten(companion.parameters()))
    config, companion_conf = target_config(preset), companion_config(preset)
    if preset.quantization:
        target_overrides, companion_overrides = overrides
        general = preset.quantization.general()
        config["quantization"] = general | _announce(target_overrides, preset.quantization.announced)
        companion_conf["quantization"] = general | companion_overrides
        for conf in (config, companion_conf):
            conf["quantization_config"] = conf["quantization"]
    if preset.text_only:
        stored = {name.removeprefix("language_model."): v for name, v in _release_tensors(weights).items()}
    else:
        stored = weights
    _write_folder(out / "target", config, stored, preset.shards)
    _write_folder(out / "companion", companion_conf, companion_weights)
    if preset.raw:
        _write_folder(out / "raw", config, _raw_release(weights, companion_weights), mlx=False)


def _announce(overrides, naming):
    if naming == "nothing":
        return {}
    if naming == "mlx":
        return overrides
    return {(_release_name(path) if _layer(path) % 2 else path): width for path, width in overrides.items()}


def _layer(path):
    numbers = [int(part) for part in path.split(".") if part.isdigit()]
    return numbers[0] if numbers else 1


def _release_name(name):
    return name.replace("language_model.model.", "model.language_model.").replace("language_model.lm_head", "lm_head")


def _release_tensors(weights):
    """The target's tensors as a release stores them, still under MLX's names."""
    out = {}
    for name, v in weights.items():
        if name.endswith(TARGET_CENTRED_NORMS):
            v = v - 1.0
        if name.endswith("conv1d.weight"):
            v = v.moveaxis(1, 2)
        out[name] = v
    return out


def _raw_release(weights, companion_weights):
    out = {_release_name(name): v for name, v in _release_tensors(weights).items()}
    for name, v in companion_weights.items():
        out["mtp." + name] = v - 1.0 if name.endswith(COMPANION_CENTRED_NORMS) else v
    for base in sorted({name.split(".switch_mlp.")[0] for name in out if ".switch_mlp." in name}):
        gate, up, down = (out.pop(f"{base}.switch_mlp.{part}_proj.weight") for part in ("gate", "up", "down"))
        out[base + ".experts.gate_up_proj"] = mx.concatenate([gate, up], axis=-2)
        out[base + ".experts.down_proj"] = down
    out["model.visual.patch_embed.proj.weight"] = mx.zeros((4, 3, 2, 2, 2))
    return out


def _write_folder(folder, config, weights, shards=1, mlx=True):
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    _write_tokenizer(folder)
    weights = {name: mx.contiguous(v) for name, v in weights.items()}
    metadata = {"format": "mlx"} if mlx else {"format": "pt"}
    if shards == 1:
        mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata=metadata)
        return
    # Tensors are dealt out in turn, so that the parts of one quantized weight lie in different files.
    index = {}
    for shard in range(shards):
        file = f"model-{shard + 1:05}-of-{shards:05}.safetensors"
        part = dict(sorted(weights.items())[shard::shards])
        mx.save_safetensors(str(folder / file), part, metadata=metadata)
        index |= {name: file for name in part}
    total = sum(v.nbytes for v in weights.values())
    index = {"metadata": {"total_size": total}, "weight_map": dict(sorted(index.items()))}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n")


def _write_tokenizer(folder):
    """A byte-level tokenizer without merges and without special tokens."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    assert FIRST_BYTE_ID + len(alphabet) <= VOCABULARY
    tokenizer = Tokenizer(models.BPE({c: i + FIRST_BYTE_ID for i, c in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
