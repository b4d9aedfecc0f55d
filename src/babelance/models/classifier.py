"""Text classifiers: any `AutoModelForSequenceClassification` (toxicity, sentiment, hate, moderation, …).

Labels are those of the model's configuration. A model with one label for each text answers with log-probabilities that
belong together (softmax); one whose texts may have several (`problem_type` multi_label_classification), or that has a
single output, with one for each label on its own (sigmoid). Nothing is padded and nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.engines import engine
from babelance.backends.transformers import loading, source
from babelance.backends.transformers.model import TransformersModel
from babelance.backends.transformers.texts import batches, default_tokens, run_halving_on_low_memory
from babelance.backends.transformers.tiny import write_classifier
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Ability, Answer, Choices, Classify, Query, Unanswered
from babelance.core.readable import readable_only

_ANSWERS = frozenset({Ability.CLASSIFY})
Row = Mapping[str, list[int]]


class Classifier(TransformersModel):
    """A text classifier. Opening it reads no weights; the first query does."""

    answers = _ANSWERS
    items_per_commit = 256

    @property
    def choices(self) -> Mapping[str, str]:
        return loading.choices(self._options)

    def health(self, texts: Sequence[str]) -> Health:
        seen = self._examine(texts, masked=False)
        return Health(seen.unknown, seen.notes, {**seen.facts, "labels": ", ".join(self._labels)})

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        config = self._model_source.config
        names = config.get("id2label") or {number: f"LABEL_{number}" for number in range(config.get("num_labels", 2))}
        return tuple(str(names[number]) for number in sorted(names, key=int))

    @property
    def _independent(self) -> bool:
        several = self._model_source.config.get("problem_type") == "multi_label_classification"
        return several or len(self._labels) == 1

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        texts = [_text(self.id, query) for query in queries]
        rows = self._encode(texts)
        usable = [index for index, row in enumerate(rows) if _reason(texts[index], row, self._limit) is None]
        known = dict(zip(usable, self._read([rows[index] for index in usable]), strict=True))
        for index, row in enumerate(rows):
            reason = _reason(texts[index], row, self._limit)
            yield Choices(self._labels, known[index]) if reason is None else Unanswered(reason)

    def _encode(self, texts: Sequence[str]) -> list[Row]:
        if not texts:
            return []
        table = self._texts.tokenizer(
            list(texts), truncation=False, padding=False, return_attention_mask=False, verbose=False
        )
        return [{name: table[name][index] for name in table} for index in range(len(texts))]

    def _read(self, rows: Sequence[Row]) -> list[NDArray[np.float64]]:
        """The log-probabilities of the labels for each row."""
        logprobs: dict[int, NDArray[np.float64]] = {}
        tokens = self._options.batch_tokens or (default_tokens(self._model.device.type) if rows else 1)
        for batch in batches([len(row["input_ids"]) for row in rows], range(len(rows)), tokens=tokens):
            run_halving_on_low_memory(
                batch, lambda part: logprobs.update(zip(part, self._read_batch(rows, part), strict=True)), name="text"
            )
            if self._options.progress:
                self._options.progress(len(logprobs), len(rows))
        return [logprobs[index] for index in range(len(rows))]

    def _read_batch(self, rows: Sequence[Row], part: Sequence[int]) -> NDArray[np.float64]:
        import torch

        inputs = {
            name: torch.tensor([rows[index][name] for index in part], device=self._model.device)
            for name in rows[part[0]]
        }
        with torch.inference_mode():
            logits = self._model(**inputs).logits.double()
        logged = torch.nn.functional.logsigmoid(logits) if self._independent else torch.log_softmax(logits, dim=-1)
        return np.asarray(logged.cpu().numpy(), dtype=np.float64)

    @cached_property
    def _model(self) -> Any:
        from transformers import AutoModelForSequenceClassification

        model = loading.load_weights(
            AutoModelForSequenceClassification, self._model_source, engine.torch_options(self._options)
        )
        if model.config.pad_token_id is None:
            # As in NLI models: nothing is padded, so a number that no token has says just that.
            model.config.pad_token_id = -1
        return model


def _text(name: str, query: Query) -> str:
    if not isinstance(query, Classify):
        raise ModelError(f"{name} is a text classifier and does not answer {type(query).__name__}.")
    return query.text


def _reason(text: str, row: Row, limit: int | None) -> str | None:
    """Why the model cannot read this text."""
    if not text.strip():
        return "empty text"
    if limit is not None and len(row["input_ids"]) > limit:
        return f"longer than the model's limit of {limit} tokens"
    return None


def reason_unsupported(spec: str) -> str | None:
    """Why this is not a text classifier; None if it seems to be one."""
    try:
        config = source.find(spec).config
    except ModelError as error:
        return str(error)
    task = loading.task(config)
    return None if task == "a classifier" else f"{spec} is {task or 'of an unknown type'}, not a text classifier"


def _open(spec: str, options: Options) -> Classifier:
    engine.check(options, "text classifiers")
    reason = reason_unsupported(spec)
    if reason:
        raise ModelError(f"{reason}.")
    return Classifier(source.find(spec), options)


def _example(folder: Path) -> str:
    return write_classifier(folder, ["The woman is a teacher. The man is a teacher."])


kind = Kind(
    name="classifier",
    title="Text classifiers (toxicity, sentiment, …)",
    answers=_ANSWERS,
    prefixes=("hf", "dir"),
    reason_unsupported=reason_unsupported,
    open=_open,
    example=_example,
)
