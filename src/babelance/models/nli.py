"""NLI classifiers: any `AutoModelForSequenceClassification` with the three labels, from the hub or from a directory.

A pair is read as the model's own tokenizer joins premise and hypothesis; equal lengths go together, so nothing is
padded and an answer does not depend on its neighbours. Nothing is cut off either: a pair that is longer than the model
can read is unanswered, and so counted, because the end of a hypothesis may hold the word that matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading, nli_labels, source, tasks
from babelance.backends.transformers.classification import SequenceClassifier, Texts, load_network
from babelance.backends.transformers.source import config_or_reason
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, KindOption, Options
from babelance.core.query import LABELS, Ability, Answer, Entails, Query
from babelance.core.readable import readable_only
from babelance.core.reason import Reason

_ANSWERS = frozenset({Ability.ENTAILS})


class Nli(SequenceClassifier):
    """An NLI classifier. Opening it checks its labels and reads no weights; the first query does."""

    answers = _ANSWERS

    def __init__(self, model_source: source.ModelSource, options: Options) -> None:
        super().__init__(model_source, options)
        self._order = nli_labels.label_order(model_source.label, model_source.config, _labels(options))

    @cached_property
    def fingerprint(self) -> str:
        """The meaning of the outputs is part of the answers."""
        return hashes.combine(loading.fingerprint(self._model_source, self._options), *self._order)

    @property
    def choices(self) -> Mapping[str, str]:
        by_hand = {"labels": ",".join(self._order)} if _labels(self._options) else {}
        return loading.choices(self._options) | by_hand

    def health(self, texts: Sequence[str]) -> Health:
        seen = self._examine(texts, masked=False)
        notes = seen.notes
        if nli_labels.contradicts(self._model_source.config, _labels(self._options)):
            names = ", ".join(nli_labels.names_of(self._model_source.config))
            notes = (*notes, f"labels are {', '.join(self._order)} by hand; the configuration says {names}")
        return Health(seen.unknown, notes, {**seen.facts, "labels": ", ".join(self._order)})

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return self._choices([_pair(self.id, query) for query in queries], LABELS)

    def _logprobs(self, logits: Any) -> Any:
        return super()._logprobs(logits)[:, [self._order.index(label) for label in LABELS]]

    @cached_property
    def _model(self) -> Any:
        model = load_network(self._model_source, engine.torch_options(self._options))
        if engine.is_torch(self._options):
            from babelance.backends.transformers.replacing import pack

            return pack(model)
        from babelance.backends.engines.graph_models import Classifier

        return Classifier(model, self._model_source, self._options)


def _labels(options: Options) -> tuple[str, ...]:
    """The order of the labels, if it was given by hand."""
    return tuple(word.strip() for word in options.extra.get("labels", "").split(",") if word.strip())


def _pair(name: str, query: Query) -> Texts:
    if not isinstance(query, Entails):
        raise ModelError(f"{name} is an NLI classifier and does not answer {type(query).__name__}.")
    return [("premise", query.premise), ("hypothesis", query.hypothesis)]


def reason_unsupported(spec: str) -> str | None:
    """Why this is not an NLI classifier; None if it seems to be one."""
    config = config_or_reason(spec)
    if isinstance(config, Reason):
        return config
    task = tasks.task(config)
    if task != "a classifier":
        return f"{spec} is {task or 'of an unknown type'}, not an NLI classifier"
    reason = nli_labels.reason_unsupported(config)
    return f"{spec} is no NLI classifier: {reason}" if reason else None


def _open(spec: str, options: Options) -> Nli:
    engine.check(options, engine.ENCODERS)
    reason = reason_unsupported(spec)
    if reason:
        raise ModelError(f"{reason}.")
    return Nli(source.find(spec), options)


kind = Kind(
    name="nli",
    title="NLI classifiers (entailment, neutral, contradiction)",
    answers=_ANSWERS,
    prefixes=("hf", "dir"),
    reason_unsupported=reason_unsupported,
    open=_open,
    example=lambda folder: "babelance/tiny-multilingual-nli",
    options=(
        KindOption("labels", "Label order of an NLI model with unnamed labels, e.g. entailment,neutral,contradiction."),
    ),
)
