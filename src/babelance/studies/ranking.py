"""Embeddings ranked by several measures, as in the WEFE framework: models × queries × measures → ranks.

A score matrix (models × queries) per measure is aggregated over the queries that every model can answer, and ranked in
the measure's own direction: 1 is nearest to its ideal, whether that is 0 (WEAT, RND, RNSB, RIPA) or 1 (ECT, MAC). Equal
aggregates share a rank. Words are redrawn, the same for all models, to say how sure the ranks are.

`aggregate` is the mean of |score| where the ideal is 0, else the mean of the score; ranks go by the mean of
|score − ideal|, which is the same order wherever scores do not pass their ideal.

Noise is unbiased: random vectors would come first. So every table has rows that know nothing (`null_vectors`), which
are not ranked but placed among the models; each model has a verdict against them (`rank_verdicts`), and one whose words
lie at random (control words, `run.competence`) comes after all others, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from babelance.core.errors import InputError
from babelance.core.measure import Measure, Statistic, undefined_of
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.rnd import Rnd
from babelance.measures.rnsb import Rnsb
from babelance.run.competence import examine_competence
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Job, Plan, Settings, require_same_reading
from babelance.run.store import Store
from babelance.stats.resample import Design, draws
from babelance.studies.null_vectors import NULLS, has_vectors, null_scores
from babelance.studies.rank_verdicts import Redrawn, judge_ranks, test_of_first, tests_of_rows
from babelance.studies.ranked import Entry, RankedEntry, Ranking, Ranks

Floats = NDArray[np.float64]
SAME = 8 * float(np.finfo(np.float32).eps)
"""Aggregates that differ by less, relative to 1 or their size, share a rank: vectors are stored in single precision."""


def without_lengths(plan: Plan) -> Plan:
    """RND and RNSB grow with the length of vectors, which says nothing about bias: a ranking divides it out."""

    def plain(measure: Measure) -> Measure:
        if isinstance(measure, Rnd | Rnsb) and measure.fidelity == "paper":
            return replace(measure, normalise=True)
        return measure

    jobs = (
        replace(job, measures={name: plain(measure) for name, measure in job.measures.items()}) for job in plan.jobs
    )
    return replace(plan, jobs=tuple(jobs))


def rank(plans: Sequence[Plan], store: Store, hooks: Hooks | None = None, *, tag: str = "query") -> list[Ranks]:
    """One table per plan and dataset; verdicts are corrected for all of them. Every job is one row of a table: plan the
    languages that belong together."""
    tables = [ranks for plan in plans for ranks in _tables(plan, store, hooks, tag)]
    return judge_ranks(tables, plans[0].settings.level)


def _tables(plan: Plan, store: Store, hooks: Hooks | None, tag: str) -> list[Ranks]:
    require_same_reading(plan.jobs)
    groups: dict[str, list[Job]] = {}
    for job in plan.jobs:
        groups.setdefault(job.dataset.card.name, []).append(job)
    return [_ranks(name, jobs, plan.settings, store, hooks, tag) for name, jobs in groups.items()]


def _ranks(data: str, jobs: Sequence[Job], settings: Settings, store: Store, hooks: Hooks | None, tag: str) -> Ranks:
    models = {Entry(job.model.id, job.language) for job in jobs}
    if len(models) < 2:
        raise InputError(f"A ranking on '{data}' needs two models or more, not {len(models)}. Repeat --model.")
    scored = [(_entry(job, store, hooks or Hooks()), score(job, settings, store, hooks)[0]) for job in jobs]
    measures = {name: measure for job in jobs for name, measure in job.measures.items()}
    scored += _null_rows(scored, settings.seed)
    entries = tuple(dict.fromkeys(entry for entry, _ in scored))
    rankings = [
        _ranking(name, measure, [scores[name] for _, scores in scored if name in scores], entries, settings, tag)
        for name, measure in measures.items()
    ]
    return Ranks(data, entries, tuple(rankings), _correlations(rankings))


def _entry(job: Job, store: Store, hooks: Hooks) -> Entry:
    seen = examine_competence(job, lambda queries: hooks.answerer(job, store, queries), store)
    return Entry(job.model.id, job.language, unable=next((look.why for look in seen.values() if look.why), ""))


ScoredEntry = tuple[Entry, dict[str, Scores]]


def _null_rows(scored: Sequence[ScoredEntry], seed: int) -> list[ScoredEntry]:
    """In every language, of the shape of the first model whose words can be replaced."""
    first: dict[str, dict[str, Scores]] = {}
    for entry, by_measure in scored:
        if all(map(has_vectors, by_measure.values())):
            first.setdefault(entry.language, by_measure)
    return [
        (
            Entry(f"{name} vectors", language, null=True),
            {measure: null_scores(name, scores, seed) for measure, scores in by_measure.items()},
        )
        for language, by_measure in first.items()
        for name in NULLS
    ]


def _ranking(
    name: str, measure: Measure, scored: Sequence[Scores], entries: Sequence[Entry], settings: Settings, tag: str
) -> Ranking:
    ideal = measure.scale.ideal
    parts = {query: [_Part.of(measure, scores, tag, query) for scores in scored] for query in _queries(scored, tag)}
    matrix = {query: tuple(part.value for part in row) for query, row in parts.items()}
    dropped = {query: str(reason) for query, row in matrix.items() if (reason := _first_reason(row)) is not None}
    kept = [query for query in matrix if query not in dropped]
    if not kept:
        models = sum(not entry.null for entry in entries)
        raise InputError(
            f"No query can be answered by all {models} models with '{name}', so there is nothing to rank. "
            f"For example: {next(iter(dropped.values()), 'there are no queries')}."
        )
    values = np.asarray([matrix[query] for query in kept], dtype=np.float64)
    places = _ranks_of(np.abs(values - ideal).mean(axis=0), entries)
    design, distances = _redraw_distances([parts[query] for query in kept], scored, ideal, settings)
    again = _ranks_of(distances, entries)
    rows = [
        RankedEntry(entry, value, int(rank), *_range(drawn, settings.level), float(np.mean(drawn == 1)))
        for entry, value, rank, drawn in zip(entries, _aggregate(values, ideal), places, again.T, strict=True)
    ]
    redrawn = Redrawn(np.abs(values - ideal).mean(axis=0), distances, design, settings.level)
    tested = [replace(row, test=test) for row, test in zip(rows, tests_of_rows(entries, redrawn), strict=True)]
    return Ranking(name, ideal, tuple(kept), dropped, matrix, tuple(tested), test_of_first(entries, places, redrawn))


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


def _queries(scored: Sequence[Scores], tag: str) -> list[str]:
    outcomes: list[Scored | Skipped] = []
    for scores in scored:
        outcomes += [*scores.scored, *scores.skipped]
    return [query for query in dict.fromkeys(outcome.item.tags.get(tag, "") for outcome in outcomes) if query]


def _first_reason(row: Iterable[float | Reason]) -> str | None:
    return next((value for value in row if isinstance(value, Reason)), None)


def _aggregate(values: Floats, ideal: float) -> list[float]:
    return [float(value) for value in (np.abs(values) if ideal == 0 else values).mean(axis=0)]


def _ranks_of(distances: Floats, entries: Sequence[Entry]) -> NDArray[np.intp]:
    """Ranks from 1 along the last axis; what is equal up to rounding shares the better one. Only models that know
    words count: the others come after all of them, and null rows where they would stand."""
    mine, others = distances[..., :, None], distances[..., None, :]
    counted = np.asarray([not entry.null and not entry.unable for entry in entries])
    closer = (others < mine - SAME * np.maximum(1, mine)) & counted
    last = np.asarray([bool(entry.unable) for entry in entries])
    return np.asarray(np.where(last, counted.sum(), closer.sum(axis=-1)) + 1, dtype=np.intp)


def _redraw_distances(
    parts: Sequence[Sequence[_Part]], scores: Sequence[Scores], ideal: float, settings: Settings
) -> tuple[Design, Floats]:
    """How words are redrawn, and the distances from the ideal under each resample: (draws, entries). A word that
    several models have is drawn for all."""
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
    rng, redrawn = np.random.default_rng(settings.seed), []
    for weights in draws(design, settings.draws, rng):
        distances = np.stack([_distance(parts, row, weights[:, chosen[row]], ideal) for row in range(len(scores))], -1)
        redrawn.append(distances[np.isfinite(distances).all(axis=1)])
    return design, np.concatenate(redrawn)


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
        ranks = [
            [row.rank for row in ranking.rows if not row.entry.null and not row.entry.unable]
            for ranking in (first, second)
        ]
        tau = stats.kendalltau(*ranks).statistic if len(ranks[0]) > 1 else np.nan
        if np.isfinite(tau):
            by_pair[first.measure, second.measure] = float(tau)
    return by_pair
