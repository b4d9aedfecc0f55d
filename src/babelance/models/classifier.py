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

from babelance.backends.engines import engine
from babelance.backends.transformers import loading, source, tasks
from babelance.backends.transformers.classification import SequenceClassifier, load_network
from babelance.backends.transformers.source import config_or_reason
from babelance.backends.transformers.tiny import write_classifier
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Ability, Answer, Classify, Query
from babelance.core.readable import readable_only
from babelance.core.reason import Reason

_ANSWERS = frozenset({Ability.CLASSIFY})


class Classifier(SequenceClassifier):
    """A text classifier. Opening it reads no weights; the first query does."""

    answers = _ANSWERS

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
        return self._choices([[("text", _text(self.id, query))] for query in queries], self._labels)

    def _logprobs(self, logits: Any) -> Any:
        if not self._independent:
            return super()._logprobs(logits)
        from torch.nn.functional import logsigmoid

        return logsigmoid(logits).cpu().numpy()

    @cached_property
    def _model(self) -> Any:
        return load_network(self._model_source, engine.torch_options(self._options))


def _text(name: str, query: Query) -> str:
    if not isinstance(query, Classify):
        raise ModelError(f"{name} is a text classifier and does not answer {type(query).__name__}.")
    return query.text


def reason_unsupported(spec: str) -> str | None:
    """Why this is not a text classifier; None if it seems to be one."""
    config = config_or_reason(spec)
    if isinstance(config, Reason):
        return config
    task = tasks.task(config)
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
