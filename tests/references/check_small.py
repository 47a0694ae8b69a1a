#!/usr/bin/env python3
"""Loads the small fixtures through mlx-lm's and mlx-vlm's own loaders and compares their answers with those kept here.

    python check_small.py [FOLDER]

So it is shown that the folders are what both libraries take for a model, and, run with another BLAS or another version of
MLX, how far rounding alone moves the answers. Exits with 1 if anything lies outside the allowance of README.md.
"""
import json
import sys
import tempfile
from pathlib import Path

import mlx.core as mx
from mlx_lm.utils import load_model
from mlx_vlm.speculative.drafters import load_drafter
from mlx_vlm.speculative.drafters.qwen3_5_mtp.split import split_qwen3_5_mtp

from generator.answers import answer, random_prompt
from generator.models import build, quantize
from generator.presets import PRESETS

LOGIT_ALLOWANCE = 3e-3
TIE = 6e-3


def hints(preset, seed):
    """Config entries by which mlx-lm can read a target that it would not read as it stands: it knows the text model alone only
    under the name of the whole one, and needs to be told the width of every tensor, under its own name."""
    entries = {}
    if preset.text_only:
        entries["model_type"] = "qwen3_5"
    if preset.quantization and preset.quantization.announced != "mlx":
        overrides, _ = quantize(preset, *build(preset, seed))
        entries["quantization"] = preset.quantization.general() | overrides
    return entries


def load_companion(folder, target_folder):
    if target_folder != "raw":
        return load_drafter(str(folder / "companion"))[0]
    with tempfile.TemporaryDirectory() as split:
        split_qwen3_5_mtp(str(folder / "raw"), split)
        companion, _ = load_drafter(split)
        mx.eval(companion.parameters())
        return companion


def compare(preset, folder, target_folder):
    """Returns (largest logit difference, list of complaints)."""
    expected = mx.load(str(folder / "expected.safetensors"))
    seed = json.loads((folder / "expected.json").read_text())["seed"]
    target, _ = load_model(folder / target_folder, model_config=hints(preset, seed))
    companion = load_companion(folder, target_folder)
    steps, drafts = expected["greedy"].size, expected["drafts"].shape[1]
    got = answer(target, companion, random_prompt(seed, expected["prompt"].size), steps, drafts)
    difference = float(mx.abs(got.prefill_logits - expected["prefill_logits"]).max())
    complaints = []
    if difference > LOGIT_ALLOWANCE:
        complaints.append("logits differ")
    if not mx.array_equal(got.prompt, expected["prompt"]):
        complaints.append("another prompt")
    if before_tie(got.greedy, expected["greedy"].tolist(), expected["greedy_gap"].tolist()):
        complaints.append("another greedy token")
    rows = zip(got.drafts, expected["drafts"].tolist(), expected["draft_gap"].tolist())
    if any(before_tie(*row) for row in rows):
        complaints.append("another draft")
    return difference, complaints


def before_tie(got, expected, gaps):
    """True if the tokens differ before or without a near-tie."""
    for a, b, gap in zip(got, expected, gaps):
        if a != b:
            return gap >= TIE
    return False


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "small"
    mx.set_default_device(mx.cpu)
    failed = False
    for name, preset in PRESETS.items():
        for target_folder in ("target", "raw") if preset.raw else ("target",):
            difference, complaints = compare(preset, root / name, target_folder)
            failed |= bool(complaints)
            print(f"{name:30} {target_folder:6} largest difference {difference:.1e} {', '.join(complaints) or 'ok'}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
