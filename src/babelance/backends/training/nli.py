"""Fine-tunes an encoder to an NLI classifier: best checkpoint by accuracy on held-out pairs.

The encoder may be a masked language model (its head is dropped, a new one is drawn from the seed) or a classifier (it
goes on with its own head and the meaning of its outputs).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from babelance.backends.training import model_folder
from babelance.backends.training.likeliest import likeliest
from babelance.backends.training.loop import Tell, fit, remove_state
from babelance.backends.training.model_folder import UNFINISHED
from babelance.backends.training.nli_pairs import Pair
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.start import load_classifier
from babelance.backends.transformers import nli_labels, source, tasks
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.core.errors import InputError, ModelError
from babelance.core.model import Options
from babelance.core.query import LABELS
from babelance.core.untrusted import as_type

if TYPE_CHECKING:
    import torch

_SORTED_TOGETHER = 50
"""Batches within which pairs are sorted by length: little padding, and still nearly random batches."""


@dataclass(frozen=True)
class TrainedClassifier:
    """Where the model is, the accuracy on the held-out pairs after each epoch, and which epoch was kept (from 0)."""

    folder: Path
    accuracies: tuple[float, ...]
    losses: tuple[float, ...]
    best: int
    cut: int
    """Training pairs that were cut to the greatest length."""


def train_nli(
    base: str,
    train: Sequence[Pair],
    held_out: Sequence[Pair],
    out: Path,
    *,
    recipe: Recipe | None = None,
    length: int = 128,
    options: Options | None = None,
    tell: Tell = lambda progress: None,
) -> TrainedClassifier:
    """The base, fine-tuned and written to `out`. If `out` is there already from the same training, it is taken."""
    from transformers import AutoModelForSequenceClassification

    recipe, options = recipe or Recipe(), options or Options()
    model_source = source.find(base)
    key = _key(model_source.content, train, held_out, length)
    if (done := _existing_result(out, key, recipe)) is not None:
        remove_state(out / UNFINISHED)
        return done
    order = _outputs(model_source)
    model, tokenizer = load_classifier(AutoModelForSequenceClassification, model_source, options, order, recipe.seed)
    task = _Task(tokenizer, order, train, held_out, recipe, length)
    with model_folder.only_training(out):
        state = fit(model, task, recipe, out / UNFINISHED, key=key, tell=tell)
        trained = TrainedClassifier(out, tuple(state.scores), tuple(state.losses), state.best, task.cut)
        model_folder.save_with_record(out, _record(trained, key, recipe, base), model, tokenizer)
        remove_state(out / UNFINISHED)
    return trained


def split(pairs: Sequence[Pair], seed: int, share: float = 0.05) -> tuple[list[Pair], list[Pair]]:
    """(to train on, to hold out), drawn by premise: pairs of one premise stay together."""
    premises = sorted({pair.premise for pair in pairs})
    count = max(1, round(share * len(premises)))
    if count >= len(premises):
        raise InputError(f"{len(premises)} premises are too few to hold some out. Give held-out pairs with --dev.")
    chosen = set(np.random.default_rng(seed).choice(premises, count, replace=False).tolist())
    return [pair for pair in pairs if pair.premise not in chosen], [pair for pair in pairs if pair.premise in chosen]


@dataclass
class _Task:
    """NLI as something that `fit` can train."""

    tokenizer: Any
    order: Sequence[str]
    train: Sequence[Pair]
    held_out: Sequence[Pair]
    recipe: Recipe
    length: int

    def epoch(self, number: int) -> list[list[int]]:
        """Batches of row numbers: shuffled, then sorted by length within a few batches, then shuffled again."""
        rng = np.random.default_rng([self.recipe.seed, number])
        size = self.recipe.batch * _SORTED_TOGETHER
        shuffled = rng.permutation(len(self.train)).tolist()
        batches: list[list[int]] = []
        for start in range(0, len(shuffled), size):
            near = sorted(shuffled[start : start + size], key=lambda row: len(self._train_rows[row]["input_ids"]))
            batches += [near[at : at + self.recipe.batch] for at in range(0, len(near), self.recipe.batch)]
        return [batches[index] for index in rng.permutation(len(batches))]

    def loss(self, model: Any, batch: Sequence[int]) -> torch.Tensor:
        import torch

        wanted = torch.tensor([self.order.index(self.train[row].label) for row in batch], device=model.device)
        logits = model(**self._pad([self._train_rows[row] for row in batch], model.device)).logits
        return torch.nn.functional.cross_entropy(logits.float(), wanted)

    def score(self, model: Any) -> float:
        """Accuracy on the held-out pairs, in per cent."""
        right = 0
        for rows in self._held_out_batches():
            given = self._predict(model, [self._held_out_rows[row] for row in rows])
            right += sum(self.order[label] == self.held_out[row].label for label, row in zip(given, rows, strict=True))
        return 100 * right / len(self.held_out)

    def _held_out_batches(self) -> Iterator[list[int]]:
        rows = sorted(range(len(self._held_out_rows)), key=lambda row: len(self._held_out_rows[row]["input_ids"]))
        return (rows[at : at + 64] for at in range(0, len(rows), 64))

    def _predict(self, model: Any, rows: Sequence[Mapping[str, list[int]]]) -> list[int]:
        import torch

        with torch.inference_mode():
            labels: list[int] = likeliest(model(**self._pad(rows, model.device)).logits)
        return labels

    def _pad(self, rows: Sequence[Mapping[str, list[int]]], device: Any) -> Any:
        return self.tokenizer.pad(list(rows), return_tensors="pt").to(device)

    @cached_property
    def _train_rows(self) -> list[dict[str, list[int]]]:
        return self._encode(self.train, most=self.length)

    @cached_property
    def _held_out_rows(self) -> list[dict[str, list[int]]]:
        return self._encode(self.held_out, most=self.length)

    @property
    def cut(self) -> int:
        """Training pairs that are longer than allowed: of those that fill the length, the ones that would fill more."""
        full = [
            pair for pair, row in zip(self.train, self._train_rows, strict=True) if len(row["input_ids"]) >= self.length
        ]
        return sum(len(row["input_ids"]) > self.length for row in self._encode(full, most=None))

    def _encode(self, pairs: Sequence[Pair], *, most: int | None) -> list[dict[str, list[int]]]:
        if not pairs:
            return []
        first, second = [pair.premise for pair in pairs], [pair.hypothesis for pair in pairs]
        with explain_encoding(self.tokenizer):
            table = self.tokenizer(
                first, second, truncation=most is not None, max_length=most, return_attention_mask=False, verbose=False
            )
        return [{name: table[name][row] for name in table} for row in range(len(pairs))]


def _outputs(model_source: source.ModelSource) -> tuple[str, ...]:
    """A classifier that has the three labels keeps their order."""
    if tasks.task(model_source.config) != "a classifier" or nli_labels.reason_unsupported(model_source.config):
        return LABELS
    try:
        return nli_labels.label_order(model_source.label, model_source.config, ())
    except ModelError:
        return LABELS


def _key(content: str, train: Sequence[Pair], held_out: Sequence[Pair], length: int) -> str:
    digest = hashlib.sha256(f"{content} {length}".encode())
    for pairs in (train, held_out):
        for pair in pairs:
            digest.update("\x1f".join(pair).encode("utf-8", "surrogatepass") + b"\x1e")
        digest.update(b"\x1d")
    return digest.hexdigest()


def _existing_result(out: Path, key: str, recipe: Recipe) -> TrainedClassifier | None:
    """What is in `out`, if the same training made it; an error if something else is there."""
    if (record := model_folder.record_of(out)) is None:
        return None
    known = as_type(record, _Record, f"the record in '{out}'")
    same = asdict(recipe) | {"save_seconds": known.recipe.get("save_seconds")}
    model_folder.refuse_other(out, is_same=(known.key, known.recipe) == (key, same))
    return TrainedClassifier(out, known.accuracies, known.losses, known.best, known.cut)


@dataclass(frozen=True, slots=True)
class _Record:
    """What must be read back of the record of a finished training."""

    key: str
    recipe: dict[str, Any]
    accuracies: tuple[float, ...]
    losses: tuple[float, ...]
    best: int
    cut: int


def _record(trained: TrainedClassifier, key: str, recipe: Recipe, base: str) -> dict[str, Any]:
    return {
        "base": base,
        "key": key,
        "recipe": asdict(recipe),
        "accuracies": list(trained.accuracies),
        "losses": list(trained.losses),
        "best": trained.best,
        "cut": trained.cut,
    }
