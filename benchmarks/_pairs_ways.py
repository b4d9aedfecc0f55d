"""Scoring pairs three ways: as the CrowS-Pairs script does, as the S_JSD script does, and with babelance."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from babelance.backends.masked.queries import ScoringBatch
from babelance.core.model import Options
from babelance.core.query import TokenLogprobs
from babelance.models.masked import Masked, kind
from babelance.text.align import shared_positions
from benchmarks._pairs_models import Shape

Pair = tuple[str, str]


@dataclass(frozen=True)
class Timed:
    """Sums of log-probabilities (more, less, more, …), and the seconds they took."""

    sums: list[float]
    seconds: float


class Ways:
    """One model behind all three ways, loaded once for the scripts and once for babelance."""

    def __init__(self, model_folder: Path) -> None:
        self.network = AutoModelForMaskedLM.from_pretrained(model_folder).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(model_folder)
        opened = kind.open(str(model_folder), Options())
        assert isinstance(opened, Masked)
        self.engine = opened
        list(self.engine.answer([TokenLogprobs("Das ist so.")]))

    def crows(self, pairs: Sequence[Pair]) -> Timed:
        """One forward pass for each mask, batch 1; all positions projected, the hidden one read."""
        return _time(lambda: [self._one_by_one(ids, at) for pair in pairs for ids, at in self._places(pair)])

    def s_jsd(self, pairs: Sequence[Pair]) -> Timed:
        """All masks of a sentence in one batch; log-softmax of the whole vocabulary at all positions."""
        return _time(lambda: [self._at_once(ids, at) for pair in pairs for ids, at in self._places(pair)])

    def babelance(self, pairs: Sequence[Pair]) -> Timed:
        queries = queries_of(pairs)
        return _time(lambda: [_sum(answer) for answer in self.engine.answer(queries)])

    def useful(self, pairs: Sequence[Pair], shape: Shape) -> int:
        """Operations that the answers need: every different row once, no padding, in the last layer keys and values of
        all tokens and everything else, as the projection, for hidden positions alone."""
        batch = ScoringBatch()
        for query in queries_of(pairs):
            self.engine._plan(query, batch)
        hidden = [len({position for position, _ in cells}) for cells in batch.cells]
        rows = sum(shape.row(len(ids), count) for ids, count in zip(batch.rows, hidden, strict=True))
        return rows + shape.head * sum(hidden)

    def _places(self, pair: Pair) -> list[tuple[torch.Tensor, list[int]]]:
        more, less = (self.tokenizer(text)["input_ids"] for text in pair)
        in_more, in_less = (places[1:-1].tolist() for places in shared_positions(more, less))
        return [(torch.tensor([more]), in_more), (torch.tensor([less]), in_less)]

    @torch.no_grad()
    def _one_by_one(self, ids: torch.Tensor, places: Sequence[int]) -> float:
        total = 0.0
        for position in places:
            logits = self.network(self._hidden(ids, [position])).logits[0]
            total += float(logits[position].log_softmax(dim=0)[ids[0, position]])
        return total

    @torch.no_grad()
    def _at_once(self, ids: torch.Tensor, places: Sequence[int]) -> float:
        if not places:
            return 0.0
        scores = self.network(self._hidden(ids, places)).logits.log_softmax(dim=2)
        rows = torch.arange(len(places))
        return float(scores[rows, places, ids[0, places]].sum())

    def _hidden(self, ids: torch.Tensor, places: Sequence[int]) -> torch.Tensor:
        """One row for each place, which is hidden in it."""
        rows = ids.repeat(len(places), 1)
        rows[torch.arange(len(places)), places] = self.tokenizer.mask_token_id
        return rows


def queries_of(pairs: Sequence[Pair]) -> list[TokenLogprobs]:
    both = (((more, less, True), (less, more, False)) for more, less in pairs)
    return [TokenLogprobs(text, other, text_is_first=leads) for pair in both for text, other, leads in pair]


def peak(best: float = 0.0) -> float:
    """Multiplications and additions in a second of the best plain matrix product, or `best` if that was better."""
    for rows, inner, columns in ((1024, 768, 3072), (2048, 2048, 2048), (1024, 3072, 768)):
        left, right = torch.randn(rows, inner), torch.randn(columns, inner)
        with torch.inference_mode():
            product = partial(torch.nn.functional.linear, left, right)
            seconds = [_time(product).seconds for _ in range(12)]
        best = max(best, 2 * rows * inner * columns / min(seconds))
    return best


def _time(work: Callable[[], Any]) -> Timed:
    start = time.perf_counter()
    sums = work()
    return Timed(sums, time.perf_counter() - start)


def _sum(answer: Any) -> float:
    return float(np.sum(answer.logprobs, dtype=np.float64)) if hasattr(answer, "logprobs") else 0.0
