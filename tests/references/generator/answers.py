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
    sensitivity: float
    """Largest change of a prompt logit when every floating-point weight changes by a part in a million."""

    def smallest_gap(self):
        return min(self.greedy_gap + [gap for row in self.draft_gap for gap in row])

    def save(self, path):
        mx.save_safetensors(str(path), {
            "prompt": self.prompt, "prefill_logits": self.prefill_logits,
            "greedy": mx.array(self.greedy, dtype=mx.int32), "greedy_gap": mx.array(self.greedy_gap, dtype=mx.float32),
            "drafts": mx.array(self.drafts, dtype=mx.int32), "draft_gap": mx.array(self.draft_gap, dtype=mx.float32)})


def answer(target, companion, seed, prompt_length, continue_length, drafts_per_round):
    """Asks both libraries. Round r of the drafts: greedy[r] is pending, everything before it is committed, and every
    companion row of a committed token comes from the target's hidden state after the final norm."""
    prompt = mx.random.randint(FIRST_BYTE_ID, FIRST_BYTE_ID + BYTES, (prompt_length,), key=mx.random.key(seed + 7))
    prompt = prompt.astype(mx.int32)
    cache = make_prompt_cache(target)
    logits = target(prompt[None], cache=cache)[0].astype(mx.float32)
    greedy, greedy_gap = _continue(target, cache, logits[-1], continue_length)

    text = mx.concatenate([prompt, mx.array(greedy, dtype=mx.int32)])
    hidden = target.model(text[None])
    embeddings = target.model.embed_tokens
    head = getattr(target.language_model, "lm_head", embeddings.as_linear)
    drafts, draft_gap = [], []
    for committed in range(prompt_length, prompt_length + continue_length - 1):
        companion._input_embed, companion._lm_head_fn = embeddings, head
        companion._cache, companion._next_position = companion.make_cache(), 0
        state = companion._forward_tokens(text[None, 1:committed + 1], hidden[:, :committed], mx.int32)[:, -1:]
        row, row_gap = [], []
        for k in range(drafts_per_round):
            token, gap = _top(head(state).astype(mx.float32).reshape(-1))
            row.append(token)
            row_gap.append(gap)
            if k + 1 < drafts_per_round:
                state = companion._forward_tokens(mx.array([[token]], dtype=mx.int32), state, mx.int32)
        drafts.append(row)
        draft_gap.append(row_gap)
    return Answers(prompt, logits, greedy, greedy_gap, drafts, draft_gap, _sensitivity(target, prompt, logits, seed))


def _continue(target, cache, logits, length):
    tokens, gaps = [], []
    for _ in range(length):
        token, gap = _top(logits)
        tokens.append(token)
        gaps.append(gap)
        logits = target(mx.array([[token]]), cache=cache)[0, -1].astype(mx.float32)
    return tokens, gaps


def _top(logits):
    best = mx.sort(logits)[-2:]
    return int(mx.argmax(logits)), float(best[1] - best[0])


def _sensitivity(target, prompt, logits, seed):
    weights = tree_flatten(target.parameters())
    key = mx.random.key(seed + 13)
    moved = []
    for name, value in weights:
        key, draw = mx.random.split(key)
        if mx.issubdtype(value.dtype, mx.floating):
            value = value * (1.0 + 1e-6 * mx.random.uniform(-1.0, 1.0, value.shape, key=draw))
        moved.append((name, value))
    target.load_weights(moved, strict=True)
    difference = float(mx.abs(target(prompt[None])[0].astype(mx.float32) - logits).max())
    target.load_weights(weights, strict=True)
    return difference
