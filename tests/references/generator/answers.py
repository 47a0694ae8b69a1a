"""The answers of mlx-lm (logits, greedy continuation) and of mlx-vlm's companion (drafts)."""
from dataclasses import dataclass

import mlx.core as mx
from mlx.utils import tree_flatten
from mlx_lm.models.cache import make_prompt_cache

from .layouts import FIRST_BYTE_ID

BYTES = 256


@dataclass
class Answers:
    prompt: mx.array
    """[P] int32."""
    prefill_logits: mx.array
    """[P, V] float32."""
    greedy: list
    """N tokens, one a step."""
    greedy_gap: list
    """Top-1 minus top-2 logit at each of the N steps."""
    drafts: list
    """R rows of K tokens, R = N - 1."""
    draft_gap: list
    """R rows of K gaps."""

    def smallest_gap(self):
        return min(self.greedy_gap + [gap for row in self.draft_gap for gap in row])

    def save(self, path):
        mx.save_safetensors(str(path), {
            "prompt": self.prompt, "prefill_logits": self.prefill_logits,
            "greedy": mx.array(self.greedy, dtype=mx.int32), "greedy_gap": mx.array(self.greedy_gap, dtype=mx.float32),
            "drafts": mx.array(self.drafts, dtype=mx.int32), "draft_gap": mx.array(self.draft_gap, dtype=mx.float32)})


def random_prompt(seed, length):
    prompt = mx.random.randint(FIRST_BYTE_ID, FIRST_BYTE_ID + BYTES, (length,), key=mx.random.key(seed + 7))
    return prompt.astype(mx.int32)


def answer(target, companion, prompt, continue_length, drafts_per_round):
    """Asks both libraries. Round r of the drafts: greedy[r] is pending, everything before it is committed, and every
    companion row of a committed token comes from the target's hidden state after the final norm."""
    cache = make_prompt_cache(target)
    logits = target(prompt[None], cache=cache)[0].astype(mx.float32)
    greedy, greedy_gap = continue_greedily(target, cache, logits[-1], continue_length)

    text = mx.concatenate([prompt, mx.array(greedy, dtype=mx.int32)])
    hidden = target.model(text[None])
    embeddings = target.model.embed_tokens
    head = getattr(target.language_model, "lm_head", embeddings.as_linear)
    companion._input_embed, companion._lm_head_fn = embeddings, head
    companion._cache, companion._next_position = companion.make_cache(), 0
    drafts, draft_gap, rows = [], [], 0
    for committed in range(prompt.size, prompt.size + continue_length - 1):
        state = companion._forward_tokens(text[None, rows + 1:committed + 1], hidden[:, rows:committed], mx.int32)[:, -1:]
        rows = committed
        row, row_gap = [], []
        for k in range(drafts_per_round):
            token, gap = _top(head(state).astype(mx.float32).reshape(-1))
            row.append(token)
            row_gap.append(gap)
            if k + 1 < drafts_per_round:
                state = companion._forward_tokens(mx.array([[token]], dtype=mx.int32), state, mx.int32)
        _forget_rows_after(companion, committed)
        drafts.append(row)
        draft_gap.append(row_gap)
    return Answers(prompt, logits, greedy, greedy_gap, drafts, draft_gap)


def continue_greedily(target, cache, logits, length):
    """`length` steps of one token, from the logits that follow the text in `cache`: (tokens, gaps)."""
    tokens, gaps = [], []
    for _ in range(length):
        token, gap = _top(logits)
        tokens.append(token)
        gaps.append(gap)
        logits = target(mx.array([[token]]), cache=cache)[0, -1].astype(mx.float32)
    return tokens, gaps


def _forget_rows_after(companion, committed):
    for cache in companion._cache:
        cache.trim(companion._next_position - committed)
    companion._next_position = committed


def _top(logits):
    best = mx.sort(logits)[-2:]
    return int(mx.argmax(logits)), float(best[1] - best[0])


def sensitivity(target, answers, seed):
    """Largest change of a prompt logit when every floating-point weight changes by up to a part in a million."""
    weights = tree_flatten(target.parameters())
    key = mx.random.key(seed + 13)
    moved = []
    for name, value in weights:
        key, draw = mx.random.split(key)
        if mx.issubdtype(value.dtype, mx.floating):
            value = value * (1.0 + 1e-6 * mx.random.uniform(-1.0, 1.0, value.shape, key=draw))
        moved.append((name, value))
    target.load_weights(moved, strict=True)
    logits = target(answers.prompt[None])[0].astype(mx.float32)
    difference = float(mx.abs(logits - answers.prefill_logits).max())
    target.load_weights(weights, strict=True)
    return difference
