"""NLI classifiers: any `AutoModelForSequenceClassification` with the three labels, from the hub or from a directory.

A pair is read as the model's own tokenizer joins premise and hypothesis; equal lengths go together, so nothing is
padded and an answer does not depend on its neighbours. Nothing is cut off either: a pair that is longer than the model
can read is unanswered, and so counted, because the end of a hypothesis may hold the word that matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading, nli_labels, source
from babelance.backends.transformers.model import TransformersModel
from babelance.backends.transformers.texts import batches, default_tokens, run_halving_on_low_memory
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, KindOption, Options
from babelance.core.query import LABELS, Ability, Answer, Choices, Entails, Query, Unanswered
from babelance.core.readable import readable_only

_ANSWERS = frozenset({Ability.ENTAILS})
Row = Mapping[str, list[int]]
"""One tokenised pair: `input_ids`, and `token_type_ids` where the tokenizer makes them."""


class Nli(TransformersModel):
    """An NLI classifier. Opening it checks its labels and reads no weights; the first query does."""

    answers = _ANSWERS
    items_per_commit = 256

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
        pairs = [_pair(self.id, query) for query in queries]
        rows = self._encode(pairs)
        usable = [index for index, row in enumerate(rows) if _reason(pairs[index], row, self._limit) is None]
        known = dict(zip(usable, self._read([rows[index] for index in usable]), strict=True))
        for index, row in enumerate(rows):
            reason = _reason(pairs[index], row, self._limit)
            yield Choices(LABELS, known[index]) if reason is None else Unanswered(reason)

    def _encode(self, pairs: Sequence[tuple[str, str]]) -> list[Row]:
        if not pairs:
            return []
        table = self._texts.tokenizer(
            [premise for premise, _ in pairs],
            [hypothesis for _, hypothesis in pairs],
            truncation=False,
            padding=False,
            return_attention_mask=False,
            verbose=False,
        )
        return [{name: table[name][index] for name in table} for index in range(len(pairs))]

    def _read(self, rows: Sequence[Row]) -> list[NDArray[np.float64]]:
        """The log-probabilities of the labels for each row, in the order of `LABELS`."""
        logprobs: dict[int, NDArray[np.float64]] = {}
        tokens = self._options.batch_tokens or (default_tokens(self._model.device.type) if rows else 1)
        for batch in batches([len(row["input_ids"]) for row in rows], range(len(rows)), tokens=tokens):
            run_halving_on_low_memory(
                batch, lambda part: logprobs.update(zip(part, self._read_batch(rows, part), strict=True)), name="pair"
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
        logprobs: NDArray[np.float64] = torch.log_softmax(logits, dim=-1).cpu().numpy()
        return logprobs[:, [self._order.index(label) for label in LABELS]]

    @cached_property
    def _model(self) -> Any:
        from transformers import AutoModelForSequenceClassification

        model = loading.load_weights(
            AutoModelForSequenceClassification, self._model_source, engine.torch_options(self._options)
        )
        if model.config.pad_token_id is None:
            # Decoders look for the last token that is not padding and refuse batches without such a token. Nothing is
            # padded here, so a number that no token has says just that.
            model.config.pad_token_id = -1
        if engine.is_torch(self._options):
            from babelance.backends.transformers.network import pack

            return pack(model)
        from babelance.backends.engines.graph_models import Classifier

        return Classifier(model, self._model_source, self._options)


def _labels(options: Options) -> tuple[str, ...]:
    """The order of the labels, if it was given by hand."""
    return tuple(word.strip() for word in options.extra.get("labels", "").split(",") if word.strip())


def _pair(name: str, query: Query) -> tuple[str, str]:
    if not isinstance(query, Entails):
        raise ModelError(f"{name} is an NLI classifier and does not answer {type(query).__name__}.")
    return query.premise, query.hypothesis


def _reason(pair: tuple[str, str], row: Row, limit: int | None) -> str | None:
    """Why the model cannot read this pair."""
    for name, text in zip(("premise", "hypothesis"), pair, strict=True):
        if not text.strip():
            return f"empty {name}"
    if limit is not None and len(row["input_ids"]) > limit:
        return f"longer than the model's limit of {limit} tokens"
    return None


def reason_unsupported(spec: str) -> str | None:
    """Why this is not an NLI classifier; None if it seems to be one."""
    try:
        config = source.find(spec).config
    except ModelError as error:
        return str(error)
    task = loading.task(config)
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
