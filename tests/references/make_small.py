#!/usr/bin/env python3
"""Writes the small fixtures of this folder: for every preset a random checkpoint and the references' answers for it.

    python make_small.py [OUT] [--only NAME]...

Everything is float32 unless the preset quantizes. The seed of a preset is the first one whose answers do not run in a
small circle, stay clear of near-ties and hardly move with the last bits of the weights (a router close to a tie would
make them jump), so that a comparison tests the engine and not the rounding of a matrix product.
"""
import argparse
import json
import shutil
from pathlib import Path

import mlx.core as mx
import mlx_lm
import mlx_vlm

from generator.answers import answer, random_prompt, sensitivity
from generator.layouts import write
from generator.models import build, quantize
from generator.presets import PRESETS, VOCABULARY

PROMPT_LENGTH = 40
CONTINUE_LENGTH = 24
DRAFTS = 3
# The comparison's own allowance for a differing token is a gap of 6e-3, for a logit 3e-3.
SMALLEST_GAP = 0.03
LARGEST_SENSITIVITY = 2e-3
DISTINCT_TOKENS = 12
SEEDS = range(1, 200)


def make(name, out):
    preset = PRESETS[name]
    for seed in SEEDS:
        target, companion = build(preset, seed)
        if preset.raw:
            assert preset.quantization is None, "a raw release is not quantized"
        overrides = quantize(preset, target, companion) if preset.quantization else None
        answers = answer(target, companion, random_prompt(seed, PROMPT_LENGTH), CONTINUE_LENGTH, DRAFTS)
        if clear(answers) and (moved := sensitivity(target, answers, seed)) <= LARGEST_SENSITIVITY:
            break
    else:
        raise SystemExit(f"{name}: no seed gives answers that are clear of ties")
    shutil.rmtree(out, ignore_errors=True)
    write(out, preset, target, companion, overrides)
    answers.save(out / "expected.safetensors")
    summary = dict(
        preset=name, seed=seed, vocab=VOCABULARY, mlx=mx.__version__, mlx_lm=mlx_lm.__version__,
        mlx_vlm=mlx_vlm.__version__, min_gap=min(answers.greedy_gap), min_draft_gap=min(map(min, answers.draft_gap)),
        drafts=DRAFTS, accepted_first=sum(row[0] == answers.greedy[i + 1] for i, row in enumerate(answers.drafts)) / len(answers.drafts),
        sensitivity=moved, largest_logit=float(mx.abs(answers.prefill_logits).max()))
    (out / "expected.json").write_text(json.dumps(summary, indent=1) + "\n")
    return summary


def clear(answers):
    return answers.smallest_gap() >= SMALLEST_GAP and len(set(answers.greedy)) >= DISTINCT_TOKENS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, nargs="?", default=Path(__file__).parent / "small")
    parser.add_argument("--only", action="append", choices=PRESETS)
    arguments = parser.parse_args()
    mx.set_default_device(mx.cpu)
    for name in arguments.only or PRESETS:
        summary = make(name, arguments.out / name)
        print(f"{name:30} seed {summary['seed']:3} gaps {summary['min_gap']:.3f} {summary['min_draft_gap']:.3f} "
              f"sensitivity {summary['sensitivity']:.1e} largest logit {summary['largest_logit']:.1f} "
              f"accepted {summary['accepted_first']:.2f}", flush=True)


if __name__ == "__main__":
    main()
