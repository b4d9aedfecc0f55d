"""Causal language modelling as a task that `loop.fit` can train: every sub-word is found from those before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from babelance.backends.training.masking import IGNORED, Batch, Ids, RowsTask, evenly
from babelance.backends.training.rows import Rows

if TYPE_CHECKING:
    import torch


class CausalTask(RowsTask):
    """`score` is the negative loss on held-out rows."""

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        total, count = loss_sum(model, [self.train[int(row)] for row in batch.rows])
        return total / max(count, 1)

    def score(self, model: Any) -> float:
        return -held_out_loss(model, self.dev)


def held_out_loss(model: Any, rows: Rows) -> float:
    """Mean loss over all sub-words but the first ones."""
    import torch

    model.eval()
    total, count, chosen = 0.0, 0, evenly(len(rows))
    with torch.inference_mode():
        for start in range(0, len(chosen), 64):
            part, words = loss_sum(model, [rows[int(row)] for row in chosen[start : start + 64]])
            total, count = total + float(part), count + words
    return total / max(count, 1)


def loss_sum(model: Any, rows: Sequence[Ids]) -> tuple[torch.Tensor, int]:
    """The summed loss of the sub-words of some rows, and their number."""
    import torch

    logits, labels = logits_and_labels(model, rows)
    known = labels != IGNORED
    return torch.nn.functional.cross_entropy(logits[known].float(), labels[known], reduction="sum"), int(known.sum())


def logits_and_labels(model: Any, rows: Sequence[Ids]) -> tuple[torch.Tensor, torch.Tensor]:
    """What the model expects at every place but the first, and what stands there: `IGNORED` where a row has ended."""
    import torch

    width = max(map(len, rows))
    ids, there = np.zeros((2, len(rows), width), np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)], there[number, : len(row)] = row, 1
    seen, mask = (torch.from_numpy(part).to(model.device) for part in (ids, there))
    logits = model(input_ids=seen, attention_mask=mask).logits
    return logits[:, :-1], seen[:, 1:].masked_fill(mask[:, 1:] == 0, IGNORED)
