"""What models that answer at random score on the same items, beside the measure's own nulls.

The random null depends on the items and the measure, not on the model: it is remembered in the store, so that a sweep
over a thousand models works it out once, and a rerun not at all.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Measure, null_of, nulls_of, scale_of
from babelance.core.model import Model, Options
from babelance.core.null import Null
from babelance.core.query import Answer, Query
from babelance.core.reason import Reason
from babelance.core.registry import MODELS
from babelance.core.scored import Scores
from babelance.core.verdict import IDEAL
from babelance.run.plan import Job
from babelance.run.store import Store

MOST_ITEMS = 20_000
MANY_ITEMS = 5_000
ANSWERS = 2_000
FEWEST_GUESSERS, MOST_GUESSERS = 2, 20
NOISE = 0.02
"""Standard error of the null that is good enough, as a share of the scale."""


def nulls(job: Job, measure: Measure, scores: Scores, store: Store | None = None) -> list[Null]:
    """The random null and the measure's own; those that are not a finite number are left out."""
    values = nulls_of(measure, scores).items()
    own = [value if isinstance(value, Null) else Null(name, float(value)) for name, value in values]
    return [null for null in [random_null(job, measure, scores, store), *own] if np.isfinite(null.value)]


def random_null(job: Job, measure: Measure, scores: Scores, store: Store | None = None) -> Null:
    """The mean of models that answer at random, and its standard error."""
    if store is None:
        return Null("random", *_random(measure, scores))
    name = _name(job, measure, scores)
    known = store.fact(name)
    if known is None:
        known = list(_random(measure, scores))
        store.remember(name, known)
    return Null("random", float(known[0]), float(known[1]))


def null_for_verdict(job: Job, measure: Measure, scores: Scores, store: Store | None = None) -> Null | Reason:
    """What the score is compared with: the measure's own null; else the ideal where it lies within the scale, else
    random answers, because sampling alone keeps every score off the end of a scale. Or why there is none."""
    own = null_of(measure, scores)
    if own is not None:
        return own
    scale = scale_of(measure, scores)
    if scale.low < scale.ideal < scale.high:
        return Null(IDEAL, scale.ideal)
    return random_null(job, measure, scores, store)


def _name(job: Job, measure: Measure, scores: Scores) -> str:
    """Everything that the random null depends on."""
    ids = "\n".join(scored.item.id for scored in scores.scored)
    digest = hashlib.blake2b(ids.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    code = _code(type(measure).__module__)
    return f"guessed {measure!r} {code} {_guesser(0).fingerprint} {job.data} {job.language} {digest}"


@cache
def _code(module: str) -> str:
    """A hash of the files beside the measure: a null must not outlive a change of its formula."""
    file = getattr(sys.modules[module], "__file__", None)
    files = sorted(Path(file).parent.glob("*.py")) if file else []
    return hashlib.blake2b(b"\0".join(file.read_bytes() for file in files), digest_size=8).hexdigest()


def _random(measure: Measure, scores: Scores) -> tuple[float, float]:
    """(value, standard error)"""
    items = [scored.item for scored in scores.scored]
    items = items[:: max(1, len(items) // MOST_ITEMS)]
    numbers: list[float] = []
    while len(numbers) < MOST_GUESSERS and not _enough(numbers, len(items), scale_of(measure, scores).span):
        numbers.append(_guess_value(measure, items, len(numbers)))
    return float(np.mean(numbers)), float(np.std(numbers, ddof=1) / np.sqrt(len(numbers)))


def _enough(numbers: Sequence[float], items: int, span: float) -> bool:
    """One random model is noise where items are few, or where a few of them decide, as words in an effect size do."""
    if len(numbers) < max(FEWEST_GUESSERS, ANSWERS // items):
        return False
    if items > MANY_ITEMS or not np.isfinite(span):
        return True
    return bool(np.std(numbers, ddof=1) <= NOISE * span * np.sqrt(len(numbers)))


def _guess_value(measure: Measure, items: Sequence[Item], seed: int) -> float:
    outcomes = (measure.score(item, [_guess(query, seed) for query in measure.ask(item)]) for item in items)
    guessed = Scores.gather(outcomes, measure=measure.title)
    return float(measure.statistic(guessed)(np.ones(len(guessed)))) if len(guessed) else float("nan")


@lru_cache(maxsize=ANSWERS * MOST_GUESSERS)
def _guess(query: Query, seed: int) -> Answer:
    """Kept for the other measures of a family: they ask the same."""
    [answer] = _guesser(seed).answer([query])
    return answer


@cache
def _guesser(seed: int) -> Model:
    return MODELS.get("fake").open(f"fake:random#{seed}", Options())
