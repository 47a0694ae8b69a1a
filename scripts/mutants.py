#!/usr/bin/env python3
"""Break the speculative part in every way we could think of, one at a time, and see which tests fail.

Makes a worktree of the current commit beside its build folder, applies each fault below, runs the tests that are near,
and prints a table of what caught what (docs/mutants.md holds the last one). A fault that no test catches ends
the run with status 1. One argument picks the faults whose names or files contain it.

    scripts/mutants.py [NAME | +N]     (+N leaves out the first N)
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = "engine/src/"
# The tests that are run, by where the fault is.
TESTS = {
    "sample/": "sample::",
    "speculate/pace.rs": "pace::",
    "speculate/trial.rs": "trial::",
    "speculate/exact.rs": "exact::",
    "model/pass.rs": "exact::",
    "model/attention.rs": "exact::",
    "companion/vocabulary.rs": "cheaper::",
    "": "speculate::tests",
}
# Long ones that mostly repeat on the built-in model what shorter ones show, and those with a line of their own above.
SKIPPED = ["speculation_does_not_change_the_text", "the_built_in_model"]
APART = ["tests::exact::", "tests::trial::", "tests::cheaper::"]
# What a round does with right drafts: those of the small models are too rarely right to show it.
NOT_SKIPPED_FOR = "speculate/round.rs"

# name, file, text, what it becomes
FAULTS = [
    ("companion reads the state before the final norm", "companion/head.rs",
     "HiddenState::PostNorm => normalized,", "HiddenState::PostNorm => { let _ = normalized; hidden }"),
    ("companion rows of a prompt are off by one", "speculate/decoder.rs",
     "let mut next = tokens[1..].to_vec();", "let mut next = tokens[..tokens.len() - 1].to_vec();"),
    ("hidden state comes first in the companion's fc", "companion/head.rs",
     "concatenate(&[embedding, state], -1)", "concatenate(&[state, embedding], -1)"),
    ("delta state of the row before", "model/cache.rs",
     "self.matrices[rows - 1].clone()", "self.matrices[rows.max(2) - 2].clone()"),
    ("convolution window of the row before", "model/cache.rs",
     "let first = dim(rows);", "let first = dim(rows) - 1;"),
    ("rejected attention rows stay after a commit", "model/cache.rs",
     "LayerCache::Attention(kv) => kv.truncate(rows),", "LayerCache::Attention(kv) => kv.truncate(rows.max(i32::MAX)),"),
    ("attention rows stay after an attempt that is discarded", "model/cache.rs",
     "if let LayerCache::Attention(kv) = layer {\n                kv.truncate(rows);",
     "if let LayerCache::Attention(kv) = layer {\n                kv.truncate(rows.max(i32::MAX));"),
    ("rows of chained drafts stay", "speculate/decoder.rs",
     "drafter.cache.truncate(committed);", "drafter.cache.truncate(committed.max(i32::MAX));"),
    ("committed rows never reach the companion", "speculate/decoder.rs",
     "drafter.backlog.push((states, next.clone()));\n            if", "drop(states);\n            if"),
    ("drafts after a disagreement are accepted", "speculate/round.rs",
     ".take_while(|(draft, choice)| draft == choice)", ".filter(|(draft, choice)| draft == choice)"),
    ("a cut within a round is ignored", "speculate/round.rs",
     "let keep = cut(&tokens).clamp(1, tokens.len());", "let keep = cut(&tokens).max(tokens.len());"),
    ("randomness is not keyed by position", "sample/noise.rs",
     "mix(mix(seed).wrapping_add(position))", "mix(mix(seed).wrapping_add(position & 1))"),
    ("randomness is not keyed by seed", "sample/noise.rs",
     "mix(mix(seed).wrapping_add(position))", "mix(mix(seed & 1).wrapping_add(position))"),
    ("penalties do not see the drafts before a row", "sample/penalties.rs",
     "(0..rows).flat_map(|row| (0..slots).map(move |slot| known + row + slot))",
     "(0..rows).flat_map(|row| (0..slots).map(move |slot| known + row * 0 + slot))"),
    ("penalties forget what a round brought", "sample/penalties.rs",
     "self.recent.extend(new);", "self.recent.extend(&new[..1]);"),
    ("exact mode: attention of all rows together", "model/attention.rs",
     "if pass.exact.is_some()", "if pass.exact.is_some() && width > 99"),
    ("exact mode: products of all rows together", "model/pass.rs",
     "if x.dim(0) > block", "if x.dim(0) > 99 * block"),
    ("exact mode: the trial trusts any block", "speculate/exact.rs",
     "if holds(target, exact)? {", "if holds(target, exact).is_ok() {"),
    ("the draft vocabulary's places are taken for tokens", "companion/vocabulary.rs",
     "self.tokens.take_axis(best, 0)", "self.tokens.take_axis(&best, 0).map(|_| best)"),
    ("drafting never rests", "speculate/pace.rs",
     "State::Resting(_) => 0,", "State::Resting(_) => 1,"),
    ("drafting is not tried again", "speculate/pace.rs",
     "State::Resting(_) => State::Trying(TRY),", "State::Resting(_) => State::Resting(1),"),
    ("durations are not looked at", "speculate/pace.rs",
     "factor: known.factor + (factor - known.factor) / visits,", "factor: known.factor + 0.0 * (factor - known.factor) / visits,"),
    ("a wrong norm layout is not looked for", "speculate/trial.rs",
     "(Misfit::NotShifted, shifted(1.0)?),", "(Misfit::NotShifted, shifted(0.0)?),"),
]


def run(command, cwd, **options):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, **options)


def caught_by(tree, file):
    """The tests that fail of a fault in `file`, or None if it does not compile."""
    build = run(["cargo", "test", "--release", "-p", "tandem-engine", "--lib", "--no-run"], tree)
    if build.returncode != 0:
        sys.stderr.write(build.stderr[-2000:])
        return None
    wanted = next(test for start, test in TESTS.items() if file.startswith(start))
    skipped = ([] if file == NOT_SKIPPED_FOR else SKIPPED) + (APART if wanted == TESTS[""] else [])
    skip = [word for name in skipped for word in ("--skip", name)]
    tests = run(["cargo", "test", "--release", "-p", "tandem-engine", "--lib", "--", wanted, *skip], tree, timeout=900)
    return sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED", tests.stdout, re.MULTILINE)))


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    faults = FAULTS
    if wanted.startswith("+"):
        faults, wanted = FAULTS[int(wanted):], ""
    missed = False
    with tempfile.TemporaryDirectory() as parent:
        tree = Path(parent) / "tandem"
        made = run(["git", "worktree", "add", "--detach", str(tree), "HEAD"], ROOT)
        if made.returncode != 0:
            sys.exit(made.stderr)
        try:
            config = ROOT / ".cargo"
            if config.exists():
                run(["cp", "-r", str(config), str(tree)], ROOT)
            print("| broken | caught by |\n| --- | --- |", flush=True)
            for name, file, old, new in faults:
                if wanted not in name and wanted not in file:
                    continue
                path = tree / SRC / file
                text = path.read_text()
                if text.count(old) != 1:
                    sys.exit(f"{name}: the text to break is not there exactly once in {file}")
                path.write_text(text.replace(old, new))
                found = caught_by(tree, file)
                path.write_text(text)
                if found:
                    told = ", ".join(f"`{test.replace('::tests', '')}`" for test in found)
                else:
                    missed = True
                    told = "**does not compile**" if found is None else "**nothing**"
                print(f"| {name} | {told} |", flush=True)
        finally:
            run(["git", "worktree", "remove", "--force", str(tree)], ROOT)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
