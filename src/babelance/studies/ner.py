"""Named entities found by a model: micro F1 with its interval, and the paired change between two models.

F1 is a ratio of sums over sentences, so a weighting of the sentences has one too, and the same bootstrap applies as to
any measure. What `score ner` finds is kept in `ner.jsonl` of a run's folder, sentence by sentence, for the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from babelance.core.errors import DataError, InputError, StoreError
from babelance.core.files import write_lines
from babelance.core.json_lines import json_line, lines_of
from babelance.core.limits import LARGEST_WHOLE
from babelance.core.measure import Statistic
from babelance.core.paths import is_file
from babelance.core.reason import Reason
from babelance.core.scored import Weights
from babelance.core.untrusted import as_type, parse_json
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.compare import Difference, paired_difference
from babelance.stats.intervals import constant_interval
from babelance.stats.resample import Design
from babelance.text.tables import read_text

FILE = "ner.jsonl"
BEST = 100.0
Count = Annotated[int, Meta(ge=0, le=LARGEST_WHOLE)]
Counts = tuple[Count, Count, Count]


@dataclass(frozen=True, slots=True)
class NerScore:
    """Counts of every sentence: entities found rightly, found, and there. `data` names the sentences and their hash."""

    model: str
    language: str
    data: str
    frozen: bool
    counts: tuple[Counts, ...]

    @property
    def key(self) -> tuple[str, str, bool]:
        return self.language, self.data, self.frozen


@dataclass(frozen=True, slots=True)
class F1:
    value: float
    low: float
    high: float
    sentences: int


def f1(score: NerScore, *, level: float = 0.95, draws: int = 2000, seed: int = 0) -> F1 | Reason:
    """Micro F1 in per cent, or the reason why there is none."""
    if not any(there for _, _, there in score.counts):
        return Reason("no sentence has an entity")
    sample = bootstrap(
        _statistic(score.counts),
        Design.of(len(score.counts)),
        rng=np.random.default_rng(seed),
        level=level,
        count=draws,
    )
    return sample if isinstance(sample, Reason) else F1(sample.value, *_limits(sample), len(score.counts))


def _limits(sample: Bootstrap) -> tuple[float, float]:
    """On the scale; with a width where nothing varied, since other sentences might have differed."""
    if sample.constant:
        interval = constant_interval(sample.value, sample.units, low=0, high=BEST, level=sample.level)
        return interval.low, interval.high
    low, high = sample.limits
    return max(low, 0.0), min(high, BEST)


def change(
    before: NerScore, after: NerScore, *, level: float = 0.95, draws: int = 2000, seed: int = 0
) -> Difference | Reason:
    """after minus before, on the same sentences."""
    if len(before.counts) != len(after.counts):
        return Reason(f"{len(before.counts)} and {len(after.counts)} sentences cannot be paired")
    difference = paired_difference(
        _statistic(after.counts),
        _statistic(before.counts),
        Design.of(len(before.counts)),
        rng=np.random.default_rng(seed),
        level=level,
        count=draws,
    )
    if isinstance(difference, Reason):
        return difference
    return replace(difference, low=max(difference.low, -BEST), high=min(difference.high, BEST))


def keep(score: NerScore, folder: Path) -> None:
    """Add to what a folder has; the same model, language and data anew replaces what was there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = [known for known in read(folder) if (known.model, *known.key) != (score.model, *score.key)]
        write_lines(folder / FILE, (f"{json_line(asdict(known))}\n" for known in [*others, score]))
    except OSError as error:
        raise StoreError(f"Cannot write '{folder / FILE}': {error}.") from error


def read(folder: Path) -> list[NerScore]:
    path = folder / FILE
    if not is_file(path):
        return []
    try:
        numbered = [(f"line {number}", line) for number, line in lines_of(read_text(path))]
        return [as_type(parse_json(line, FILE, place=where), NerScore, where) for where, line in numbered]
    except DataError as error:
        raise InputError(f"'{path}' is not what `babelance score ner` writes: {error} Remove it.") from error


def _statistic(counts: Sequence[Counts]) -> Statistic:
    right, seen, there = np.asarray(counts, np.float64).T

    def statistic(weights: Weights) -> NDArray[np.float64]:
        under = weights @ (seen + there)
        return np.asarray(BEST * 2 * (weights @ right) / np.where(under > 0, under, np.nan))

    return statistic
