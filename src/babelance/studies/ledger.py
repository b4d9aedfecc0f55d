"""The ledger of mitigations: what each one changed, in which languages, at what price.

Every run is compared with the run of the model that it was made from (`mitigation.json` says which), else with the
first one, on the same items. So monolingual models of several languages share one ledger. p-values are adjusted over
the whole ledger. A language or an axis that a mitigation was not meant for is spill-over; a group that comes first
afterwards instead of another one is a side effect that a lower score does not show. Every model keeps its row
(`variants` names them); several trainings of one variant have a mean, and what was not measured is said to be missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

from babelance.core.errors import DataError, InputError
from babelance.core.measure import Measure, scale_of
from babelance.core.paths import is_file
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.untrusted import read_object
from babelance.core.verdict import Verdict
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Plan, Settings
from babelance.run.store import Store
from babelance.stats.compare import Difference
from babelance.stats.difference_verdicts import Compared, Measured, Unmeasured, how_sure, judge_differences, no_evidence
from babelance.studies import ner
from babelance.studies.comparison import FAMILY, Comparison, compare, sentence_of, test_of, with_verdict
from babelance.studies.ledger_rows import UNMITIGATED, Average, Entities, Ledger, Row, Run, Similarity, Top
from babelance.studies.variants import Cells, Named, name_variants, over_trainings

RECORD = "mitigation.json"


def keep_ledger(runs: Sequence[Run], store: Store, settings: Settings, hooks: Hooks | None = None) -> Ledger:
    """All runs that have another one to be compared with."""
    pairs = paired_runs(runs)
    named = name_variants([(after.record, after.folder.name, _cells(after.plan)) for _, after in pairs])
    both = list(zip(pairs, named, strict=True))
    rows = [row for pair, name in both for row in _rows(*pair, name, store, hooks)]
    entities = [entity for pair, name in both for entity in _entities(*pair, name, settings)]
    kept = _adjust_p_values(rows, entities, settings.level)
    averages = (*_averages(rows, settings.level), *_entity_averages(entities, settings.level))
    similarities = {
        name.variant: _similarity(after.record) for (_, after), name in both if "similarity" in after.record
    }
    return replace(kept, names=tuple(name.variant for name in named), averages=averages, similarities=similarities)


def _similarity(record: Mapping[str, Any]) -> Similarity:
    kept = record["similarity"]
    try:
        return Similarity(float(kept["spearman"]), int(kept["pairs"]))
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"The similarities in '{RECORD}' cannot be read: {kept!r}. Apply the mitigation again."
        ) from error


def _cells(plan: Plan) -> Cells:
    return frozenset((name, job.language) for job in plan.jobs for name in job.measures)


def _averages(rows: Sequence[Row], level: float) -> Iterable[Average]:
    """Held-out texts have the same file name in the folder of every training."""
    groups: dict[tuple[str, str, str, str], list[tuple[float, float]]] = {}
    for row in rows:
        comparison = row.comparison
        if isinstance(comparison.difference, Difference):
            data = comparison.data.partition("#")[0].partition("@")[0].rpartition("/")[2]
            groups.setdefault((row.group, comparison.measure, data, comparison.language), []).append(
                (comparison.value_b, comparison.difference.value)
            )
    for key, numbers in groups.items():
        if len(numbers) > 1:
            value, change = (over_trainings(some, level) for some in zip(*numbers, strict=True))
            yield Average(*key, value, change)


def _entity_averages(entities: Sequence[Entities], level: float) -> Iterable[Average]:
    groups: dict[tuple[str, str, bool], list[tuple[float, float]]] = {}
    for entity in entities:
        if isinstance(entity.after, ner.F1) and isinstance(entity.difference, Difference):
            numbers = groups.setdefault((entity.group, entity.language, entity.frozen), [])
            numbers.append((entity.after.value, entity.difference.value))
    for (group, language, frozen), numbers in groups.items():
        if len(numbers) > 1:
            value, change = (over_trainings(some, level) for some in zip(*numbers, strict=True))
            yield Average(group, "ner", "", language, value, change, frozen)


def _adjust_p_values(rows: Sequence[Row], entities: Sequence[Entities], level: float) -> Ledger:
    """p-values of everything in the ledger, named entities too, are adjusted together."""
    tests = [*(test_of(row.comparison) for row in rows), *map(_entity_test, entities)]

    def words(index: int, verdict: Verdict) -> str:
        if index < len(rows):
            return sentence_of(rows[index].comparison, verdict, level)
        return _entity_words(entities[index - len(rows)], verdict)

    verdicts = judge_differences(tests, family=FAMILY, level=level, words=words)
    changed = zip(rows, verdicts[: len(rows)], strict=True)
    changed_entities = zip(entities, verdicts[len(rows) :], strict=True)
    return Ledger(
        tuple(replace(row, comparison=with_verdict(row.comparison, verdict)) for row, verdict in changed),
        tuple(
            replace(entity, p_holm=verdict.p_adjusted, p_bh=verdict.p_bh, verdict=verdict)
            for entity, verdict in changed_entities
        ),
    )


def _entity_test(entity: Entities) -> Compared:
    gap = entity.difference
    if isinstance(gap, Reason) or not isinstance(entity.before, ner.F1):
        return Unmeasured(UNMITIGATED, str(gap))
    return Measured(UNMITIGATED, gap.value, gap.low, gap.high, gap.p, null=entity.before.value)


def _entity_words(entity: Entities, verdict: Verdict) -> str:
    who = (
        f"Named entities with {entity.variant} ({entity.language}, encoder {'frozen' if entity.frozen else 'trained'})"
    )
    if verdict.difference is None:
        return f"{who}: {no_evidence(verdict)}"
    sure = "chance would hardly do that" if verdict.shown else "that may be chance"
    return f"{who}: F1 changes by {verdict.difference:+.3f}; {sure} ({how_sure(verdict)})."


def paired_runs(runs: Sequence[Run]) -> list[tuple[Run, Run]]:
    """(before, after) for every run that is not itself a beginning."""
    if len(runs) < 2:
        raise InputError("A ledger compares runs: name the folder of the unmitigated model's run and at least another.")
    origins = {
        id(run): next((other for other in runs if other is not run and other.model == run.origin), None) for run in runs
    }
    used = {id(origin) for origin in origins.values() if origin}
    pairs = []
    for run in runs:
        before = origins[id(run)] or (None if id(run) in used else runs[0])
        if before is not None and before is not run:
            pairs.append((before, run))
    if not pairs:
        raise InputError("No run was made from another one's model, so there is nothing to compare.")
    return pairs


def record_of(model: str) -> dict[str, Any]:
    """What a mitigation wrote into the folder of a model (`dir:PATH#hash`) or of word vectors (`vec:PATH#hash`)."""
    prefix, _, rest = model.partition(":")
    path = Path(rest.rpartition("#")[0] or rest) / RECORD
    if prefix not in ("dir", "vec") or not is_file(path):
        return {}
    record = read_object(path)
    if "mitigation" not in record:
        raise DataError(f"'{path}' does not say which mitigation made the model. Apply it again.")
    return record


def pareto(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """Names of the points (distance of bias, distance of utility from the ideal) that no other one beats in both."""

    def is_beaten(name: str) -> bool:
        mine = points[name]
        others = (other for variant_name, other in points.items() if variant_name != name)
        return any(other[0] <= mine[0] and other[1] <= mine[1] and other != mine for other in others)

    return [name for name in points if not is_beaten(name)]


def _is_other_axis(record: Mapping[str, Any], scores: Scores) -> bool:
    """Is this about other people than the mitigation was? Only if both say whom they are about."""
    meant = {"groups": "groups", "gender": "gender"}.get(str(record.get("concept") or record.get("balance")))
    axes = {
        scored.item.tags.get("axis", "groups" if "targets" in scored.item.texts else "") for scored in scores.scored
    }
    return meant is not None and "" not in axes and meant not in axes and len(axes) > 0


def _rows(before: Run, after: Run, named: Named, store: Store, hooks: Hooks | None) -> Iterable[Row]:
    first, second = (_score_plan(run.plan, store, hooks) for run in (before, after))
    meant = str(after.record.get("language") or "")
    for compared in compare(before.plan, after.plan, store, hooks):
        key = compared.measure, compared.data, compared.language
        measure, scores = second[key]
        comparison = _comparable(compared, after, measure)
        yield Row(
            named.variant,
            comparison,
            utility=bool(getattr(measure, "utility", False)),
            spill_over=(bool(meant) and comparison.language != meant) or _is_other_axis(after.record, scores),
            ideal=scale_of(measure, scores).ideal,
            top=_top(first[key][1], scores) if comparison.measure == "cb" else None,
            group=named.group,
        )


def _comparable(comparison: Comparison, after: Run, measure: Measure) -> Comparison:
    """A model that stands for one of another vocabulary is surprised by other pieces, which is another unit."""
    if not after.record.get("replaces") or getattr(measure, "per", "") != "token":
        return comparison
    reason = Reason("the two models cut text into different pieces: measure bits per character (--set per=character)")
    return replace(comparison, value_a=nan, value_b=nan, difference=reason)


def _score_plan(plan: Plan, store: Store, hooks: Hooks | None) -> dict[tuple[str, str, str], tuple[Measure, Scores]]:
    return {
        (name, job.data, job.language): (job.measures[name], scores)
        for job in plan.jobs
        for name, scores in score(job, plan.settings, store, hooks)[0].items()
    }


def _top(before: Scores, after: Scores) -> Top | None:
    """Which group comes first on an item, before and after. Only the Categorical Bias score knows."""
    first, second = (
        {scored.item.id: str(scored.columns["top"]) for scored in scores.scored} for scores in (before, after)
    )
    common = [item for item in first if item in second]
    if not common:
        return None
    changed = sum(first[item] != second[item] for item in common)
    names = [Counter(side[item] for item in common).most_common(1)[0][0] for side in (first, second)]
    return Top(names[0], names[1], 100 * changed / len(common))


def _entities(before: Run, after: Run, named: Named, settings: Settings) -> Iterable[Entities]:
    known = {entity.key: entity for entity in before.entities}
    how = {"level": settings.level, "draws": settings.draws, "seed": settings.seed}
    for entity in after.entities:
        if entity.key in known:
            yield Entities(
                named.variant,
                named.group,
                entity.language,
                entity.frozen,
                ner.f1(known[entity.key], **how),  # type: ignore[arg-type]
                ner.f1(entity, **how),  # type: ignore[arg-type]
                ner.change(known[entity.key], entity, **how),  # type: ignore[arg-type]
            )
