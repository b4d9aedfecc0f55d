"""An untrained GPT-2 so small that it learns a few sentences in seconds, and what a measure says about it then."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.model import Options
from babelance.core.scored import Scores
from babelance.models.causal import kind


def small_gpt2(words: int, *, width: int, layers: int, heads: int, positions: int, end: int, spread: float) -> Any:
    """Seeded, without dropout; the first word is its start token, `spread` that of its weights."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=words, n_embd=width, n_layer=layers, n_head=heads, n_positions=positions, bos_token_id=0,
        eos_token_id=end, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, initializer_range=spread,
    )  # fmt: skip
    return GPT2LMHeadModel(config)


def value(folder: Path, measure: Measure, items: Sequence[Item]) -> float:
    """The number of a measure, of a model and all items; none may be skipped."""
    model = kind.open(str(folder), Options())
    queries = [measure.ask(item) for item in items]
    answers = iter(list(model.answer([query for some in queries for query in some])))
    scored = [measure.score(item, [next(answers) for _ in some]) for item, some in zip(items, queries, strict=True)]
    scores = Scores.gather(scored)
    assert not scores.skipped, scores.skipped
    return float(measure.statistic(scores)(np.ones(len(scores))))
