"""Masked language modelling as a task that `models._training.fit` can train.

15 % of the sub-words are chosen; of these 80 % are masked, 10 % exchanged for a random one and 10 % left (Devlin et
al., 2019). Which ones follows from seed, epoch and batch: a training that was killed and goes on masks the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from babelance.backends.training.rows import Rows

if TYPE_CHECKING:
    import torch

Ids = NDArray[np.int64]
IGNORED = -100
_SORTED_TOGETHER = 50
"""Batches within which rows are sorted by length: little padding, and still nearly random batches."""
_DEV_ROWS = 4000
"""Most rows that an epoch is judged by."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows, and the numbers from which their masks follow."""

    rows: Ids
    seed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Batches(Sequence[Batch]):
    """The batches of an epoch, made when they are asked for."""

    groups: tuple[Ids, ...]
    seed: tuple[int, ...]
    first: int = 0

    def __len__(self) -> int:
        return len(self.groups)

    @overload
    def __getitem__(self, index: int) -> Batch: ...
    @overload
    def __getitem__(self, index: slice) -> Batches: ...
    def __getitem__(self, index: int | slice) -> Batch | Batches:
        if isinstance(index, slice):
            return Batches(self.groups[index], self.seed, self.first + (index.start or 0))
        return Batch(self.groups[index], (*self.seed, self.first + index))

    def __iter__(self) -> Iterator[Batch]:
        return (self[index] for index in range(len(self)))


@dataclass(frozen=True, slots=True)
class Masker:
    """What a tokenizer says about masking."""

    mask: int
    padding: int
    special: tuple[int, ...]
    size: int
    share: float = 0.15

    @classmethod
    def of(cls, tokenizer: Any, share: float = 0.15) -> Masker:
        return cls(
            tokenizer.mask_token_id,
            tokenizer.pad_token_id,
            tuple(tokenizer.all_special_ids),
            len(tokenizer),
            share,
        )

    def pad(self, rows: Sequence[Ids]) -> Ids:
        filled = np.full((len(rows), max(map(len, rows))), self.padding, np.int64)
        for number, row in enumerate(rows):
            filled[number, : len(row)] = row
        return filled

    def hide(self, ids: Ids, rng: np.random.Generator) -> tuple[Ids, Ids]:
        """(what the model sees, what it must find: `IGNORED` where it need not)."""
        free = ~np.isin(ids, self.special)
        chosen = free & (rng.random(ids.shape) < self.share)
        kind = rng.random(ids.shape)
        seen = np.where(chosen & (kind < 0.8), self.mask, ids)
        other = rng.integers(0, self.size, ids.shape)
        seen = np.where(chosen & (kind >= 0.8) & (kind < 0.9), other, seen)
        return seen, np.where(chosen, ids, IGNORED)


@dataclass(kw_only=True)
class RowsTask:
    """Rows to learn from, in batches of rows of like length, and rows held out."""

    train: Rows
    dev: Rows
    batch: int
    seed: int
    _lengths: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self._lengths = self.train.lengths()

    def epoch(self, number: int) -> Batches:
        return shuffle_batches(self._lengths, self.batch, self.seed, number)


@dataclass(kw_only=True)
class MaskedTask(RowsTask):
    """`score` is the negative loss on held-out rows, always with the same masks."""

    masker: Masker

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        total, count = loss_sum(model, self.train, batch, self.masker)
        return total / max(count, 1)

    def score(self, model: Any) -> float:
        return -held_out_loss(model, self.dev, self.masker, seed=self.seed)


def shuffle_batches(lengths: NDArray[np.int64], batch: int, seed: int, epoch: int) -> Batches:
    """Rows shuffled, then sorted by length within a few batches, then batches shuffled again."""
    rng = np.random.default_rng([seed, epoch])
    order, size = rng.permutation(len(lengths)), batch * _SORTED_TOGETHER
    groups: list[Ids] = []
    for start in range(0, len(order), size):
        near = order[start : start + size]
        near = near[np.argsort(lengths[near], kind="stable")]
        groups += [near[at : at + batch] for at in range(0, len(near), batch)]
    return Batches(tuple(groups[index] for index in rng.permutation(len(groups))), (seed, epoch))


def held_out_loss(model: Any, rows: Rows, masker: Masker, *, seed: int, most: int = _DEV_ROWS) -> float:
    """Mean loss over the hidden sub-words of at most so many rows; the same masks whenever it is asked."""
    import torch

    chosen = evenly(len(rows), most)
    model.eval()
    total, count = 0.0, 0
    with torch.inference_mode():
        for start in range(0, len(chosen), 64):
            batch = Batch(chosen[start : start + 64], (seed, 2**31, start))
            part, hidden = loss_sum(model, rows, batch, masker)
            total, count = total + float(part), count + hidden
    return total / max(count, 1)


def evenly(count: int, most: int = _DEV_ROWS) -> Ids:
    """At most so many places of a list, all over it."""
    return np.arange(count)[:: max(1, -(-count // most))]


def loss_sum(model: Any, rows: Rows, batch: Batch, masker: Masker) -> tuple[torch.Tensor, int]:
    """The summed loss of the hidden sub-words of a batch, and their number."""
    import torch

    ids = masker.pad([rows[int(row)] for row in batch.rows])
    seen, wanted = masker.hide(ids, np.random.default_rng(batch.seed))
    there = torch.from_numpy(ids != masker.padding).long().to(model.device)
    labels = torch.from_numpy(wanted).to(model.device)
    hidden = labels != IGNORED
    logits = logits_at(model, torch.from_numpy(seen).to(model.device), there, hidden)
    return torch.nn.functional.cross_entropy(logits.float(), labels[hidden], reduction="sum"), int(hidden.sum())


def logits_at(model: Any, ids: torch.Tensor, there: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
    """Logits of the hidden places only: the vocabulary is most of the work of a small model."""
    from babelance.backends.transformers.replacing import head_of

    head = head_of(model)
    if head is None:
        whole: torch.Tensor = model(input_ids=ids, attention_mask=there).logits
        return whole[hidden]
    states = model.base_model(input_ids=ids, attention_mask=there)[0]
    return head(states[hidden].unsqueeze(0)).squeeze(0)
