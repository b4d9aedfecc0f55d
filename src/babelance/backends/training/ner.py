"""Fine-tunes an encoder to find named entities, frozen or not: what a mitigated model is still good for.

The first sub-word of a word carries its label. With a frozen encoder only the last layer learns; if the encoder belongs
to an aligned model, that layer reads the rotated states (and the rotation is folded into it afterwards).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from babelance.backends.training import model_folder
from babelance.backends.training import rotation as _rotation
from babelance.backends.training.likeliest import likeliest
from babelance.backends.training.loop import Tell, fit, remove_state
from babelance.backends.training.model_folder import UNFINISHED
from babelance.backends.training.ner_sentences import Sentence, is_label, labels_of
from babelance.backends.training.ner_words import Words
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.start import load_classifier
from babelance.backends.transformers import hashes, loading, source, tasks
from babelance.backends.transformers.tokenizer_checks import check_rows
from babelance.core.errors import MissingExtra, ModelError
from babelance.core.model import Options
from babelance.core.untrusted import as_type

if TYPE_CHECKING:
    import torch

Counts = tuple[int, int, int]
"""Counts of one sentence: entities found rightly, entities found, entities there."""


@dataclass(frozen=True)
class TrainedTagger:
    folder: Path
    scores: tuple[float, ...]
    """Micro F1 on held-out sentences after each epoch, in per cent."""
    best: int


def train_ner(
    base: str,
    train: Sequence[Sentence],
    held_out: Sequence[Sentence],
    out: Path,
    *,
    recipe: Recipe,
    freeze: bool = False,
    length: int = 128,
    options: Options | None = None,
    tell: Tell = lambda progress: None,
) -> TrainedTagger:
    """The base with a new last layer, written to `out`. A training that was stopped goes on."""
    from transformers import AutoModelForTokenClassification

    options, model_source = options or Options(), source.find(base)
    key = _key(model_source, train, held_out, freeze, length, recipe)
    if done := _existing_result(out, key):
        return done
    labels = labels_of([*train, *held_out])
    model, tokenizer = load_classifier(AutoModelForTokenClassification, model_source, options, labels, recipe.seed)
    layer = _prepare(model, model_source, freeze=freeze)
    task = _Task(Words(tokenizer, length), labels, train, held_out, recipe)
    with model_folder.only_training(out):
        state = fit(model, task, recipe, out / UNFINISHED, key=key, tell=tell)
        if layer is not None:
            _rotation.fold(layer)
        trained = TrainedTagger(out, tuple(state.scores), state.best)
        how = {"base": model_source.id, "frozen": freeze, "rotated": layer is not None, "recipe": asdict(recipe)}
        outcome = {"scores": list(trained.scores), "best": trained.best, "key": key}
        model_folder.save_with_record(out, how | outcome, model, tokenizer)
        remove_state(out / UNFINISHED)
    return trained


def predict(model: Any, words: Words, sentences: Sequence[Sentence], labels: Sequence[str]) -> list[list[str]]:
    """The labels that a model gives; `O` for words that were cut off."""
    import torch

    rows = [words.encode([token for token, _ in sentence]) for sentence in sentences]
    order = sorted(range(len(rows)), key=lambda row: len(rows[row][0]))
    labels_by_row: dict[int, list[str]] = {}
    model.eval()
    for start in range(0, len(order), 64):
        some = order[start : start + 64]
        ids, there = _pad([rows[row][0] for row in some], words.tokenizer.pad_token_id, model.device)
        with torch.inference_mode():
            best = likeliest(model(input_ids=ids, attention_mask=there).logits)
        for number, row in enumerate(some):
            given = [labels[best[number][at]] for at in rows[row][1]]
            labels_by_row[row] = given + ["O"] * (len(sentences[row]) - len(given))
    return [labels_by_row[row] for row in range(len(rows))]


def counts(sentences: Sequence[Sentence], given: Sequence[Sequence[str]]) -> list[Counts]:
    """The counts of every sentence, as seqeval counts entities."""
    try:
        from seqeval.metrics.sequence_labeling import get_entities
    except ImportError as error:
        raise MissingExtra("seqeval", "ner") from error
    counted = []
    for sentence, labels in zip(sentences, given, strict=True):
        there = set(get_entities([label for _, label in sentence]))
        seen = set(get_entities(list(labels)))
        counted.append((len(there & seen), len(seen), len(there)))
    return counted


def micro_f1(counted: Sequence[Counts]) -> float:
    """F1 over all sentences together, in per cent; 0 if there is no entity at all."""
    right, seen, there = (sum(column) for column in zip(*counted, strict=True)) if counted else (0, 0, 0)
    return 100 * 2 * right / max(seen + there, 1)


def load(model: str, options: Options, length: int = 128) -> tuple[Any, Words, list[str]]:
    """A trained token classifier, its words and the meaning of its outputs."""
    from transformers import AutoModelForTokenClassification

    model_source = source.find(model)
    if tasks.task(model_source.config) != "a token classifier":
        raise ModelError(
            f"{model_source.label} is {tasks.task(model_source.config)}. Train it first: babelance train ner."
        )
    network = loading.load_weights(AutoModelForTokenClassification, model_source, options)
    labels = _entity_labels(network.config.id2label, model_source.label)
    tokenizer = loading.load_padding_tokenizer(model_source, options)
    check_rows(tokenizer, network.config.vocab_size, model_source.label)
    return network, Words(tokenizer, length), labels


def _entity_labels(names: Mapping[int, str], label: str) -> list[str]:
    """In the order of the outputs. Other labels (parts of speech, LABEL_0) would be counted as no entities: F1 of 0."""
    if other := [name for name in names.values() if not is_label(name)]:
        raise ModelError(
            f"{label} gives labels that are none of named entities, such as {other[0][:40]!r}. Expected O, B-PER, "
            "I-LOC …: correct id2label in its config.json, or use a tagger that babelance train ner made."
        )
    if sorted(names) != list(range(len(names))):
        raise ModelError(f"{label}: id2label of its config.json does not count its labels 0, 1, 2 …: correct the file.")
    return [names[number] for number in range(len(names))]


@dataclass
class _Task:
    words: Words
    labels: Sequence[str]
    train: Sequence[Sentence]
    held_out: Sequence[Sentence]
    recipe: Recipe

    def epoch(self, number: int) -> list[list[int]]:
        order = np.random.default_rng([self.recipe.seed, number]).permutation(len(self._rows)).tolist()
        return [order[at : at + self.recipe.batch] for at in range(0, len(order), self.recipe.batch)]

    def loss(self, model: Any, batch: Sequence[int]) -> torch.Tensor:
        import torch

        rows = [self._rows[row] for row in batch]
        ids, there = _pad([ids for ids, _ in rows], self.words.tokenizer.pad_token_id, model.device)
        logits = model(input_ids=ids, attention_mask=there).logits
        wanted = torch.full(ids.shape, -100)
        for number, (row, (_, places)) in enumerate(zip(batch, rows, strict=True)):
            given = [self.labels.index(label) for _, label in self.train[row]][: len(places)]
            wanted[number, places] = torch.tensor(given, dtype=torch.long)
        return torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), wanted.flatten().to(logits.device))

    def score(self, model: Any) -> float:
        return micro_f1(counts(self.held_out, predict(model, self.words, self.held_out, self.labels)))

    @cached_property
    def _rows(self) -> list[tuple[list[int], list[int]]]:
        return [self.words.encode([token for token, _ in sentence]) for sentence in self.train]


def _pad(rows: Sequence[Sequence[int]], padding: int, device: Any) -> tuple[torch.Tensor, torch.Tensor]:
    import torch

    size = max(map(len, rows))
    ids = torch.tensor([[*row, *[padding] * (size - len(row))] for row in rows], device=device)
    there = torch.tensor([[1] * len(row) + [0] * (size - len(row)) for row in rows], device=device)
    return ids, there


def _prepare(model: Any, model_source: source.ModelSource, *, freeze: bool) -> Any:
    """Freeze the encoder; gives back the last layer if it reads rotated states."""
    import torch

    if not freeze:
        return None
    _rotation.freeze_encoder(model)
    rotation = _rotation.read(model_source.path) if isinstance(model_source, source.Directory) else None
    layer = getattr(model, "classifier", None)
    if rotation is None or not isinstance(layer, torch.nn.Linear):
        return None
    _rotation.keep_rotated(layer, rotation)
    return layer


def _key(
    model_source: source.ModelSource,
    train: Sequence[Sentence],
    held_out: Sequence[Sentence],
    freeze: bool,
    length: int,
    recipe: Recipe,
) -> str:
    digest = hashlib.sha256(json.dumps([train, held_out]).encode())
    chosen = {name: value for name, value in asdict(recipe).items() if name != "save_seconds"}
    return hashes.combine(model_source.content, digest.hexdigest(), json.dumps([freeze, length, chosen]))


@dataclass(frozen=True, slots=True)
class _Record:
    """What must be read back of the record of a finished training."""

    key: str
    scores: tuple[float, ...]
    best: int


def _existing_result(out: Path, key: str) -> TrainedTagger | None:
    if (record := model_folder.record_of(out)) is None:
        return None
    known = as_type(record, _Record, f"the record in '{out}'")
    model_folder.refuse_other(out, is_same=known.key == key)
    return TrainedTagger(out, known.scores, known.best)
