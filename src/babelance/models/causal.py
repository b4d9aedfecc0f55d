"""Causal language models: any `AutoModelForCausalLM` from the hub or from a directory.

A text is read from left to right after the start token (the end token where there is no other). A `Fill` is answered by
the mean log-probability of the tokens of each whole sentence. scoring="stereoset" follows the released StereoSet code,
which scores the first token after the start token, but all others *without* it in the context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.engines import engine
from babelance.backends.transformers import health as _health
from babelance.backends.transformers import loading, source
from babelance.backends.transformers.batching import batches, default_tokens, run_halving_on_low_memory
from babelance.backends.transformers.tokenizing import Texts, limit_of
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import SLOT, Answer, Choices, Fill, Likelihood, Number, Query, QueryKind, Unanswered

_ANSWERS: frozenset[QueryKind] = frozenset({Likelihood, Fill})
_SCORINGS = ("left-to-right", "stereoset")
Line = tuple[int, ...]
"""The ids of one text, start token included."""


class Causal:
    """A causal language model. Opening it reads no weights; the first query that needs them does."""

    answers = _ANSWERS
    items_per_commit = 256

    def __init__(self, model_source: source.ModelSource, options: Options) -> None:
        self._model_source = model_source
        self._options = options

    @property
    def id(self) -> str:
        return self._model_source.id

    @cached_property
    def fingerprint(self) -> str:
        return loading.fingerprint(self._model_source, self._options)

    @property
    def choices(self) -> Mapping[str, str]:
        return loading.choices(self._options)

    def health(self, texts: Sequence[str]) -> Health:
        return _health.examine(
            self._model_source.label,
            self._config,
            self._texts,
            texts,
            allow_unknown=self._options.allow_unknown,
            masked=False,
        )

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        lines = {line for query in queries for text, start in _texts_of(query) if (line := self._line(text, start))}
        usable = [line for line in sorted(lines) if self._fits(line)]
        known = dict(zip(usable, self._read(usable), strict=True))
        for query in queries:
            yield self._answer(query, known)

    def _answer(self, query: Query, known: Mapping[Line, NDArray[np.float32]]) -> Answer:
        if isinstance(query, Likelihood):
            logprobs = self._logprobs(query.text, known, released=False)
            return (
                logprobs
                if isinstance(logprobs, Unanswered)
                else Number(float(logprobs.sum(dtype=float)), len(logprobs))
            )
        if isinstance(query, Fill):
            return self._choose(query, known)
        raise ModelError(f"{self.id} is a causal language model and does not answer {type(query).__name__}.")

    def _choose(self, query: Fill, known: Mapping[Line, NDArray[np.float32]]) -> Answer:
        if query.scoring not in _SCORINGS or query.hidden is not None:
            return Unanswered("a causal model cannot fill a slot by what follows it")
        scored = [self._logprobs(text, known, released=query.scoring == "stereoset") for text in _sentences(query)]
        pairs = list(zip(query.candidates, scored, strict=True))
        missing = tuple((name, logprobs.reason) for name, logprobs in pairs if isinstance(logprobs, Unanswered))
        scored_pairs = [(name, logprobs) for name, logprobs in pairs if not isinstance(logprobs, Unanswered)]
        if not scored_pairs:
            return Unanswered(missing[0][1] if missing else "no candidates")
        means = np.asarray([logprobs.mean(dtype=float) for _, logprobs in scored_pairs])
        return Choices(
            tuple(name for name, _ in scored_pairs),
            means,
            tuple(len(logprobs) for _, logprobs in scored_pairs),
            missing,
        )

    def _logprobs(
        self, text: str, known: Mapping[Line, NDArray[np.float32]], *, released: bool
    ) -> NDArray[np.float32] | Unanswered:
        """The log-probability of each token of the text."""
        if not text.strip():
            return Unanswered("empty text")
        line = self._line(text, start=True)
        if not self._fits(line):
            return Unanswered(f"longer than the model's limit of {self._limit} tokens")
        if not released:
            return known[line]
        first, others = known[line][:1], known.get(self._line(text, start=False), np.zeros(0, np.float32))
        return np.concatenate([first, others])

    def _line(self, text: str, start: bool) -> Line:
        ids = self._texts.bare(text)
        return (self._start, *ids) if start and ids else tuple(ids)

    def _fits(self, line: Line) -> bool:
        return len(line) > 1 and (self._limit is None or len(line) <= self._limit)

    def _read(self, lines: Sequence[Line]) -> list[NDArray[np.float32]]:
        """The log-probability of every token but the first, for each line; equal lengths together, no padding."""
        logprobs: dict[int, NDArray[np.float32]] = {}
        tokens = self._options.batch_tokens or default_tokens(self._model.device.type)
        done = 0
        for batch in batches([len(line) for line in lines], range(len(lines)), tokens=tokens):
            run_halving_on_low_memory(
                batch, lambda part: logprobs.update(zip(part, self._read_batch(lines, part), strict=True)), name="text"
            )
            done += len(batch)
            if self._options.progress:
                self._options.progress(done, len(lines))
        return [logprobs[index] for index in range(len(lines))]

    def _read_batch(self, lines: Sequence[Line], part: Sequence[int]) -> NDArray[np.float32]:
        import torch

        ids = torch.tensor([lines[index] for index in part], device=self._model.device)
        with torch.inference_mode():
            logits = self._model(input_ids=ids).logits[:, :-1].float()
        chosen = logits.gather(2, ids[:, 1:, None])[..., 0] - torch.logsumexp(logits, dim=-1)
        logprobs: NDArray[np.float32] = chosen.cpu().numpy()
        return logprobs

    @cached_property
    def _config(self) -> Any:
        return loading.load_config(self._model_source, self._options)

    @cached_property
    def _texts(self) -> Texts:
        return Texts(loading.load_tokenizer(self._model_source, self._options))

    @cached_property
    def _limit(self) -> int | None:
        return limit_of(self._config, self._texts.tokenizer)

    @cached_property
    def _start(self) -> int:
        tokenizer = self._texts.tokenizer
        start = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id
        if start is None:
            raise ModelError(f"The tokenizer of {self._model_source.label} has neither a start nor an end token.")
        return int(start)

    @cached_property
    def _model(self) -> Any:
        from transformers import AutoModelForCausalLM

        return loading.load_weights(AutoModelForCausalLM, self._model_source, self._options)


def _texts_of(query: Query) -> Iterator[tuple[str, bool]]:
    """(text, after the start token?) of everything that must be read for a query."""
    if isinstance(query, Likelihood):
        yield query.text, True
    elif isinstance(query, Fill):
        for text in _sentences(query):
            yield text, True
            if query.scoring == "stereoset":
                yield text, False


def _sentences(query: Fill) -> tuple[str, ...]:
    return query.sentences or tuple(query.text.replace(SLOT, candidate) for candidate in query.candidates)


def reason_unsupported(spec: str) -> str | None:
    """Why this is not a causal language model; None if it seems to be one."""
    try:
        config = source.find(spec).config
    except ModelError as error:
        return str(error)
    task = loading.task(config)
    if task == "a causal language model" or (task is None and loading.has_head("causal", config)):
        return None
    return f"{spec} is {task or 'of a type without a language model head'}, not a causal language model"


def _open(spec: str, options: Options) -> Causal:
    engine.require_torch(options, "causal language models", "Measure them in a run without --engine.")
    return Causal(source.find(spec), options)


kind = Kind("causal", "Causal language models (GPT-2, Llama, …)", _ANSWERS, ("hf", "dir"), reason_unsupported, _open)
