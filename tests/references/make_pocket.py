#!/usr/bin/env python3
"""Asks mlx-lm and mlx-vlm about the built-in model and writes pocket/.

    python make_pocket.py [MODELS]        MODELS/target, MODELS/companion; default: models/pocket of this repository

The weights are used as float32 throughout: after loading, `set_dtype(mx.float32)` turns every bf16 tensor (norms,
convolutions, the scales and biases of the 4-bit weights, the whole companion) into float32, which loses nothing; the 4-bit
integers stay, and activations are float32.
"""
import ast
import json
import sys
from pathlib import Path

import mlx.core as mx
import mlx_lm
import mlx_vlm
from mlx_lm.models.cache import make_prompt_cache
from mlx_vlm.generate import stream_generate
from mlx_vlm.speculative.drafters import load_drafter

from generator.answers import answer, continue_greedily

HERE = Path(__file__).parent
OUT = HERE / "pocket"
GREEDY_LENGTH = 64
ACCEPTANCE_LENGTH = 80
BLOCKS = (3, 5)


def user(text):
    return {"role": "user", "content": text}


GREEDY_CHATS = [
    [user("Hello!")],
    [user("Who are you?")],
    [user("What is the capital of Italy?")],
    [user("What is a lighthouse?")],
    [user("What is 37 + 48?")],
    [user("Name four kinds of bird.")],
    [user("Write a Fibonacci function in Rust.")],
    [user("Tell me a short story about an owl.")],
    [user("Why is the sky blue?")],
    [{"role": "system", "content": "You are a pirate."}, user("What is the capital of Spain?")],
    [user("My name is Ana."), {"role": "assistant", "content": "Nice to meet you, Ana!"}, user("What is my name?")],
    [user("Give me some synonyms for happy.")],
]
FIXTURE_CHAT = [user("Tell me a short story about an owl.")]


def acceptance_questions():
    """The questions of the model card's acceptance table, from the recipe itself."""
    script = ast.parse((HERE / "../../models/pocket/train/mlx_vlm_loop.py").read_text())
    lists = {node.targets[0].id: node.value for node in script.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.List)}
    return ast.literal_eval(lists["Q"])


def render(tokenizer, chat):
    return tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False, enable_thinking=False)


def encode(tokenizer, chat):
    return tokenizer.encode(render(tokenizer, chat), add_special_tokens=False)


def greedy(target, tokenizer):
    chats = []
    for chat in GREEDY_CHATS:
        prompt = encode(tokenizer, chat)
        cache = make_prompt_cache(target)
        logits = target(mx.array([prompt]), cache=cache)[0, -1].astype(mx.float32)
        tokens, gaps = continue_greedily(target, cache, logits, GREEDY_LENGTH)
        chats.append(dict(messages=chat, prompt=prompt, greedy=tokens, gap=[round(gap, 5) for gap in gaps]))
    return chats


def rebuilt_rounds(answers, depth, length):
    """The rounds of a loop whose companion rows come from the target's hidden states alone, replayed on the teacher-forced
    drafts until `length` tokens are there. Like mlx-vlm it counts what is accepted behind an end token, and near the
    largest length it drafts no further than that."""
    accepted, drafted, pending = [], [], 0
    while pending + 1 < length:
        drafts = answers.drafts[pending][:min(depth, ACCEPTANCE_LENGTH - pending - 1)]
        hits = 0
        while hits < len(drafts) and drafts[hits] == answers.greedy[pending + 1 + hits]:
            hits += 1
        accepted.append(hits)
        drafted.append(len(drafts))
        pending += hits + 1
    return dict(accepted=accepted, drafted=drafted)


def vlm_rounds(model, processor, companion, kind, text, block):
    """mlx-vlm's own loop; the whole prompt is handed to the companion (prefill_step_size=None)."""
    responses = list(stream_generate(model, processor, text, max_tokens=ACCEPTANCE_LENGTH, temperature=0.0, draft_model=companion,
                                     draft_kind=kind, draft_block_size=block, prefill_step_size=None))
    # A response behind the last token only repeats it, with the reason of the end.
    tokens = [r.token for r in responses][:responses[-1].generation_tokens]
    return tokens, dict(accepted=list(companion.accept_lens), drafted=list(companion.draft_lens))


def acceptance(target, tokenizer, folder, companion, kind):
    model, processor = mlx_vlm.load(str(folder / "target"))
    model.language_model.set_dtype(mx.float32)
    end_tokens = set(tokenizer.eos_token_ids)
    rows = []
    for question in acceptance_questions():
        chat = [user(question)]
        prompt = encode(tokenizer, chat)
        answers = answer(target, companion, mx.array(prompt, dtype=mx.int32), ACCEPTANCE_LENGTH, max(BLOCKS) - 1)
        ends = [i for i, token in enumerate(answers.greedy) if token in end_tokens]
        length = ends[0] + 1 if ends else ACCEPTANCE_LENGTH
        row = dict(question=question, prompt=prompt, greedy=answers.greedy[:length], min_gap=round(min(answers.greedy_gap[:length]), 5))
        for block in BLOCKS:
            tokens, rounds = vlm_rounds(model, processor, companion, kind, render(tokenizer, chat), block)
            assert tokens == row["greedy"], f"mlx-vlm's text differs from mlx-lm's: {question}"
            row[f"block_{block}"] = dict(mlx_vlm=rounds, rebuilt=rebuilt_rounds(answers, block - 1, length))
        rows.append(row)
    return rows


def summary(rows, block, way):
    accepted = [a for row in rows for a in row[f"block_{block}"][way]["accepted"]]
    reached = [sum(a >= k for a in accepted) for k in range(block)]
    return dict(rounds=len(accepted), tokens_per_round=round(1 + sum(accepted) / len(accepted), 3),
                conditional=[round(reached[k + 1] / reached[k], 3) for k in range(block - 1)])


def write(name, content):
    versions = dict(mlx=mx.__version__, mlx_lm=mlx_lm.__version__, mlx_vlm=mlx_vlm.__version__)
    (OUT / name).write_text(json.dumps(dict(versions=versions, **content), ensure_ascii=False) + "\n")


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "../../models/pocket"
    mx.set_default_device(mx.cpu)
    OUT.mkdir(exist_ok=True)
    target, tokenizer = mlx_lm.load(str(folder / "target"))
    target.set_dtype(mx.float32)
    companion, kind = load_drafter(str(folder / "companion"))
    companion.set_dtype(mx.float32)

    write("greedy.json", dict(end_tokens=sorted(tokenizer.eos_token_ids), chats=greedy(target, tokenizer)))
    fixture = answer(target, companion, mx.array(encode(tokenizer, FIXTURE_CHAT), dtype=mx.int32), GREEDY_LENGTH, max(BLOCKS) - 1)
    fixture.save(OUT / "expected.safetensors")
    rows = acceptance(target, tokenizer, folder, companion, kind)
    totals = {f"block_{block}": {way: summary(rows, block, way) for way in ("mlx_vlm", "rebuilt")} for block in BLOCKS}
    write("acceptance.json", dict(totals=totals, questions=rows))
    print(json.dumps(totals, indent=1))


if __name__ == "__main__":
    main()
