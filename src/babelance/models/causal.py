"""Causal language models: any `AutoModelForCausalLM` from the hub or from a directory.

A text is read from left to right after a start token (see `backends/causal/start`). Queries are taken in windows: all
texts of a window are one prefix tree, every shared beginning is read once, and only the positions that are asked for
are projected to the vocabulary. An answer does not depend on what else is asked.

Inference and translation are asked for in words (`backends/causal/prompts`): in a chat if the model has a template.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from babelance.backends.causal import inference_queries, sentence_queries, token_queries, translation_queries
from babelance.backends.causal.lines import Lines
from babelance.backends.causal.options import READING_OPTIONS
from babelance.backends.causal.prompts import Prompts, prompts_of
from babelance.backends.causal.start import Start, end_tokens, others, start_of
from babelance.backends.causal.token_queries import Context, Pending
from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading, source, tasks
from babelance.backends.transformers.generating import explain_settings
from babelance.backends.transformers.model import LanguageModel
from babelance.backends.transformers.tiny import write_causal
from babelance.core.answer_check import NOT_FINITE
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Ability, Answer, Entails, Fill, Query, TokenLogprobs, Tokens, Translate, Unanswered
from babelance.core.readable import readable_only
from babelance.core.reason import Reason

if TYPE_CHECKING:
    from babelance.backends.causal.runner import Runner

_ANSWERS = frozenset(
    {
        Ability.TOKENS_EACH,
        Ability.TOKENS_NONE,
        Ability.TOKENS_CHANGED,
        Ability.TOKENS_EMBEDDING,
        Ability.FILL_LEFT_TO_RIGHT,
        Ability.FILL_STEREOSET,
        Ability.FILL_SENTENCE,
        Ability.ENTAILS,
        Ability.TRANSLATE,
    }
)
_REVISION = "5"
"""Counts up when a causal model would answer otherwise, also because a prompt has changed."""
_MOST_NEW = 32
"""A translation may have four times as many tokens as its source, and so many more."""
_NO_CHAT = Unanswered("only instruct models, which have a chat template, translate")
_TREE = 1 << 17
"""Tokens that one prefix tree is made of."""
_FEWEST_ITEMS, _MOST_ITEMS = 8, 256
_WINDOW_WEIGHTS = 50_000_000_000
"""A pair costs about thirty passes over each weight: a processor needs a minute for a window."""


class Causal(LanguageModel):
    """A causal language model. Opening it reads no weights; the first query that needs them does."""

    answers = _ANSWERS

    @cached_property
    def fingerprint(self) -> str:
        """What comes before a text is part of every answer."""
        return hashes.combine(
            loading.fingerprint(self._model_source, self._options), self._wanted_start, self._wanted_prompt, _REVISION
        )

    @property
    def choices(self) -> Mapping[str, str]:
        chosen = {"reads": "left-to-right", "start": self._start.name}
        chosen |= {} if self._wanted_prompt == "auto" else {"prompt": self._wanted_prompt}
        return loading.choices(self._options, self._model_source) | chosen

    @property
    def items_per_commit(self) -> int:
        """Items whose answers are stored together: what a killed run may lose, against beginnings that are shared."""
        if loading.expects_accelerator(self._options):
            return _MOST_ITEMS
        return max(_FEWEST_ITEMS, min(_MOST_ITEMS, _WINDOW_WEIGHTS // tasks.weights_of(self._model_source.config)))

    def health(self, texts: Sequence[str]) -> Health:
        seen = self._examine(texts, masked=False)
        return Health(seen.unknown, seen.notes, {**seen.facts, "start": self._start.name, "prompt": self._prompts.way})

    def start_flips(self, pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
        """Start token → the share of the pairs of texts in which another one than now is the likelier with it."""
        if not pairs:
            return {}
        preferred = self._preferences(pairs, self._start)
        by_start = {start.name: self._preferences(pairs, start) for start in others(self._texts.tokenizer, self._start)}
        return {name: float(np.mean(preferred != there)) for name, there in by_start.items()}

    def _preferences(self, pairs: Sequence[tuple[str, str]], start: Start) -> NDArray[np.bool_]:
        context, lines = replace(self._context, start=start), Lines()
        queries = [TokenLogprobs(text) for pair in pairs for text in pair]
        waiting = [token_queries.plan(query, context, lines) for query in queries]
        answers = list(self._read(lines, waiting, 0, len(waiting)))
        sums = [float(answer.logprobs.sum()) if isinstance(answer, Tokens) else np.nan for answer in answers]
        return np.asarray(sums[::2]) > np.asarray(sums[1::2])

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        lines, waiting, done = Lines(), list[Pending | Unanswered](), 0
        translations = self._translations([query for query in queries if isinstance(query, Translate)])
        for query in queries:
            if isinstance(query, Translate):
                waiting.append(Pending(lambda _, translation=translations[query]: translation))  # type: ignore[misc]
                continue
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
        if isinstance(query, Entails):
            return inference_queries.plan(query, self._context, self._prompts, lines)
        raise ModelError(f"{self.id} is a causal language model and does not answer {type(query).__name__}.")

    def foreseen(self, query: Query) -> Unanswered | None:
        """Prompts and the tokenizer decide it."""
        if isinstance(query, Translate):
            said: object = translation_queries.prompt(query) if self._prompts.way == "chat" else _NO_CHAT
        else:
            said = self._plan(query, Lines())
        return said if isinstance(said, Unanswered) else None

    def _read(self, lines: Lines, waiting: Sequence[Pending | Unanswered], done: int, queries: int) -> Iterator[Answer]:
        """Read the lines; answer what waited for them."""
        progress = _Progress(self._options, lines, len(waiting), done, queries)
        if lines.ids:
            self._runner.read(lines, progress.add)
        for pending in waiting:
            yield pending if isinstance(pending, Unanswered) else pending.answer(lines)

    def _translations(self, queries: Sequence[Translate]) -> dict[Translate, Answer]:
        if not queries:
            return {}
        if self._prompts.way != "chat":
            return dict.fromkeys(queries, _NO_CHAT)
        asked = {query: translation_queries.prompt(query) for query in dict.fromkeys(queries)}
        usable = {query: self._prompts.encode(text) for query, text in asked.items() if isinstance(text, str)}
        most = [_MOST_NEW + 4 * len(self._texts.bare(query.text)) for query in usable]
        fits = [self._context.too_long(len(ids) + new) is None for ids, new in zip(usable.values(), most, strict=True)]
        readable = [query for query, fit in zip(usable, fits, strict=True) if fit]
        with explain_settings(self.id):
            generated = self._runner.generate(
                [usable[query] for query in readable],
                most=[new for new, fit in zip(most, fits, strict=True) if fit],
                ends=self._ends,
            )
        answers: dict[Translate, Answer] = {
            query: text for query, text in asked.items() if isinstance(text, Unanswered)
        }
        for query, after in zip(readable, generated, strict=True):
            text = str(self._texts.tokenizer.decode(after.ids, skip_special_tokens=True))
            said = translation_queries.answer(query, text, complete=after.complete)
            answers[query] = said if after.finite else Unanswered(NOT_FINITE)
        too_long = Unanswered(f"longer than the model's limit of {self._context.limit} tokens")
        return {query: answers.get(query, too_long) for query in queries}

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return end_tokens(self._texts.tokenizer, self._config, self._model_source.label)

    @property
    def _wanted_start(self) -> str:
        return self._options.extra.get("start", "auto")

    @cached_property
    def _start(self) -> Start:
        return start_of(self._texts.tokenizer, self._wanted_start, self._model_source.label)

    @property
    def _wanted_prompt(self) -> str:
        return self._options.extra.get("prompt", "auto")

    @cached_property
    def _prompts(self) -> Prompts:
        return prompts_of(self._texts, self._start, self._wanted_prompt, self._model_source.label)

    @cached_property
    def _context(self) -> Context:
        return Context(self._texts, self._start, self._limit)

    @cached_property
    def _runner(self) -> Runner:
        if self._plain and self._leaning:
            return self._plain._runner.with_leaning(self._leaning)
        from transformers import AutoModelForCausalLM

        from babelance.backends.causal.decoder import Decoder
        from babelance.backends.causal.llama_layer import replace_layers
        from babelance.backends.causal.runner import Runner
        from babelance.backends.transformers.replacing import pack

        model = loading.load_weights(AutoModelForCausalLM, self._model_source, self._options)
        return Runner(Decoder(pack(replace_layers(model))), batch_tokens=self._options.batch_tokens)


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
    config = source.config_or_reason(spec)
    if isinstance(config, Reason):
        return config
    task = tasks.task(config)
    if task == "a causal language model" or (task is None and tasks.has_head("causal", config)):
        return None
    if tasks.is_decoder_with_other_inputs(config):
        return None
    return f"{spec} is {task or 'of a type without a language model head'}, not a causal language model"


def _open(spec: str, options: Options) -> Causal:
    engine.require_torch(options, "causal language models", "Measure them in a run without --engine.")
    return Causal(source.find(spec), options)


kind = Kind(
    name="causal",
    title="Causal language models (GPT-2, Llama, …)",
    answers=_ANSWERS,
    prefixes=("hf", "dir", "gguf"),
    reason_unsupported=reason_unsupported,
    open=_open,
    example=write_causal,
    options=READING_OPTIONS,
)
