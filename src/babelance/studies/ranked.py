"""Embeddings ranked by several measures: the table, its rows, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from babelance.core.reason import Reason
from babelance.core.verdict import Verdict
from babelance.stats.difference_verdicts import Compared


@dataclass(frozen=True)
class Entry:
    """One row of the table: a model in a language, or something that knows nothing. `unable` says why the model's
    vectors are noise, as far as control words tell."""

    model: str
    language: str
    null: bool = False
    unable: str = ""


@dataclass(frozen=True)
class RankedEntry:
    """An entry under one measure. `rank_low` and `rank_high` hold the level's share of the resamples; `first` is the
    share of them in which it is the best. `test` compares it with that null row of its language from which it is told
    apart least, and `verdict` is what follows; both are None for null rows."""

    entry: Entry
    aggregate: float
    rank: int
    rank_low: int
    rank_high: int
    first: float
    test: Compared | None = None
    verdict: Verdict | None = None

    @property
    def told_apart(self) -> bool:
        """Does it differ from vectors that know nothing by more than chance?"""
        return self.verdict is not None and self.verdict.shown


@dataclass(frozen=True)
class Ranking:
    """One measure: `matrix[query][row]` is a score or the reason why there is none; `queries` are those used. `test`
    and `verdict` compare the first place with the second."""

    measure: str
    ideal: float
    queries: tuple[str, ...]
    dropped: Mapping[str, str]
    matrix: Mapping[str, tuple[float | Reason, ...]]
    rows: tuple[RankedEntry, ...]
    test: Compared | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Ranks:
    data: str
    entries: tuple[Entry, ...]
    rankings: tuple[Ranking, ...]
    correlations: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Kendall's τ-b between the rankings of two measures; absent where one of them does not order the entries."""
