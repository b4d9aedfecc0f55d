"""Masked language models: any `AutoModelForMaskedLM` from the hub or from a directory.

Queries are taken in windows. Within a window all masks of all queries are laid flat, equal ones are read once, rows of
equal length are read together, and only the hidden positions are projected to the vocabulary. Answers leave in the
order of the queries as soon as their last row is done, so that a caller can keep them at once.

An answer does not depend on what else is asked: rows are never padded, and passes without a mask always use eager
attention, whether or not a measure wants the attention.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from babelance.backends.engines import engine
from babelance.backends.masked.fill_queries import plan_fill
from babelance.backends.masked.queries import PendingAnswer, QueryContext, Readings, ScoringBatch, plan_tokens
from babelance.backends.masked.sentence_queries import plan_sentences
from babelance.backends.transformers import loading, source, tasks
from babelance.backends.transformers.model import LanguageModel
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Ability, Answer, Fill, Query, TokenLogprobs, Unanswered
from babelance.core.readable import readable_only
from babelance.core.reason import Reason

if TYPE_CHECKING:
    from babelance.backends.masked.runner import BatchRunner

_PAGE = 512
"""Queries tokenised at once."""
_MAX_TOKENS = 1 << 18
"""Tokens laid flat at once: a few megabytes, however many queries there are."""
_FEWEST_ITEMS, _MOST_ITEMS = 8, 256
_COMMIT_WEIGHTS = 1_500_000_000
"""A pair costs about a thousand passes over each weight of the encoder: 17 pairs at a time for a BERT-base."""
_Pending = PendingAnswer | Unanswered
_ANSWERS = frozenset(ability for ability in Ability if ability.startswith(("TokenLogprobs", "Fill")))


class Masked(LanguageModel):
    """A masked language model. Opening it reads no weights; the first query that needs them does."""

    answers = _ANSWERS

    @property
    def items_per_commit(self) -> int:
        """Items whose answers are stored together: what a killed run may lose, against rows of equal length to batch.

        A processor needs a minute for a few pairs; an accelerator wants many.
        """
        if loading.expects_accelerator(self._options):
            return _MOST_ITEMS
        config = self._model_source.config
        weights = 12 * int(config.get("num_hidden_layers") or 12) * int(config.get("hidden_size") or 768) ** 2
        return max(_FEWEST_ITEMS, min(_MOST_ITEMS, _COMMIT_WEIGHTS // weights))

    def health(self, texts: Sequence[str]) -> Health:
        return self._examine(texts, masked=True)

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        progress = _Progress(self._options, len(queries))
        batch, pending = ScoringBatch(), deque[_Pending]()
        for start in range(0, len(queries), _PAGE):
            page = queries[start : start + _PAGE]
            self._texts.prepare(text for query in page for text in _texts_of(query))
            for query in page:
                pending.append(self._plan(query, batch))
                if batch.tokens >= _MAX_TOKENS:
                    yield from self._answers(batch, pending, progress)
                    batch = ScoringBatch()
        yield from self._answers(batch, pending, progress)

    def _plan(self, query: Query, batch: ScoringBatch) -> _Pending:
        if isinstance(query, TokenLogprobs):
            return plan_tokens(query, self._context, batch)
        if isinstance(query, Fill) and query.scoring == "sentence":
            return plan_sentences(query, self._context, batch)
        if isinstance(query, Fill):
            return plan_fill(query, self._context, batch)
        raise ModelError(f"{self.id} is a masked language model and does not answer {type(query).__name__}.")

    def _answers(self, batch: ScoringBatch, pending: deque[_Pending], progress: _Progress) -> Iterator[Answer]:
        """Read the batch; answer from the front of the queue whenever rows are done."""
        progress.take(len(batch.rows), len(pending))
        readings = Readings(batch)
        for rows in self._runner.read(batch, readings) if batch.rows else ():
            progress.add(rows)
            yield from _ready(pending, readings)
        yield from _ready(pending, readings)

    @cached_property
    def _context(self) -> QueryContext:
        tokenizer = self._texts.tokenizer
        if tokenizer.mask_token_id is None:
            raise ModelError(
                f"The tokenizer of {self._model_source.label} has no mask token. Use a masked language model."
            )
        return QueryContext(self._texts, tokenizer.mask_token_id, self._limit)

    @cached_property
    def _runner(self) -> BatchRunner:
        if self._plain and self._leaning:
            return self._plain._runner.with_leaning(self._leaning)
        from transformers import AutoModelForMaskedLM

        from babelance.backends.engines.graph_models import encoder_and_head
        from babelance.backends.masked.runner import BatchRunner

        model = loading.load_weights(AutoModelForMaskedLM, self._model_source, engine.torch_options(self._options))
        return BatchRunner(
            encoder_and_head(model, self._model_source, self._options), batch_tokens=self._options.batch_tokens
        )


class _Progress:
    """Counts rows. The total is exact for what is laid flat, and estimated for queries still to come."""

    def __init__(self, options: Options, queries: int) -> None:
        self._report = options.progress
        self._queries = queries
        self._noted = self._rows = self._done = 0

    def take(self, rows: int, queries: int) -> None:
        self._rows += rows
        self._noted += queries

    def add(self, rows: int) -> None:
        self._done += rows
        if self._report:
            self._report(self._done, round(self._rows * self._queries / max(1, self._noted)))


def _ready(pending: deque[_Pending], readings: Readings) -> Iterator[Answer]:
    while pending:
        first = pending[0]
        if isinstance(first, PendingAnswer) and not all(readings.done[row] for row in first.rows):
            return
        pending.popleft()
        yield first if isinstance(first, Unanswered) else first.answer(readings)


def _texts_of(query: Query) -> Iterator[str]:
    if isinstance(query, TokenLogprobs):
        yield query.text
        if query.contrast is not None:
            yield query.contrast


def reason_unsupported(spec: str) -> str | None:
    """Why this is not a masked language model; None if it seems to be one."""
    config = source.config_or_reason(spec)
    if isinstance(config, Reason):
        return config
    task = tasks.task(config)
    if task == "a masked language model":
        return None
    # Only a configuration that does not say what it is needs Transformers, which takes seconds to import.
    if task is None:
        return None if tasks.has_head("masked", config) else f"{spec} has no masked language model head"
    return f"{spec} is {task}, not a masked language model"


def _open(spec: str, options: Options) -> Masked:
    engine.check(options, engine.ENCODERS)
    return Masked(source.find(spec), options)


kind = Kind(
    name="masked",
    title="Masked language models (BERT, RoBERTa, XLM-R, …)",
    answers=_ANSWERS,
    prefixes=("hf", "dir"),
    reason_unsupported=reason_unsupported,
    open=_open,
    example=lambda folder: "babelance/tiny-multilingual",
)
