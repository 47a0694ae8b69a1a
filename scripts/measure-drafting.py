#!/usr/bin/env python3
"""Measure what deciding about drafts costs and brings, in pairs that take turns.

Each line is the median of ratios within a pair, so a machine that is busy now and then does not decide. Nothing else
should run meanwhile all the same. Cases:

    hopeless-head   a companion of random weights, against no speculation (1,000 tokens)
    hopeless-text   text drawn almost at random, which no companion foresees, against no speculation (1,000 tokens)
    good-head       a story, against each fixed depth
    exact           exact mode against default mode, without drafts and with them

    scripts/measure-drafting.py [--pairs N] [--program target/release/tandem] [CASE ...]
"""

import argparse
import json
import os
import random
import shutil
import statistics
import struct
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STORY = ["--prompt", "Tell me a long story about an owl.", "--temperature", "0"]
DRAWN = ["--prompt", "Tell me a story.", "--temperature", "3", "--seed", "1", "--top-k", "0", "--top-p", "1"]


class Tandem:
    def __init__(self, program, home):
        self.program = program
        self.home = home

    def generate(self, *args):
        """The account of one answer."""
        command = [self.program, "generate", "--json", "--ignore-end", *args]
        environment = dict(os.environ, TANDEM_HOME=str(self.home))
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)


def decoding(account):
    return account["timing"]["decode_s"]


def whole(account):
    """Everything but loading the model: with the trial that a first request may make."""
    timing = account["timing"]
    return timing["first_token_s"] - timing["load_s"] + timing["decode_s"]


def ratios(pairs, ours, theirs, seconds=decoding):
    """Ratios of durations, ours by theirs; whoever goes first changes from pair to pair."""
    found = []
    for pair in range(pairs):
        if pair % 2:
            b = seconds(theirs())
            a = seconds(ours())
        else:
            a = seconds(ours())
            b = seconds(theirs())
        found.append(a / b)
    return found


def told(name, found):
    low, high = min(found), max(found)
    print(f"{name}: {statistics.median(found):.3f} (median of {len(found)}; {low:.3f} to {high:.3f})", flush=True)


def random_companion(folder):
    """The built-in companion's shapes with random weights."""
    shutil.copytree(ROOT / "models/pocket/companion", folder)
    path = folder / "model.safetensors"
    data = path.read_bytes()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:start])
    body = bytearray(data[start:])
    dice = random.Random(1)
    for name, tensor in header.items():
        if name == "__metadata__" or len(tensor["shape"]) < 2:
            continue
        assert tensor["dtype"] == "BF16"
        begin, end = tensor["data_offsets"]
        scale = tensor["shape"][-1] ** -0.5
        halves = (struct.pack("<f", dice.gauss(0, scale))[2:] for _ in range((end - begin) // 2))
        body[begin:end] = b"".join(halves)
    path.write_bytes(data[:start] + bytes(body))


def fresh(tandem):
    """As if nothing had been found out yet."""
    shutil.rmtree(tandem.home / "calibration", ignore_errors=True)


def hopeless(tandem, pairs, name, args):
    args = [*args, "--max-tokens", "1000"]
    first = []
    for _ in range(3):
        fresh(tandem)
        first += ratios(
            1,
            lambda: tandem.generate(*args),
            lambda: tandem.generate(*args, "--speculate", "off"),
            whole,
        )
    told(f"{name}, first request, time against off", first)
    accounts = []

    def ours():
        accounts.append(tandem.generate(*args))
        return accounts[-1]

    told(
        f"{name}, later requests, time against off",
        ratios(pairs, ours, lambda: tandem.generate(*args, "--speculate", "off")),
    )
    print(f"  {accounts[-1]['speculation']['state']}: {accounts[-1]['speculation']['reason']}")


def hopeless_head(tandem, pairs, folder):
    companion = folder / "random"
    random_companion(companion)
    model = ["--model", str(ROOT / "models/pocket/target"), "--companion", str(companion)]
    hopeless(tandem, pairs, "hopeless-head", [*model, *STORY])


def hopeless_text(tandem, pairs, _):
    hopeless(tandem, pairs, "hopeless-text", DRAWN)


def good_head(tandem, pairs, _):
    args = [*STORY, "--max-tokens", "100"]
    tandem.generate(*args)
    speeds = {}
    for _ in range(pairs):
        for depth in ["auto", "off", "1", "2", "3", "4", "5", "6", "8"]:
            account = tandem.generate(*args, "--speculate", depth)
            speeds.setdefault(depth, []).append(account["timing"]["decode_tokens_per_s"])
    speeds = {depth: statistics.median(found) for depth, found in speeds.items()}
    auto, plain = speeds.pop("auto"), speeds["off"]
    best = max(speeds, key=speeds.get)
    line = ", ".join(f"{depth}: {speed / plain:.2f}" for depth, speed in speeds.items())
    print(f"good-head, speed against off: {line}, auto: {auto / plain:.2f}")
    print(f"good-head, auto against the best fixed depth ({best}): {auto / speeds[best]:.3f}", flush=True)


def exact(tandem, pairs, _):
    args = [*STORY, "--max-tokens", "100"]
    for depth in ["off", "2", "4", "7"]:
        depth = ["--speculate", depth]
        found = ratios(
            pairs,
            lambda depth=depth: tandem.generate(*args, *depth, "--exact"),
            lambda depth=depth: tandem.generate(*args, *depth),
        )
        told(f"exact, {' '.join(depth)}, time against default mode", found)
    found = ratios(
        pairs,
        lambda: tandem.generate(*args, "--exact", "--speculate", "off"),
        lambda: tandem.generate(*args, "--exact", "--speculate", "4"),
    )
    told("exact, speed of 4 drafts against off", found)


CASES = {
    "hopeless-head": hopeless_head,
    "hopeless-text": hopeless_text,
    "good-head": good_head,
    "exact": exact,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--program", default=str(ROOT / "target/release/tandem"))
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], default=list(CASES))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        tandem = Tandem(args.program, folder / "home")
        for case in args.cases or CASES:
            CASES[case](tandem, args.pairs, folder)


if __name__ == "__main__":
    main()
