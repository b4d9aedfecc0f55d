"""Masked language models: any `AutoModelForMaskedLM` from the hub or from a directory.

Queries are taken in windows. Within a window all masks of all queries are laid flat, equal ones are read once, rows of
equal length are read together, and only the hidden positions are projected to the vocabulary. Answers leave in the
order of the queries as soon as their last row is done, so that a caller can keep them at once.

An answer does not depend on what else is asked: rows are never padded, and passes without a mask always use eager
attention, whether or not a measure wants the attention.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from babelance.backends.engines import engine
from babelance.backends.masked import fill_queries, token_queries
from babelance.backends.masked.batch import ScoringBatch
from babelance.backends.masked.token_queries import PendingAnswer, QueryContext
from babelance.backends.transformers import health as _health
from babelance.backends.transformers import loading, source
from babelance.backends.transformers.tokenizing import Texts, limit_of
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Answer, Fill, Query, QueryKind, TokenLogprobs, Unanswered

if TYPE_CHECKING:
    from babelance.backends.masked.runner import BatchRunner

_PAGE = 512
"""Queries tokenised at once."""
_MAX_TOKENS = 1 << 18
"""Tokens laid flat at once: a few megabytes, however many queries there are."""
_FEWEST_ITEMS, _MOST_ITEMS = 8, 256
_COMMIT_WEIGHTS = 1_500_000_000
"""A pair costs about a thousand passes over each weight of the encoder: 17 pairs at a time for a BERT-base."""
_ANSWERS: frozenset[QueryKind] = frozenset({TokenLogprobs, Fill})


class Masked:
    """A masked language model. Opening it reads no weights; the first query that needs them does."""

    answers = _ANSWERS

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
        return _health.examine(
            self._model_source.label,
            self._config,
            self._texts,
            texts,
            allow_unknown=self._options.allow_unknown,
            masked=True,
        )

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        progress = _Progress(self._options, len(queries))
        sheet, queue = ScoringBatch(), deque[PendingAnswer | Unanswered]()
        for start in range(0, len(queries), _PAGE):
            page = queries[start : start + _PAGE]
            self._texts.prepare(text for query in page for text in _texts_of(query))
            for query in page:
                queue.append(self._note(query, sheet))
                if sheet.tokens >= _MAX_TOKENS:
                    yield from self._answers(sheet, queue, progress)
                    sheet = ScoringBatch()
        yield from self._answers(sheet, queue, progress)

    def _answers(
        self, sheet: ScoringBatch, queue: deque[PendingAnswer | Unanswered], progress: _Progress
    ) -> Iterator[Answer]:
        """Read the sheet; answer from the front of the queue whenever rows are done."""
        progress.take(len(sheet.rows), len(queue))
        for rows in self._reader.read(sheet) if sheet.rows else ():
            progress.add(rows)
            yield from _ready(queue, sheet)
        yield from _ready(queue, sheet)

    def _note(self, query: Query, sheet: ScoringBatch) -> PendingAnswer | Unanswered:
        if isinstance(query, TokenLogprobs):
            return token_queries.plan_rows(query, self._rules, sheet)
        if isinstance(query, Fill):
            return fill_queries.plan_rows(query, self._rules, sheet)
        raise ModelError(f"{self.id} is a masked language model and does not answer {type(query).__name__}.")

    @cached_property
    def _config(self) -> Any:
        return loading.load_config(self._model_source, self._options)

    @cached_property
    def _texts(self) -> Texts:
        return Texts(loading.load_tokenizer(self._model_source, self._options))

    @cached_property
    def _rules(self) -> QueryContext:
        tokenizer = self._texts.tokenizer
        if tokenizer.mask_token_id is None:
            raise ModelError(
                f"The tokenizer of {self._model_source.label} has no mask token. Use a masked language model."
            )
        return QueryContext(self._texts, tokenizer.mask_token_id, limit_of(self._config, tokenizer))

    @cached_property
    def _reader(self) -> BatchRunner:
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


def _ready(queue: deque[PendingAnswer | Unanswered], sheet: ScoringBatch) -> Iterator[Answer]:
    while queue:
        first = queue[0]
        if isinstance(first, PendingAnswer) and not all(sheet.done[row] for row in first.rows):
            return
        queue.popleft()
        yield first if isinstance(first, Unanswered) else first.answer(sheet)


def _texts_of(query: Query) -> Iterator[str]:
    if isinstance(query, TokenLogprobs):
        yield query.text
        if query.contrast is not None:
            yield query.contrast


def reason_unsupported(spec: str) -> str | None:
    """Why this is not a masked language model; None if it seems to be one."""
    try:
        config = source.find(spec).config
    except ModelError as error:
        return str(error)
    task = loading.task(config)
    if task == "a masked language model":
        return None
    # Only a configuration that does not say what it is needs Transformers, which takes seconds to import.
    if task is None:
        return None if loading.has_head("masked", config) else f"{spec} has no masked language model head"
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
)
