#!/usr/bin/env python3
"""Writes this folder's fixture: what mlx-lm's own sampler and logits processors make of fixed scores.

    python make_sampling.py [OUT]

The chain is run as mlx-lm's generate_step runs it, one row at a time. Only its last step, the random one, is replaced:
it hands over the scores and the temperature it was given instead of drawing a token.
"""
import json
import sys
from pathlib import Path

import mlx.core as mx
import numpy as np
from mlx_lm import sample_utils

VOCABULARY = 300
SEED = 20
# No filter has a token so close to its edge, as a share of top-p or min-p: rounding must not decide.
MARGIN = 1e-5
# Tokens of text before each row: fewer than the penalties look back, as many, and more.
HISTORIES = [3, 15, 20, 21, 45, 60]

CASES = {
    "temperature": dict(temperature=0.7),
    "top-k": dict(temperature=1.0, top_k=20),
    "top-k-one": dict(temperature=1.5, top_k=1),
    "top-p": dict(temperature=1.0, top_p=0.9),
    "top-p-narrow": dict(temperature=1.0, top_p=0.3),
    "min-p": dict(temperature=1.3, min_p=0.05),
    "top-p-top-k": dict(temperature=0.6, top_p=0.95, top_k=20),
    "top-p-min-p": dict(temperature=0.8, top_p=0.8, min_p=0.1),
    "all-filters": dict(temperature=1.2, top_p=0.7, min_p=0.02, top_k=12),
    "bias": dict(temperature=1.0, logit_bias={"3": 4.0, "17": -50.0, "200": 2.5}),
    "presence": dict(temperature=1.0, presence_penalty=1.5),
    "frequency": dict(temperature=1.0, frequency_penalty=0.7),
    "repetition": dict(temperature=1.0, repetition_penalty=1.3),
    "rewards": dict(temperature=1.0, presence_penalty=-0.5, frequency_penalty=-0.25, repetition_penalty=0.8),
    "all-penalties": dict(temperature=1.0, presence_penalty=0.9, frequency_penalty=0.4, repetition_penalty=1.2),
    "maker-thinking": dict(temperature=1.0, top_p=0.95, top_k=20, presence_penalty=1.5),
    "maker-direct": dict(temperature=0.7, top_p=0.8, top_k=20, presence_penalty=1.5),
    "everything": dict(temperature=0.9, top_p=0.85, min_p=0.03, top_k=15, presence_penalty=0.6, frequency_penalty=0.3,
                       repetition_penalty=1.15, logit_bias={"5": 3.0, "40": -2.0}),
    "greedy": dict(temperature=0.0),
    "greedy-everything": dict(temperature=0.0, presence_penalty=1.5, frequency_penalty=0.5, repetition_penalty=1.3,
                              logit_bias={"5": 3.0}),
}


class Given(Exception):
    """What mlx-lm was about to draw from."""


def hand_over(logits, temp):
    raise Given(logits, temp)


sample_utils.categorical_sampling = hand_over


def probabilities(logits, history, case):
    """The distribution, float64 `[V]`, from which mlx-lm would draw the next token."""
    processors = sample_utils.make_logits_processors(
        logit_bias={int(token): value for token, value in case.get("logit_bias", {}).items()},
        repetition_penalty=case.get("repetition_penalty"), presence_penalty=case.get("presence_penalty"),
        frequency_penalty=case.get("frequency_penalty"))
    sampler = sample_utils.make_sampler(
        temp=case["temperature"], top_p=case.get("top_p", 0.0), min_p=case.get("min_p", 0.0), top_k=case.get("top_k", 0))
    logits = mx.array(logits)[None]
    for processor in processors:
        logits = processor(mx.array(history), logits)
    logprobs = logits - mx.logsumexp(logits, keepdims=True)
    try:
        chosen = int(sampler(logprobs).item())
        return np.eye(VOCABULARY)[chosen]
    except Given as given:
        logprobs, temperature = given.args
    scores = np.array(logprobs[0], dtype=np.float64) / temperature
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()


def clear_of_edges(logits, history, case):
    """Whether the same tokens remain when each filter is a little wider or narrower."""
    def kept(factor):
        moved = {key: value * factor if key in ("top_p", "min_p") else value for key, value in case.items()}
        return probabilities(logits, history, moved) > 0
    return (kept(1 - MARGIN) == kept(1 + MARGIN)).all()


def main(out):
    draw = np.random.default_rng(SEED)
    logits = (draw.standard_normal((len(HISTORIES), VOCABULARY)) * [[1.5], [2], [2], [2.5], [3], [4]]).astype(np.float32)
    histories = []
    for row, length in zip(logits, HISTORIES):
        # Likely tokens for the most part, so that penalties matter, some of them often, a few unlikely ones.
        pool = np.concatenate([np.argsort(-row)[:25], draw.integers(0, VOCABULARY, 8)])
        histories.append(draw.choice(pool, length).astype(np.int32))
    arrays = {"logits": mx.array(logits)}
    for index, history in enumerate(histories):
        arrays[f"history.{index}"] = mx.array(history)
    for name, case in CASES.items():
        for row, history in zip(logits, histories):
            assert clear_of_edges(row, history, case), f"{name}: a token is on the edge of a filter"
        rows = [probabilities(row, history, case) for row, history in zip(logits, histories)]
        arrays[name] = mx.array(np.stack(rows).astype(np.float32))
    mx.save_safetensors(str(out / "expected.safetensors"), arrays)
    (out / "cases.json").write_text(json.dumps(CASES, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
