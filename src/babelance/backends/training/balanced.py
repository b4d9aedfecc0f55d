"""Pairs of sentences that should be equally likely are pulled together, and all else is held where it was.

    loss = pull + hold · KL( the model as it was ‖ the model ) on text that mentions none of the groups

The pull of a pair (x, x′) is |d| (rounded off below 0.01), d being how much more likely x is. A masked model is asked
in three ways in turn: the words that differ are hidden (how likely is either of them here?), one shared word is hidden
(is it expected more beside the one than beside the other?), nothing is hidden (the likelihood that AUL and MBE read).
Some of the other words are hidden as well, so that groups are equally likely whatever else is known. A causal model is
asked for the likelihood of both sentences.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.training import next_word
from babelance.backends.training.masking import IGNORED, Masker, logits_at
from babelance.backends.training.rows import Rows

if TYPE_CHECKING:
    import torch

Ids = NDArray[np.int64]
ALSO_HIDDEN = 0.15
"""Of the shared words, so many are hidden beside the words that differ."""
ROUNDED = 0.01
"""Nats below which a difference is pulled less: measures that count which of two is more likely see small ones, too."""
DIFFERENT, SHARED, NOTHING = range(3)
WAYS = (DIFFERENT, SHARED, NOTHING, SHARED)
"""In turn. Shared words are many, and one is asked about at a time."""


@dataclass(frozen=True, eq=False)
class TokenPair:
    """Sub-words of two sentences: so many are the same at the start and at the end; those between differ."""

    first: Ids
    second: Ids
    start: int
    end: int

    @classmethod
    def of(cls, first: Sequence[int], second: Sequence[int]) -> TokenPair | None:
        """None if they do not differ."""
        a, b = np.asarray(first, np.int64), np.asarray(second, np.int64)
        if len(a) == len(b) and (a == b).all():
            return None
        shorter = min(len(a), len(b))
        start = _equal(a[:shorter], b[:shorter])
        end = _equal(a[::-1][: shorter - start], b[::-1][: shorter - start])
        return cls(a, b, start, end)


def _equal(a: Ids, b: Ids) -> int:
    different = np.flatnonzero(a != b)
    return int(different[0]) if len(different) else len(a)


@dataclass(frozen=True, slots=True)
class Step:
    """Some pairs, some rows of other text, and the numbers from which their masks follow."""

    pairs: Ids
    rows: Ids
    seed: tuple[int, ...]


@dataclass
class BalancedTask:
    """`score` is the negative loss on pairs and text that are not trained on. `masker` is None for causal models."""

    network: Any
    pairs: Sequence[TokenPair]
    dev_pairs: Sequence[TokenPair]
    text: Rows
    dev_text: Rows
    masker: Masker | None
    batch: int
    seed: int
    hold: float
    _former: Any = field(init=False)

    def __post_init__(self) -> None:
        self._former = copy.deepcopy(self.network).eval()
        for weight in self._former.parameters():
            weight.requires_grad_(False)

    def epoch(self, number: int) -> Sequence[Step]:
        rng = np.random.default_rng([self.seed, number])
        order = rng.permutation(len(self.pairs))
        parts = np.array_split(order, max(1, len(order) // self.batch))
        return [
            Step(part, rng.integers(len(self.text), size=self.batch), (self.seed, number, index))
            for index, part in enumerate(parts)
        ]

    def loss(self, model: Any, batch: Step) -> torch.Tensor:
        rows = [self.text[int(row)] for row in batch.rows]
        return self._loss(model, [self.pairs[int(pair)] for pair in batch.pairs], rows, batch.seed)

    def score(self, model: Any) -> float:
        import torch

        model.eval()
        rows = [self.dev_text[row] for row in range(min(len(self.dev_text), 4 * self.batch))]
        with torch.inference_mode():
            parts = [self._loss(model, self.dev_pairs, rows, (self.seed, 2**31, way)) for way in range(len(WAYS))]
        return -float(torch.stack(parts).mean())

    def _loss(self, model: Any, pairs: Sequence[TokenPair], rows: Sequence[Ids], seed: tuple[int, ...]) -> torch.Tensor:
        rng = np.random.default_rng(seed)
        if self.masker is None:
            return _causal_pull(model, pairs) + self.hold * _causal_drift(model, self._former, rows)
        pull = _pull(model, pairs, self.masker, WAYS[seed[-1] % len(WAYS)], rng)
        return pull + self.hold * _drift(model, self._former, rows, self.masker, rng)


def _pull(model: Any, pairs: Sequence[TokenPair], masker: Masker, way: int, rng: np.random.Generator) -> torch.Tensor:
    seen, asked = [], []
    for pair in pairs:
        hidden = _hidden_tokens(pair, masker, way, rng)
        for ids, places in zip((pair.first, pair.second), hidden, strict=True):
            row, labels = ids.copy(), np.full(len(ids), IGNORED)
            if way == NOTHING:
                places[0][:] = ~np.isin(ids, masker.special)
            else:
                row[places[0] | places[1]] = masker.mask
            labels[places[0]] = ids[places[0]]
            seen.append(row)
            asked.append(labels)
    return _distance(_log_likelihoods(model, seen, asked, masker, mean=way == NOTHING))


def _hidden_tokens(
    pair: TokenPair, masker: Masker, way: int, rng: np.random.Generator
) -> list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """For both sentences: which places are asked about, and which are hidden besides; the same shared ones."""
    free = [~np.isin(part, masker.special) for part in (pair.first[: pair.start], _tail(pair.first, pair.end))]
    shared = np.flatnonzero(np.concatenate(free))
    chosen = int(rng.choice(shared)) if len(shared) else -1
    also = np.concatenate(free) & (rng.random(pair.start + pair.end) < ALSO_HIDDEN)
    asked = np.zeros(pair.start + pair.end, bool)
    if way == SHARED and chosen >= 0:
        asked[chosen], also = True, np.zeros_like(asked)
    hidden = []
    for ids in (pair.first, pair.second):
        middle = np.full(len(ids) - pair.start - pair.end, way == DIFFERENT)
        about = np.concatenate([asked[: pair.start], middle, asked[pair.start :]])
        besides = np.concatenate([also[: pair.start], np.zeros(len(middle), bool), also[pair.start :]])
        hidden.append((about, besides))
    return hidden


def _tail(ids: Ids, count: int) -> Ids:
    return ids[len(ids) - count :]


def _log_likelihoods(
    model: Any, seen: Sequence[Ids], asked: Sequence[Ids], masker: Masker, *, mean: bool
) -> torch.Tensor:
    """Of what is asked about in each row."""
    import torch

    ids, labels = masker.pad(seen), np.full((len(seen), max(map(len, seen))), IGNORED)
    for number, some in enumerate(asked):
        labels[number, : len(some)] = some
    there = torch.from_numpy(ids != masker.padding).long().to(model.device)
    wanted = torch.from_numpy(labels).to(model.device)
    chosen = wanted != IGNORED
    logits = logits_at(model, torch.from_numpy(ids).to(model.device), there, chosen)
    each = -torch.nn.functional.cross_entropy(logits.float(), wanted[chosen], reduction="none")
    row = chosen.nonzero()[:, 0]
    total = torch.zeros(len(seen), device=each.device).index_add(0, row, each)
    return total / chosen.sum(dim=1).clamp(min=1) if mean else total


def _distance(likelihoods: torch.Tensor) -> torch.Tensor:
    import torch

    return torch.nn.functional.smooth_l1_loss(likelihoods[0::2], likelihoods[1::2], beta=ROUNDED)


def _drift(model: Any, former: Any, rows: Sequence[Ids], masker: Masker, rng: np.random.Generator) -> torch.Tensor:
    """How far the model has moved on hidden words of other text."""
    import torch

    ids = masker.pad(rows)
    seen, wanted = masker.hide(ids, rng)
    there = torch.from_numpy(ids != masker.padding).long().to(model.device)
    tokens, hidden = torch.from_numpy(seen).to(model.device), torch.from_numpy(wanted != IGNORED).to(model.device)
    with torch.no_grad():
        before = logits_at(former, tokens, there, hidden)
    return _divergence(before, logits_at(model, tokens, there, hidden))


def _causal_pull(model: Any, pairs: Sequence[TokenPair]) -> torch.Tensor:
    logits, labels = next_word.logits_and_labels(model, [ids for pair in pairs for ids in (pair.first, pair.second)])
    return _distance(_sentence_likelihoods(logits, labels))


def _sentence_likelihoods(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    import torch

    flat = torch.nn.functional.cross_entropy(
        logits.float().flatten(0, 1), labels.flatten(), reduction="none", ignore_index=IGNORED
    )
    return -flat.view(labels.shape).sum(dim=1)


def _causal_drift(model: Any, former: Any, rows: Sequence[Ids]) -> torch.Tensor:
    import torch

    with torch.no_grad():
        before, labels = next_word.logits_and_labels(former, rows)
    now, _ = next_word.logits_and_labels(model, rows)
    known = labels != IGNORED
    return _divergence(before[known], now[known])


def _divergence(before: torch.Tensor, now: torch.Tensor) -> torch.Tensor:
    """Mean KL from what was expected to what is expected now."""
    import torch

    first, second = (torch.nn.functional.log_softmax(logits.float(), dim=-1) for logits in (before, now))
    return torch.nn.functional.kl_div(second, first, reduction="batchmean", log_target=True)
