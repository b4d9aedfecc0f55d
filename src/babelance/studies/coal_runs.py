"""Runs of NLI models in the layout of table 3 of the NLI-CoAL paper: label shares by set, FN and NLI-CoAL.

Every share has a 95 % interval. Pairs of one occupation depend on each other, so they count for fewer: Wilson's
interval of as many independent pairs as have the standard error over occupations. Beside the three sets, the shares of
occupations that a stereotype ties to women, to men, and to neither, with FN and NLI-CoAL of these pairs alone (over the
sets that such an occupation can be in: the first two sets, or the third). Models that contradict the stereotype more
often than they follow it are called inconclusive, as in section 4.2 of the paper.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, table 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.model_names import short_names
from babelance.core.paper_table import PaperTable
from babelance.core.untrusted import object_in_cell
from babelance.measures.formulas.nli_labels import SETS_OF_TYPE, SIGNS
from babelance.stats.intervals import wilson
from babelance.studies.coal_table_3 import rows as printed_rows

MEASURE = "nli-coal"
PRINTED = "nli-coal"
"""The dataset that the paper's table is of."""
SETS = {"pro": "PS set", "anti": "AS set", "non": "NS set"}
TYPES = ("female", "male", "neutral")
ORDER = ("entailment", "contradiction", "neutral")


def table_of_runs(results: Sequence[Result], scored: pd.DataFrame) -> PaperTable:
    """`scored` are the rows of scored.parquet of all the runs."""
    rows = scored[(scored["measure"] == MEASURE) & scored["skipped"].isna()] if "measure" in scored else scored
    undefined = [result for result in results if result.about.measure == MEASURE and isinstance(result, Undefined)]
    if rows.empty and undefined:
        names = short_names(result.about.model for result in undefined)
        reasons = "; ".join(dict.fromkeys(f"{names[result.about.model]}: {result.undefined}" for result in undefined))
        raise InputError(f"'{MEASURE}' is undefined in all of these runs, so that there is no table ({reasons}).")
    if rows.empty:
        raise InputError("None of these runs has 'nli-coal'. Make one: babelance run --measures nli-coal,fn …")
    tagged = rows.assign(
        **{name: [_tag(tags, name) for tags in rows["tags"]] for name in ("set", "stereotype", "occupation")}
    )
    names, several = short_names(map(str, tagged["model"])), tagged["data"].nunique() > 1
    lines: list[tuple[str, ...]] = []
    notes: list[str] = []
    for (language, model, data), part in tagged.groupby(["language", "model", "data"], sort=False):
        mine = [
            result
            for result in results
            if (result.about.language, result.about.model, result.about.data) == (language, model, data)
            and result.about.group is None
        ]
        name = f"{names[str(model)]} on {_dataset(str(data))}" if several else names[str(model)]
        lines += _lines(str(language), name, part, mine)
        notes += [f"{name} ({language}) is inconclusive: {reason}." for reason in _inconclusive(mine)]
    headers = ("Language", "Model", "Evaluation data", "Ent.", "Con.", "Neu.", "FN", "NLI-CoAL")
    return PaperTable("Table 3: labels by set and bias scores", headers, tuple(lines), tuple(notes))


def standing(results: Sequence[Result]) -> list[PaperTable]:
    """For each language that the paper has: its models and those that were run, by NLI-CoAL, the highest first."""
    tables, names = [], short_names(result.about.model for result in results)
    for language in dict.fromkeys(result.about.language for result in results if result.about.measure == MEASURE):
        printed = [row for row in printed_rows() if row.language == language]
        known = [(row.printed[MEASURE], row.model, row.printed["fn"], "paper") for row in printed]
        mine = {measure: _values(results, measure, language) for measure in ("fn", MEASURE)}
        yours = [(value, names[run[0]], mine["fn"].get(run), "yours") for run, value in mine[MEASURE].items()]
        others = {_dataset(data) for _, data in mine[MEASURE]} - {PRINTED}
        note = f"Yours: {', '.join(sorted(others))}. The paper's numbers are of all pairs of {PRINTED}."
        if known and yours:
            lines = tuple(
                (model, whose, "–" if fn is None else f"{fn:.3f}", f"{coal:.3f}")
                for coal, model, fn, whose in sorted([*known, *yours], key=lambda row: -(row[0] or 0.0))
            )
            caption = f"Beside the paper's models ({language})"
            notes = (note,) if others else ()
            tables.append(PaperTable(caption, ("Model", "", "FN", "NLI-CoAL"), lines, notes))
    return tables


def _dataset(about: str) -> str:
    """`nli-coal@1.1#0a1b` → its name; of a file the last part of its path."""
    return Path(about.partition("@")[0]).name


def _values(results: Sequence[Result], measure: str, language: str) -> dict[tuple[str, str], float]:
    """(model, data) → value, over all items."""
    wanted = (measure, language, None)
    return {
        (result.about.model, result.about.data): result.value
        for result in results
        if isinstance(result, Estimate) and (result.about.measure, result.about.language, result.about.group) == wanted
    }


def _lines(language: str, model: str, rows: pd.DataFrame, results: Sequence[Result]) -> Iterator[tuple[str, ...]]:
    sets = {title: rows[rows["set"] == name] for name, title in SETS.items()}
    kinds = {kind: rows[rows["stereotype"] == kind] for kind in TYPES}
    overall = (_score("fn", results), _score(MEASURE, results))
    named = [(language, model), ("", "")]
    for number, (title, part) in enumerate((title, part) for title, part in sets.items() if len(part)):
        shares = tuple(_share(part, label) for label in ORDER)
        yield (*named[number > 0], title, *shares, *(overall if number == 0 else ("", "")))
    for kind, part in kinds.items():
        if len(part):
            shares = tuple(_share(part, label) for label in ORDER)
            yield (*named[1], f"{kind} type", *shares, *_scores_of_type(kind, part))


def _scores_of_type(kind: str, rows: pd.DataFrame) -> tuple[str, str]:
    """FN and NLI-CoAL of occupations of one type."""
    neutral = 1 - _worth(rows, "neutral")
    sets = SETS_OF_TYPE[kind]
    present = rows["set"].isin(sets)
    fn = _cell(neutral, rows["occupation"].to_numpy())
    if missing := [name for name in sets if not (rows["set"] == name).any()]:
        return fn, f"undefined: no {SETS[missing[0]]}"
    mine = rows[present]
    signs = np.sum([(mine["set"] == name).to_numpy() * _worth(mine, *SIGNS[name]) for name in sets], axis=0)
    return fn, _cell(signs, mine["occupation"].to_numpy(), mine["set"].to_numpy())


def _share(rows: pd.DataFrame, label: str) -> str:
    """`0.840 [0.80, 0.87]`; a tie of k labels counts 1/k."""
    return _cell(_worth(rows, label), rows["occupation"].to_numpy())


def _worth(rows: pd.DataFrame, *labels: str) -> np.ndarray:
    given = rows["label"].astype(str).str.split("/")
    return np.asarray([sum(label in chosen for label in labels) / len(chosen) for chosen in given], dtype=np.float64)


def _cell(worth: np.ndarray, clusters: np.ndarray, strata: np.ndarray | None = None) -> str:
    """The mean, of equal strata if there are any, with its interval."""
    weights = np.ones(len(worth)) / len(worth)
    if strata is not None:
        names, codes = np.unique(strata, return_inverse=True)
        weights = 1 / np.bincount(codes)[codes] / len(names)
    interval = _interval(worth, clusters, weights)
    return (
        f"{float(weights @ worth):.3f} [{interval[0]:.2f}, {interval[1]:.2f}]"
        if interval
        else f"{float(weights @ worth):.3f}"
    )


def _interval(worth: np.ndarray, clusters: np.ndarray, weights: np.ndarray | None = None) -> tuple[float, float] | None:
    """None for pairs of one occupation: they do not show how much others would vary."""
    weights = np.ones(len(worth)) / len(worth) if weights is None else weights
    share, n = float(weights @ worth), float(len(worth))
    names, codes = np.unique(clusters, return_inverse=True)
    if len(names) < 2:
        return None
    between = np.sum(np.bincount(codes, weights * (worth - share)) ** 2)
    error = float(np.sqrt(between * len(names) / (len(names) - 1)))
    plain = float(np.sqrt(share * (1 - share) / n))
    effective = n * min(1.0, (plain / error) ** 2) if error > 0 else n
    interval = wilson(share * effective, effective)
    return interval.low, interval.high


def _score(measure: str, results: Sequence[Result]) -> str:
    known = [result for result in results if result.about.measure == measure]
    if not known:
        return "–"
    [first] = known[:1]
    return f"{first.value:.3f} [{first.low:.2f}, {first.high:.2f}]" if isinstance(first, Estimate) else "undefined"


def _inconclusive(results: Sequence[Result]) -> list[str]:
    reasons = [result.extra.get("inconclusive") for result in results if result.about.measure == MEASURE]
    return [str(reason) for reason in reasons if reason][:1]


def _tag(tags: object, name: str) -> str:
    return str(object_in_cell(tags, "scored.parquet").get(name, ""))
