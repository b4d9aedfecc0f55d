"""Is a row of a ranking told apart from vectors that know nothing, and the first place from the second?

What is compared is the distance from the ideal, |score − ideal| averaged over queries, under redrawn words. A row is
compared with every null row of its language, and the verdict is about the one that it is told apart from least. Rows of
all measures and tables are one family; first places are another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from babelance.core import digits
from babelance.core.language_names import language_name
from babelance.core.model_names import short_names
from babelance.core.reason import Reason
from babelance.core.verdict import Verdict
from babelance.stats import power
from babelance.stats.bootstrap import of_draws
from babelance.stats.difference_verdicts import Compared, Measured, Unmeasured, how_sure, judge_differences, no_evidence
from babelance.stats.estimate import agreeing
from babelance.stats.resample import Design
from babelance.studies.ranked import Entry, RankedEntry, Ranking, Ranks

FAMILY, FIRST = "ranking", "first place"
NOTHING = "vectors that know nothing"


@dataclass(frozen=True, eq=False)
class Redrawn:
    """Distances from the ideal: `whole` of each row, `drawn` under each resample (draws, rows)."""

    whole: NDArray[np.float64]
    drawn: NDArray[np.float64]
    design: Design
    level: float

    def test(self, row: int, other: int, against: str) -> Compared:
        """The distance of a row minus that of another."""
        value = float(self.whole[row] - self.whole[other])
        sample = of_draws(value, self.drawn[:, row] - self.drawn[:, other], self.design, self.level)
        if isinstance(sample, Reason):
            return Unmeasured(against, sample)
        low, high = sample.limits
        p = agreeing(sample.p(0.0), low <= 0 <= high, self.level)
        mde = power.detectable_by_error(sample.error, level=self.level, freedom=sample.freedom)
        return Measured(against, value, low, high, p, null=float(self.whole[other]), mde=mde if isfinite(mde) else None)


def tests_of_rows(entries: Sequence[Entry], redrawn: Redrawn) -> list[Compared | None]:
    """Each model against the null row that it is told apart from least; None for null rows."""
    return [_test_of_row(row, entry, entries, redrawn) for row, entry in enumerate(entries)]


def _test_of_row(row: int, entry: Entry, entries: Sequence[Entry], redrawn: Redrawn) -> Compared | None:
    if entry.null:
        return None
    if entry.unable:
        return Unmeasured(NOTHING, entry.unable.removeprefix("cannot do the task: "), unable=True)
    nulls = [index for index, other in enumerate(entries) if other.null and other.language == entry.language]
    tests = [redrawn.test(row, index, entries[index].model) for index in nulls]
    return max(tests, key=_doubt, default=Unmeasured(NOTHING, "its words cannot be given other vectors"))


def _doubt(test: Compared) -> float:
    return test.p if isinstance(test, Measured) else 2.0


def test_of_first(entries: Sequence[Entry], places: NDArray[np.intp], redrawn: Redrawn) -> Compared:
    """The first place against the second, among models that know words."""
    able = [row for row, entry in enumerate(entries) if not entry.null and not entry.unable]
    if len(able) < 2:
        return Unmeasured("the second place", "fewer than two models know words")
    first, second, *_ = sorted(able, key=lambda row: (places[row], redrawn.whole[row]))
    return redrawn.test(first, second, entries[second].model)


def judge_ranks(tables: Sequence[Ranks], level: float) -> list[Ranks]:
    """The same tables with verdicts, corrected for all rows of all of them."""
    rankings = [ranking for ranks in tables for ranking in ranks.rankings]
    rows = [(ranking, row) for ranking in rankings for row in ranking.rows if row.test]
    names = short_names(entry.model for ranks in tables for entry in ranks.entries)
    of_rows = _judge(
        [row for _, row in rows], FAMILY, level, lambda index, verdict: _words(*rows[index], verdict, names)
    )
    of_firsts = _judge(rankings, FIRST, level, lambda index, verdict: _first_words(rankings[index], verdict, names))
    return [
        replace(ranks, rankings=tuple(_with_verdicts(ranking, of_rows, next(of_firsts)) for ranking in ranks.rankings))
        for ranks in tables
    ]


def _judge(
    some: Sequence[RankedEntry | Ranking], family: str, level: float, words: Callable[[int, Verdict], str]
) -> Iterator[Verdict]:
    return iter(judge_differences([*map(attrgetter("test"), some)], family=family, level=level, words=words))


def _with_verdicts(ranking: Ranking, of_rows: Iterator[Verdict], first: Verdict) -> Ranking:
    rows = tuple(replace(row, verdict=next(of_rows)) if row.test else row for row in ranking.rows)
    return replace(ranking, rows=rows, verdict=first)


def _words(ranking: Ranking, row: RankedEntry, verdict: Verdict, names: Mapping[str, str]) -> str:
    who = f"{ranking.measure}, {names[row.entry.model]} ({row.entry.language})"
    if verdict.kind == "cannot-do-the-task":
        return f"{who}: the vectors cannot be asked: {verdict.reason}."
    if verdict.difference is None:
        return f"{who}: {no_evidence(verdict)}"
    way = "further from the ideal" if verdict.difference > 0 else "closer to the ideal"
    words = f"{_size(verdict)} {way} than {verdict.against}"
    if verdict.shown:
        return f"{who} lies {words}; chance would hardly do that ({how_sure(verdict)})."
    return f"{who} is not told apart from vectors that know nothing: {words} ({how_sure(verdict)})."


def _first_words(ranking: Ranking, verdict: Verdict, names: Mapping[str, str]) -> str:
    what = f"{ranking.measure}, {languages_of(ranking)}"
    if verdict.difference is None:
        return f"{what}: The first place cannot be tested: {verdict.reason}."
    asked = [row for row in ranking.rows if not row.entry.null]
    best = min(asked, key=lambda row: row.rank)
    firsts = [f"{names[row.entry.model]} ({row.entry.language})" for row in asked if row.rank == best.rank]
    if len(firsts) > 1:
        return f"{what}: {', '.join(firsts[:-1])} and {firsts[-1]} share the first place."
    sure = "other words would hardly change that" if verdict.shown else "other words may change that"
    return (
        f"{what}: {names[best.entry.model]} ({best.entry.language}) is the least biased, "
        f"{_size(verdict)} closer to the ideal than {names[verdict.against]}; {sure} ({how_sure(verdict)})."
    )


def languages_of(ranking: Ranking) -> str:
    """`English`, or all that are ranked together."""
    return ", ".join(language_name(code) for code in dict.fromkeys(row.entry.language for row in ranking.rows))


def _size(verdict: Verdict) -> str:
    low, high, gap = verdict.low or 0.0, verdict.high or 0.0, verdict.difference or 0.0
    return digits.fixed_decimals(abs(gap), digits.decimals_for((high - low) / 4, gap))
