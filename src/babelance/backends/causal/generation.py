"""What a causal language model goes on with after prompts: the likeliest token again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from babelance.backends.causal.decoder import Decoder
from babelance.backends.causal.lines import Ids
from babelance.backends.transformers.texts import batches, run_halving_on_low_memory


class Continuation(NamedTuple):
    """What came after a prompt: up to an end token or not; chosen by scores that were numbers or not."""

    ids: Ids
    complete: bool
    finite: bool


def continuations(
    decoder: Decoder, prompts: Sequence[Ids], *, most: Sequence[int], ends: Sequence[int], batch_tokens: int
) -> list[Continuation]:
    """Of each prompt, at most so many tokens; prompts of equal length are read together."""
    by_prompt: dict[int, Continuation] = {}

    def work(part: Sequence[int]) -> None:
        ids = torch.tensor([prompts[index] for index in part], device=decoder.device)
        rows, broken = decoder.generate(ids, most=max(most[index] for index in part), ends=ends)
        for line, (index, row) in enumerate(zip(part, rows.tolist(), strict=True)):
            by_prompt[index] = Continuation(*_until_end(row, ends), finite=not broken[line])

    for batch in batches([len(prompt) for prompt in prompts], range(len(prompts)), tokens=batch_tokens):
        run_halving_on_low_memory(batch, work, name="text")
    return [by_prompt[index] for index in range(len(prompts))]


def _until_end(ids: Sequence[int], ends: Sequence[int]) -> tuple[Ids, bool]:
    for index, token in enumerate(ids):
        if token in ends:
            return tuple(ids[:index]), True
    return tuple(ids), False
