"""Causal language models: any `AutoModelForCausalLM` from the hub or from a directory.

A text is read from left to right after a start token (see `backends/causal/start`). Queries are taken in windows: all
texts of a window are one prefix tree, every shared beginning is read once, and only the positions that are asked for
are projected to the vocabulary. An answer does not depend on what else is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from babelance.backends.causal import sentence_queries, token_queries
from babelance.backends.causal.lines import Lines
from babelance.backends.causal.start import Start, start_of
from babelance.backends.causal.token_queries import Context, Pending
from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading, source
from babelance.backends.transformers import health as _health
from babelance.backends.transformers.tokenizing import Texts, limit_of
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Answer, Fill, Query, QueryKind, TokenLogprobs, Unanswered

if TYPE_CHECKING:
    from babelance.backends.causal.runner import Runner

_ANSWERS: frozenset[QueryKind] = frozenset({TokenLogprobs, Fill})
_TREE = 1 << 17
"""Tokens that one prefix tree is made of."""
_FEWEST_ITEMS, _MOST_ITEMS = 8, 256
_WINDOW_WEIGHTS = 50_000_000_000
"""A pair costs about thirty passes over each weight: a processor needs a minute for a window."""


class Causal:
    """A causal language model. Opening it reads no weights; the first query that needs them does."""

    answers = _ANSWERS

    def __init__(self, model_source: source.ModelSource, options: Options) -> None:
        self._model_source = model_source
        self._options = options

    @property
    def id(self) -> str:
        return self._model_source.id

    @cached_property
    def fingerprint(self) -> str:
        """What comes before a text is part of every answer."""
        return hashes.combine(loading.fingerprint(self._model_source, self._options), self._wanted_start, "tree-1")

    @property
    def choices(self) -> Mapping[str, str]:
        return loading.choices(self._options, self._model_source) | {
            "reads": "left-to-right",
            "start": self._start.name,
        }

    @property
    def items_per_commit(self) -> int:
        """Items whose answers are stored together: what a killed run may lose, against beginnings that are shared."""
        if loading.expects_accelerator(self._options):
            return _MOST_ITEMS
        return max(_FEWEST_ITEMS, min(_MOST_ITEMS, _WINDOW_WEIGHTS // loading.weights_of(self._model_source.config)))

    def health(self, texts: Sequence[str]) -> Health:
        seen = _health.examine(
            self._model_source.label,
            self._config,
            self._texts,
            texts,
            allow_unknown=self._options.allow_unknown,
            masked=False,
        )
        return Health(seen.unknown, seen.notes, {**seen.facts, "start": self._start.name})

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        lines, waiting, done = Lines(), list[Pending | Unanswered](), 0
        for query in queries:
            waiting.append(self._plan(query, lines))
            if lines.tokens >= _TREE:
                yield from self._read(lines, waiting, done, len(queries))
                done += len(waiting)
                lines, waiting = Lines(), []
        yield from self._read(lines, waiting, done, len(queries))

    def _plan(self, query: Query, lines: Lines) -> Pending | Unanswered:
        if isinstance(query, TokenLogprobs):
            return token_queries.plan(query, self._context, lines)
        if isinstance(query, Fill):
            return sentence_queries.plan(query, self._context, lines)
        raise ModelError(f"{self.id} is a causal language model and does not answer {type(query).__name__}.")

    def _read(self, lines: Lines, waiting: Sequence[Pending | Unanswered], done: int, queries: int) -> Iterator[Answer]:
        """Read the lines; answer what waited for them."""
        progress = _Progress(self._options, lines, len(waiting), done, queries)
        if lines.ids:
            self._runner.read(lines, progress.add)
        for one in waiting:
            yield one if isinstance(one, Unanswered) else one.answer(lines)

    @property
    def _wanted_start(self) -> str:
        return self._options.extra.get("start", "auto")

    @cached_property
    def _config(self) -> Any:
        return loading.load_config(self._model_source, self._options)

    @cached_property
    def _texts(self) -> Texts:
        return Texts(loading.load_tokenizer(self._model_source, self._options))

    @cached_property
    def _start(self) -> Start:
        return start_of(self._texts.tokenizer, self._wanted_start, self._model_source.label)

    @cached_property
    def _context(self) -> Context:
        return Context(self._texts, self._start, limit_of(self._config, self._texts.tokenizer))

    @cached_property
    def _runner(self) -> Runner:
        from transformers import AutoModelForCausalLM

        from babelance.backends.causal.decoder import Decoder
        from babelance.backends.causal.runner import Runner
        from babelance.backends.transformers.onednn import pack

        model = loading.load_weights(AutoModelForCausalLM, self._model_source, self._options)
        return Runner(Decoder(pack(model)), batch_tokens=self._options.batch_tokens)


class _Progress:
    """Counts lines as shares of queries: how many lines later queries have is not known yet."""

    def __init__(self, options: Options, lines: Lines, waiting: int, done: int, queries: int) -> None:
        self._report, self._lines, self._waiting = options.progress, max(1, len(lines.ids)), waiting
        self._done, self._queries, self._read = done, queries, 0

    def add(self, lines: int) -> None:
        self._read += lines
        if self._report:
            self._report(self._done + self._waiting * self._read // self._lines, self._queries)


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


kind = Kind(
    "causal", "Causal language models (GPT-2, Llama, …)", _ANSWERS, ("hf", "dir", "gguf"), reason_unsupported, _open
)
