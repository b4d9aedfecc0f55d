"""Embeddings ranked by several measures, as in the WEFE framework: models × queries × measures → ranks.

A score matrix (models × queries) per measure is aggregated over the queries that every model can answer, and ranked in
the measure's own direction: 1 is nearest to its ideal, whether that is 0 (WEAT, RND, RNSB, RIPA) or 1 (ECT, MAC). Equal
aggregates share a rank. Words are redrawn, the same for all models, to say how sure the ranks are.

`aggregate` is the mean of |score| where the ideal is 0, else the mean of the score; ranks go by the mean of
|score − ideal|, which is the same order wherever scores do not pass their ideal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from babelance.core.errors import InputError
from babelance.core.measure import Measure, Statistic, undefined_of
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores, Skipped
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Job, Plan, Settings, require_same_reading
from babelance.run.store import Store
from babelance.stats.resample import Design, draws

Floats = NDArray[np.float64]
SAME = 1e-9
"""Aggregates that differ by less share a rank."""


@dataclass(frozen=True)
class Entry:
    """One row of the table: a model in a language."""

    model: str
    language: str


@dataclass(frozen=True)
class RankedEntry:
    """An entry under one measure. `rank_low` and `rank_high` hold the level's share of the resamples; `first` is the
    share of them in which it is the best."""

    entry: Entry
    aggregate: float
    rank: int
    rank_low: int
    rank_high: int
    first: float


@dataclass(frozen=True)
class Ranking:
    """One measure: `matrix[query][row]` is a score or the reason why there is none; `queries` are those used."""

    measure: str
    ideal: float
    queries: tuple[str, ...]
    dropped: Mapping[str, str]
    matrix: Mapping[str, tuple[float | Reason, ...]]
    rows: tuple[RankedEntry, ...]


@dataclass(frozen=True)
class Ranks:
    data: str
    entries: tuple[Entry, ...]
    rankings: tuple[Ranking, ...]
    correlations: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Kendall's τ-b between the rankings of two measures; absent where one of them does not order the entries."""


def rank(plan: Plan, store: Store, hooks: Hooks | None = None, *, tag: str = "query") -> list[Ranks]:
    """One table per dataset. Every job is one row of it: plan the languages that belong together."""
    require_same_reading(plan.jobs)
    groups: dict[str, list[Job]] = {}
    for job in plan.jobs:
        groups.setdefault(job.dataset.card.name, []).append(job)
    return [_ranks(name, jobs, plan.settings, store, hooks, tag) for name, jobs in groups.items()]


def _ranks(data: str, jobs: Sequence[Job], settings: Settings, store: Store, hooks: Hooks | None, tag: str) -> Ranks:
    entries = tuple(dict.fromkeys(Entry(job.model.id, job.language) for job in jobs))
    if len(entries) < 2:
        raise InputError(f"A ranking on '{data}' needs two models or more, not {len(entries)}. Repeat --model.")
    scored = [(job, score(job, settings, store, hooks)[0]) for job in jobs]
    measures = dict.fromkeys(name for job in jobs for name in job.measures)
    rankings = [
        _ranking(
            name,
            [(job.measures[name], scores[name]) for job, scores in scored if name in scores],
            entries,
            settings,
            tag,
        )
        for name in measures
    ]
    return Ranks(data, entries, tuple(rankings), _correlations(rankings))


def _ranking(
    name: str, scored: Sequence[tuple[Measure, Scores]], entries: Sequence[Entry], settings: Settings, tag: str
) -> Ranking:
    measure = scored[0][0]
    ideal = measure.scale.ideal
    parts = {
        query: [_Part.of(measure, scores, tag, query) for measure, scores in scored] for query in _queries(scored, tag)
    }
    matrix = {query: tuple(part.value for part in row) for query, row in parts.items()}
    dropped = {query: str(reason) for query, row in matrix.items() if (reason := _first_reason(row)) is not None}
    kept = [query for query in matrix if query not in dropped]
    if not kept:
        raise InputError(
            f"No query can be answered by all {len(entries)} models with '{name}', so there is nothing to rank. "
            f"For example: {next(iter(dropped.values()), 'there are no queries')}."
        )
    values = np.asarray([matrix[query] for query in kept], dtype=np.float64)
    places = _ranks_of(np.abs(values - ideal).mean(axis=0))
    again = _redraw_ranks([parts[query] for query in kept], [scores for _, scores in scored], ideal, settings)
    rows = [
        RankedEntry(entry, value, int(rank), *_range(drawn, settings.level), float(np.mean(drawn == 1)))
        for entry, value, rank, drawn in zip(entries, _aggregate(values, ideal), places, again.T, strict=True)
    ]
    return Ranking(name, ideal, tuple(kept), dropped, matrix, tuple(rows))


@dataclass(frozen=True, eq=False)
class _Part:
    """One query for one model: its value or reason, its statistic, and where its words are among all of the model."""

    value: float | Reason
    statistic: Statistic | None
    places: NDArray[np.intp]

    @classmethod
    def of(cls, measure: Measure, scores: Scores, tag: str, query: str) -> _Part:
        places = np.flatnonzero(scores.tag(tag) == query)
        mine = scores.where(tag, query)
        reason = undefined_of(measure, mine) if len(mine) else "no word of this query is in the vocabulary"
        if reason is not None:
            return cls(Reason(reason), None, places)
        statistic = measure.statistic(mine)
        value = float(statistic(np.ones(len(mine))))
        return cls(value if np.isfinite(value) else Reason("nothing to measure in these words"), statistic, places)


def _queries(scored: Sequence[tuple[Measure, Scores]], tag: str) -> list[str]:
    outcomes: list[Scored | Skipped] = []
    for _, scores in scored:
        outcomes += [*scores.scored, *scores.skipped]
    return [query for query in dict.fromkeys(outcome.item.tags.get(tag, "") for outcome in outcomes) if query]


def _first_reason(row: Iterable[float | Reason]) -> str | None:
    return next((value for value in row if isinstance(value, Reason)), None)


def _aggregate(values: Floats, ideal: float) -> list[float]:
    return [float(value) for value in (np.abs(values) if ideal == 0 else values).mean(axis=0)]


def _ranks_of(distances: Floats) -> NDArray[np.intp]:
    """Ranks from 1 along the last axis; what is equal up to rounding shares the better one."""
    closer = distances[..., None, :] < distances[..., :, None] - SAME
    return np.asarray(closer.sum(axis=-1) + 1, dtype=np.intp)


def _redraw_ranks(
    parts: Sequence[Sequence[_Part]], scores: Sequence[Scores], ideal: float, settings: Settings
) -> NDArray[np.intp]:
    """Ranks under each resample of the words: (draws, entries). A word that several models have is drawn for all."""
    items = list(
        {_key(scored_item): scored_item for entry_scores in scores for scored_item in entry_scores.scored}.values()
    )
    where = {_key(scored_item): row for row, scored_item in enumerate(items)}
    chosen = [np.asarray([where[_key(scored_item)] for scored_item in entry_scores.scored]) for entry_scores in scores]
    design = Design.of(
        len(items),
        strata=[f"{scored_item.item.language} {scored_item.item.tags.get('set', '')}" for scored_item in items],
        cluster=[
            f"{scored_item.item.language} {scored_item.item.texts.get('word', scored_item.item.id)}"
            for scored_item in items
        ],
    )
    rng, ranks = np.random.default_rng(settings.seed), []
    for weights in draws(design, settings.draws, rng):
        distances = np.stack([_distance(parts, row, weights[:, chosen[row]], ideal) for row in range(len(scores))], -1)
        ranks.append(_ranks_of(distances[np.isfinite(distances).all(axis=1)]))
    return np.concatenate(ranks)


def _distance(parts: Sequence[Sequence[_Part]], row: int, weights: Floats, ideal: float) -> Floats:
    values = []
    for query in parts:
        statistic = query[row].statistic
        assert statistic is not None
        values.append(np.abs(statistic(weights[:, query[row].places]) - ideal))
    return np.asarray(np.mean(values, axis=0))


def _key(scored: Scored) -> tuple[str, str]:
    return scored.item.language, scored.item.id


def _range(drawn: NDArray[np.intp], level: float) -> tuple[int, int]:
    if not len(drawn):
        raise InputError("No resample of the words leaves all queries measurable: the word sets are too small to rank.")
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    return int(low), int(high)


def _correlations(rankings: Sequence[Ranking]) -> dict[tuple[str, str], float]:
    by_pair: dict[tuple[str, str], float] = {}
    for first, second in combinations(rankings, 2):
        tau = stats.kendalltau([row.rank for row in first.rows], [row.rank for row in second.rows]).statistic
        if np.isfinite(tau):
            by_pair[first.measure, second.measure] = float(tau)
    return by_pair
