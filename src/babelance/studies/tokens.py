"""Does a result hang on how a tokenizer cuts words? The same items, written and scored in ways that mean the same.

Written: in lower case, with a blank before, without the full stop at the end, with accents taken apart (NFD). Scored:
by every way that the measure has for words of several pieces (`pieces`: each piece, within the word from left to right,
the whole word), as far as the model can be asked so, and, by a causal model, after every start token that it could be
given (`start`). For each way: the value, the share of items whose answer flips, and the verdict.
A tie of the result to any of them is no finding about bias: where more than `MOST_FLIPPED` of the items flip by a way,
or the verdict changes, what was shown is not shown.

Beside it: how many more pieces one side of the pairs (or one group) is cut into than the other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import get_args, get_type_hints

import numpy as np

from babelance.core.card import DatasetView
from babelance.core.errors import InputError, ModelError
from babelance.core.estimate import Estimate, Result
from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.model import Options
from babelance.core.query import Ability, TokenLogprobs, Tokens
from babelance.core.scored import Scores
from babelance.core.verdict import Verdict
from babelance.run.configure import configure
from babelance.run.limit import choose_items
from babelance.run.pipeline import score
from babelance.run.plan import Job, Settings, make_plan
from babelance.run.results import results
from babelance.run.store import Store
from babelance.stats.verdicts import judge
from babelance.text.word_of_token import puts_blanks_between_words

MOST_FLIPPED = 0.2
START, STARTS = "start", ("bos", "eos", "none")
USUAL = "as it is"
Change = Callable[[str], str]
WRITTEN: Mapping[str, Change] = {
    "lower case": str.lower,
    "a blank before": lambda text: f" {text}",
    "no full stop": lambda text: text.rstrip(" .。।"),
    "accents apart (NFD)": lambda text: unicodedata.normalize("NFD", text),
}
READABLE = ("more", "less", "text", "sentence", "premise", "hypothesis")
"""Texts that are sentences; others are words, keys or templates with slots."""


@dataclass(frozen=True)
class Way:
    """`flipped`: share of the items whose answer is another than usual; None where nothing was compared."""

    name: str
    result: Result
    flipped: float | None


@dataclass(frozen=True)
class TokenStudy:
    ways: tuple[Way, ...]
    pieces: Mapping[str, float]
    """Side or group → mean number of pieces of its texts."""
    reason: str
    """Why what is shown as usual is not to be believed; empty if nothing speaks against it."""

    @property
    def unsteady(self) -> str:
        """By which ways too many answers flip; empty if by none."""
        return _flips(self.ways)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the usual way; where the answers flip with how words are cut, there is not enough evidence."""
        usual = self.ways[0].result.verdict
        if usual is None or not self.reason:
            return usual
        said = (
            f"What is shown as it is hangs on how words are written or cut, so it is not to be believed: {self.reason}."
        )
        return replace(usual, kind="not-enough-evidence", reason=self.reason, sentence=said)


@dataclass(frozen=True)
class Rewritten(DatasetView):
    """The same items with their sentences written otherwise."""

    change: Change

    def items(self, language: str) -> Iterator[Item]:
        for item in self.data.items(language):
            texts = {name: self.change(text) if name in READABLE else text for name, text in item.texts.items()}
            yield replace(item, texts=texts)


def study(
    model: str, data: str, measure: str, *, language: str, store: Store, settings: Settings, options: Options
) -> TokenStudy:
    """All ways, the usual one first."""

    def job_with(options: Options) -> Job:
        [job] = make_plan(
            models=[model],
            data=[data],
            measures=[measure],
            languages=[language],
            model_options=options,
            settings=settings,
        ).jobs
        return job

    job = job_with(options)
    usual, result = _measure(job, measure, settings, store)
    ways = [Way(USUAL, result, None)]
    others = chain(_others(job, measure), _starts(job, job_with, options))
    for name, other in others:
        scores, changed = _measure(other, measure, settings, store)
        ways.append(Way(name, changed, _share_flipped(usual, scores)))
    judged = judge([way.result for way in ways])
    done = tuple(replace(way, result=estimate) for way, estimate in zip(ways, judged, strict=True))
    return TokenStudy(done, _pieces(job, settings), _reason(done))


def _others(job: Job, name: str) -> Iterator[tuple[str, Job]]:
    """Sentences written otherwise, where the items have any; then words of several pieces read otherwise."""
    if set(READABLE) & job.dataset.fields:
        yield from ((title, replace(job, dataset=Rewritten(job.dataset, change))) for title, change in WRITTEN.items())
    measure = job.measures[name]
    for value in get_args(get_type_hints(type(measure)).get("pieces", ())):
        if isinstance(value, str) and value != getattr(measure, "pieces", None):
            other = configure([name], {"pieces": value})
            if other[name].asks <= job.model.answers and (_words_are_told(job) or not _asks_for_words(other[name])):
                yield f"pieces={value}", replace(job, measures=other)


def _asks_for_words(measure: Measure) -> bool:
    """Does it hide whole words of sentences? Where scripts have no blanks, nobody can tell which those are."""
    return bool({Ability.TOKENS_WITHIN_WORD, Ability.TOKENS_WHOLE_WORD} & measure.asks)


def _words_are_told(job: Job) -> bool:
    some = islice(job.dataset.items(job.language), 20)
    return all(puts_blanks_between_words(" ".join(item.texts.values())) for item in some)


def _starts(job: Job, job_with: Callable[[Options], Job], options: Options) -> Iterator[tuple[str, Job]]:
    """What a causal model reads a text after: each other start token that its tokenizer has, and none at all."""
    seen = {job.model.choices.get(START)}
    for wanted in STARTS if None not in seen else ():
        try:
            other = job_with(replace(options, extra={**options.extra, START: wanted}))
            chosen = other.model.choices[START]
        except InputError as error:
            if isinstance(error, ModelError):  # a server that is gone, say
                raise
            continue  # its tokenizer has no such token
        if chosen not in seen:
            seen.add(chosen)
            yield f"{START}={chosen}", other


def _measure(job: Job, name: str, settings: Settings, store: Store) -> tuple[Scores, Result]:
    scores, health = score(job, settings, store)
    return scores[name], next(results(job, name, job.measures[name], scores[name], settings, health, store=store))


def _share_flipped(usual: Scores, other: Scores) -> float | None:
    """Of the items that both could score: how many have their score on another side of a half, or of 0."""
    first, second = (
        {scored.item.id: _side(scored.columns.get("score")) for scored in some.scored} for some in (usual, other)
    )
    both = [name for name in first if name in second and first[name] is not None and second[name] is not None]
    return float(np.mean([first[name] != second[name] for name in both])) if both else None


def _side(value: object) -> bool | None:
    if not isinstance(value, int | float | np.floating):
        return None
    return bool(value > 0.5) if 0 <= float(value) <= 1 else bool(value > 0)


def _pieces(job: Job, settings: Settings) -> dict[str, float]:
    """Mean number of tokens of each side of the pairs, or of each group."""
    if Ability.TOKENS_NONE not in job.model.answers:
        return {}
    texts: dict[str, list[str]] = {}
    for item in choose_items(job.dataset, job.language, replace(settings, limit=min(settings.limit or 200, 200))):
        for name in set(READABLE) & set(item.texts):
            texts.setdefault(item.tags.get("group", name) if name == "text" else name, []).append(item.texts[name])
    counts = {side: _lengths(job, some) for side, some in sorted(texts.items())}
    return {side: float(np.mean(some)) for side, some in counts.items() if some}


def _lengths(job: Job, texts: Sequence[str]) -> list[int]:
    queries = [TokenLogprobs(text, mask="none") for text in texts]
    return [answer.length for answer in job.model.answer(queries) if isinstance(answer, Tokens)]


def _reason(ways: Sequence[Way]) -> str:
    usual = ways[0].result.verdict
    if usual is None or not usual.shown or not isinstance(ways[0].result, Estimate):
        return ""
    if flips := _flips(ways):
        return flips
    others = [way.name for way in ways[1:] if way.result.verdict and not way.result.verdict.shown]
    return f"it is not shown with: {', '.join(others)}" if others else ""


def _flips(ways: Sequence[Way]) -> str:
    flips = [f"{way.name} ({100 * (way.flipped or 0):.0f} %)" for way in ways if (way.flipped or 0) > MOST_FLIPPED]
    return f"more than {100 * MOST_FLIPPED:.0f} % of the items flip with: {', '.join(flips)}" if flips else ""
