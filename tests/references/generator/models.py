"""Builds mlx-lm's target and mlx-vlm's companion with random weights."""
import mlx.core as mx
import mlx.nn as nn
from mlx.utils import tree_flatten
from mlx_lm.models import qwen3_5, qwen3_5_moe
from mlx_vlm.speculative.drafters.qwen3_5_mtp import Model as Companion, ModelConfig as CompanionConfig

from .presets import companion_config, text_config

# mlx-lm keeps the router and the gate of the shared expert at this width, whatever the rest of the model has.
ROUTER_QUANTIZATION = {"bits": 8, "group_size": 64}
ROUTER_MODULES = ("mlp.gate", "shared_expert_gate")


def build(preset, seed):
    """Returns (target, companion) in float32, with the random weights of this seed."""
    module = qwen3_5_moe if preset.experts else qwen3_5
    family = "qwen3_5_moe" if preset.experts else "qwen3_5"
    target = module.Model(module.ModelArgs.from_dict(dict(model_type=family, text_config=text_config(preset))))
    companion = Companion(CompanionConfig.from_dict(companion_config(preset)))
    _randomize(target, seed)
    _randomize(companion, seed + 1000)
    return target, companion


def quantize(preset, target, companion):
    """Quantizes both in place. Returns what a config has to say about tensors that differ from its general entry,
    a dict for each of the two, by module path."""
    target_overrides = _quantize(target, preset.quantization, _mixed_width if preset.quantization.mixed else None)
    # In the companion of a mixed preset only `fc` differs: it stays unquantized.
    keep_fc = (lambda path: path != "fc") if preset.quantization.mixed else None
    return target_overrides, _quantize(companion, preset.quantization, keep_fc)


def _randomize(model, seed):
    """Weights with enough spread that logits are far from ties and that both kinds of state matter."""
    key = mx.random.key(seed)
    weights = []
    for name, value in tree_flatten(model.parameters()):
        key, draw = mx.random.split(key)
        shape = value.shape
        if name.endswith("A_log"):
            value = mx.random.uniform(-1.5, 1.0, shape, key=draw)
        elif name.endswith("dt_bias"):
            value = mx.random.uniform(-2.0, 0.5, shape, key=draw)
        elif value.ndim == 1:
            value = 1.0 + 0.2 * mx.random.normal(shape, key=draw)
        elif "conv1d" in name:
            value = 0.5 * mx.random.normal(shape, key=draw)
        elif "embed_tokens" in name or "lm_head" in name:
            value = 0.8 * mx.random.normal(shape, key=draw)
        else:
            value = mx.random.normal(shape, key=draw) * (1.3 / shape[-1] ** 0.5)
        weights.append((name, value.astype(mx.float32)))
    model.load_weights(weights, strict=True)
    mx.eval(model.parameters())


def _mixed_width(path):
    if "in_proj_qkv" in path:
        return {"bits": 8, "group_size": 32}
    if "embed_tokens" in path:
        return {"bits": 8, "group_size": 64}
    if "down_proj" in path or "lm_head" in path:
        return {"bits": 6, "group_size": 64}
    if "in_proj_a" in path or "in_proj_b" in path:
        return False
    return True


def _quantize(model, quantization, choose):
    overrides = {}

    def width(path, module):
        if not hasattr(module, "to_quantized"):
            return False
        chosen = True if choose is None else choose(path)
        if path.endswith(ROUTER_MODULES):
            chosen = ROUTER_QUANTIZATION
        if chosen is not True:
            overrides[path] = chosen
        return chosen

    nn.quantize(model, group_size=quantization.group, bits=quantization.bits, mode=quantization.mode, class_predicate=width)
    mx.eval(model.parameters())
    return overrides
