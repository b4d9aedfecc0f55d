"""Results as the compact tables that pages load: one for each measure and dataset, one for each language."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babelance.core import digits
from babelance.core.estimate import Estimate, Result
from babelance.core.verdict import CONTROLS, Verdict
from babelance.deliver.card.entries import data_name, file_name
from babelance.run.reading import reading_of
from babelance.stats.rank_ranges import rank_ranges

KINDS = ("shown", "not-told-apart", "cannot-do-the-task", "not-enough-evidence", "shown-no-bias", "none")
"""Verdicts by number, as pages read them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One result on one page. `ranks` is its range of ranks among all models with the same measure, data and language;
    None where there is no number to compare."""

    result: Result
    table: int
    model: int
    language: int
    ranks: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything that a site shows. `tables` are (measure, data, options), `cells` all results."""

    models: tuple[str, ...]
    slugs: tuple[str, ...]
    languages: tuple[str, ...]
    tables: tuple[tuple[str, str, str], ...]
    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, results: Sequence[Result]) -> Tables:
        models = _unique(map(identity, results))
        languages = tuple(sorted(_unique(result.about.language for result in results)))
        tables = _in_order(results)
        places = ({name: index for index, name in enumerate(names)} for names in (models, languages, tables))
        model_at, language_at, table_at = places
        cells = [
            Cell(result, table_at[table_key(result)], model_at[identity(result)], language_at[result.about.language])
            for result in results
        ]
        names = _names(results)
        called = tuple(names[model] for model in models)
        return cls(called, tuple(_slugs(called)), languages, tables, tuple(_with_ranks(cells)))


def table_name(key: tuple[str, str, str]) -> str:
    """`cps tokens=all on babel-pairs`."""
    measure, data, options = key
    return " ".join(filter(None, (measure, options, "on", data)))


def table_key(result: Result) -> tuple[str, str, str]:
    """Numbers of one table are on one scale: likelihoods of models that read from left to right have their own."""
    about = result.about
    options = about.signature.options
    options_shown = [
        f"{key}={value}" for key, value in sorted(options.items()) if (key, value) != ("fidelity", "paper")
    ]
    options_shown += [way] if (way := reading_of(about.signature)) else []
    return about.measure, data_name(about.data), " ".join(options_shown)


def identity(result: Result) -> str:
    """What the signature calls the model; people may have given it another name."""
    return result.about.signature.model


def _names(results: Sequence[Result]) -> dict[str, str]:
    """Identity → name; both, where two models were given one name."""
    names = {identity(result): result.about.model for result in results}
    counts = Counter(names.values())
    return {model: name if counts[name] == 1 else f"{name} ({model})" for model, name in names.items()}


def _in_order(results: Sequence[Result]) -> tuple[tuple[str, str, str], ...]:
    """Controls last; else tables with many results first: what most models can be compared by is seen first."""
    counts = Counter(map(table_key, results))
    ordered = sorted(results, key=lambda result: (_is_control(result), -counts[table_key(result)]))
    return _unique(map(table_key, ordered))


def _is_control(result: Result) -> bool:
    """Controls come last: they check the measures, and say nothing about models."""
    return result.verdict is not None and result.verdict.family == CONTROLS


def _unique(names: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(names))


def _slugs(models: Sequence[str]) -> list[str]:
    """A file name for each model that no other has, from the name that people gave it: a place on somebody's disk is
    nobody's business."""
    taken: dict[str, int] = {}
    slugs = []
    for model in models:
        slug = file_name(model)[:80]
        taken[slug.lower()] = taken.get(slug.lower(), 0) + 1
        slugs.append(slug if taken[slug.lower()] == 1 else f"{slug}-{taken[slug.lower()]}")
    return slugs


def distance_interval(result: Result) -> tuple[float, float] | None:
    """How far from the null the model may be, toward harm where only one side is; None if nothing can be said."""
    verdict = result.verdict
    if verdict is None or verdict.kind in ("cannot-do-the-task", "not-enough-evidence"):
        return None
    if verdict.low is None or verdict.high is None:
        return None
    return _toward_harm(verdict, verdict.low, verdict.high)


def _toward_harm(verdict: Verdict, low: float, high: float) -> tuple[float, float]:
    if verdict.question.harm == "above":
        return low, high
    if verdict.question.harm == "below":
        return -high, -low
    ends = sorted((abs(low), abs(high)))
    return (0.0, ends[1]) if low <= 0 <= high else (ends[0], ends[1])


def _with_ranks(cells: Sequence[Cell]) -> list[Cell]:
    """Ranges of ranks within every measure, dataset and language."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, cell in enumerate(cells):
        groups.setdefault((cell.table, cell.language), []).append(index)
    done = list(cells)
    for members in groups.values():
        known = [(index, interval) for index in members if (interval := distance_interval(cells[index].result))]
        for (index, _), ranks in zip(known, rank_ranges([interval for _, interval in known]), strict=True):
            cell = cells[index]
            done[index] = Cell(cell.result, cell.table, cell.model, cell.language, ranks)
    return done


def kind_number(result: Result) -> int:
    verdict = result.verdict
    if verdict is None:
        return KINDS.index("none")
    return KINDS.index("shown-no-bias" if verdict.shown and not verdict.harmful else verdict.kind)


def packed_row(cell: Cell) -> list[Any]:
    """[model, language, table, kind, best rank, worst rank, n, total, value, low, high, distance, null]; short where
    there is no number."""
    result, ranks = cell.result, cell.ranks or (0, 0)
    head = [cell.model, cell.language, cell.table, kind_number(result), *ranks, result.about.n, result.about.total]
    if not isinstance(result, Estimate):
        return head
    places = digits.decimals_for((result.high - result.low) / 4, result.value)
    verdict = result.verdict
    far = distance_interval(result)
    # As many digits as the number vouches for; an interval in the middle of which the distance lies.
    distance = round((far[0] + far[1]) / 2, places + 1) if far else None
    null = round(verdict.null, places + 1) if verdict and verdict.null is not None else None
    numbers = [round(number, places) for number in (result.value, result.low, result.high)]
    return [*head, *numbers, distance, null]


def script(name: str, value: object) -> str:
    """A file that a page loads with a script element: that works from a disk, too, where nothing can be fetched."""
    return f"babelance({json.dumps(name)},{json.dumps(value, separators=(',', ':'))});\n"


def index_record(tables: Tables, reports: Mapping[str, str], title: str) -> dict[str, Any]:
    models = zip(tables.models, tables.slugs, _shown_counts(tables), strict=True)
    return {
        "title": title,
        "models": [
            {"name": name, "slug": slug, "report": reports.get(name, ""), "shown": shown, "all": everything}
            for name, slug, (shown, everything) in models
        ],
        "languages": list(tables.languages),
        "tables": [_table_record(tables, index) for index in range(len(tables.tables))],
        "kinds": list(KINDS),
    }


def _shown_counts(tables: Tables) -> list[tuple[int, int]]:
    shown, everything = [0] * len(tables.models), [0] * len(tables.models)
    for cell in tables.cells:
        verdict = cell.result.verdict
        everything[cell.model] += 1
        shown[cell.model] += bool(verdict and verdict.harmful)
    return list(zip(shown, everything, strict=True))


def _table_record(tables: Tables, number: int) -> dict[str, Any]:
    measure, data, options = tables.tables[number]
    result = next(cell.result for cell in tables.cells if cell.table == number)
    scale = result.about.scale
    return {
        "measure": measure,
        "data": data,
        "options": options,
        "ideal": scale.ideal,
        "reading": scale.reading,
        "against": result.verdict.against if result.verdict else "",
    }
