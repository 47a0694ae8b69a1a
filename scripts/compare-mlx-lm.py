#!/usr/bin/env python3
"""Measures the decode speed of Tandem and of mlx-lm on the built-in model, in one interleaved run.

    scripts/compare-mlx-lm.py --python VENV/bin/python [--check]

VENV holds what tests/references/requirements.txt names; Tandem must have been built (target/release/tandem). Four ways are run in
turn on the same prompts, each on its own default device: mlx-lm with the files as it loads them, mlx-lm with everything but the
packed integers in float32, Tandem without and with speculation. What is compared is tokens a second from the first new token to
the last. Nothing else should run on the machine.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "models/pocket/target"
PROMPTS = ROOT / "tests/references/pocket/greedy.json"
QUESTIONS = ("Tell me a short story about an owl.", "Why is the sky blue?", "Write a Fibonacci function in Rust.")
LEAST_RATIO = 8.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="a Python that has mlx-lm; without it, the one that runs this script")
    parser.add_argument("--tandem", type=Path, default=ROOT / "target/release/tandem")
    parser.add_argument("--max-tokens", type=int, default=48)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--check", action="store_true",
                        help=f"exit with 1 unless plain decoding reaches {LEAST_RATIO:g} times mlx-lm's speed on the files as it "
                             "loads them, and speculation is faster than plain decoding")
    options = parser.parse_args()
    if options.max_tokens < 2 or options.repetitions < 1:
        parser.error("needs at least 2 tokens and 1 repetition")
    if not options.tandem.is_file():
        parser.error(f"{options.tandem} was not found: run cargo build --release")
    if find_spec("mlx_lm") is None:
        parser.error("this Python has no mlx-lm: give one that has with --python")
    return options


def continue_under_given_python():
    """Starts this script anew under the Python of --python, if there is that option."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--python")
    known, rest = parser.parse_known_args()
    if known.python:
        try:
            os.execv(known.python, [known.python, __file__, *rest])
        except OSError as error:
            sys.exit(f"{known.python} does not start: {error.strerror}")


def load_mlx_lm(as_float32):
    import mlx.core as mx
    import mlx_lm

    model, tokenizer = mlx_lm.load(str(TARGET))
    if as_float32:
        model.set_dtype(mx.float32)
    return model, tokenizer


def run_mlx_lm(loaded, prompt, max_tokens):
    import mlx_lm
    from mlx_lm.sample_utils import make_sampler

    tokens, first = [], None
    for response in mlx_lm.stream_generate(*loaded, prompt, max_tokens=max_tokens, sampler=make_sampler(temp=0.0)):
        now = time.perf_counter()
        first = first or now
        tokens.append(response.token)
    return tokens, (len(tokens) - 1) / (now - first)


def run_tandem(tandem, speculate, prompt, max_tokens):
    command = [tandem, "generate", "--model", "pocket", "--tokens", ",".join(map(str, prompt)), "--json",
               "--max-tokens", str(max_tokens), "--temperature", "0", "--speculate", speculate]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"tandem generate --speculate {speculate} ended with {done.returncode}: {done.stderr.strip()}")
    result = json.loads(done.stdout)
    state = result["speculation"]["state"]
    if speculate == "auto" and state != "active":
        print(f"note: speculation was {state}: {result['speculation'].get('reason')}", file=sys.stderr)
    return result["tokens"], result["timing"]["decode_tokens_per_s"]


def prompts():
    chats = {chat["messages"][-1]["content"]: chat["prompt"] for chat in json.loads(PROMPTS.read_text())["chats"]}
    return [chats[question] for question in QUESTIONS]


def measure(options):
    """Tokens a second by way, in the order measured."""
    stored, float32 = load_mlx_lm(False), load_mlx_lm(True)
    ways = {
        "mlx-lm, as loaded": lambda prompt, n: run_mlx_lm(stored, prompt, n),
        "mlx-lm, float32": lambda prompt, n: run_mlx_lm(float32, prompt, n),
        "tandem --speculate off": lambda prompt, n: run_tandem(options.tandem, "off", prompt, n),
        "tandem --speculate auto": lambda prompt, n: run_tandem(options.tandem, "auto", prompt, n),
    }
    for run in ways.values():
        run(prompts()[0], 4)
    speeds = {way: [] for way in ways}
    texts = {}
    for repetition in range(options.repetitions):
        for prompt in prompts():
            order = list(ways)
            order = order[repetition % len(order):] + order[:repetition % len(order)]
            for way in order:
                tokens, speed = ways[way](prompt, options.max_tokens)
                speeds[way].append(speed)
                texts[way, tuple(prompt)] = tokens
    for prompt in prompts():
        if texts["mlx-lm, float32", tuple(prompt)] != texts["tandem --speculate off", tuple(prompt)]:
            print("note: on one prompt the text of Tandem and of mlx-lm in float32 differs", file=sys.stderr)
    return speeds


def ratio(speeds, way, base):
    """Median of the ratios of runs that stood next to each other."""
    return statistics.median(a / b for a, b in zip(speeds[way], speeds[base]))


def main():
    continue_under_given_python()
    options = arguments()
    speeds = measure(options)
    base, plain, speculative = "mlx-lm, as loaded", "tandem --speculate off", "tandem --speculate auto"
    print(f"{'':26}{'tokens/s: median':>18}{'least':>8}{'most':>8}{'times mlx-lm':>15}{'float32':>10}")
    for way, values in speeds.items():
        print(f"{way:26}{statistics.median(values):18.1f}{min(values):8.1f}{max(values):8.1f}"
              f"{ratio(speeds, way, base):15.2f}{ratio(speeds, way, 'mlx-lm, float32'):10.2f}")
    gain = ratio(speeds, speculative, plain)
    print(f"speculation against plain decoding: {gain:.2f}")
    if options.check:
        fast_enough = ratio(speeds, plain, base) >= LEAST_RATIO
        sys.exit(0 if fast_enough and gain > 1 else 1)


if __name__ == "__main__":
    main()
