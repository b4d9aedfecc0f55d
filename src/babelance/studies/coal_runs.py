"""Runs of NLI models in the layout of table 3 of the NLI-CoAL paper: label shares by set, FN and NLI-CoAL.

Every share has a 95 % interval. Pairs of one occupation depend on each other, so they count for fewer: Wilson's
interval of as many independent pairs as have the standard error over occupations. Beside the three sets, the shares of
occupations that a stereotype ties to women, to men, and to neither. Models that contradict the stereotype more often
than they follow it are called inconclusive, as in section 4.2 of the paper.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, table 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.paper_table import PaperTable
from babelance.core.untrusted import object_in_cell
from babelance.stats.intervals import wilson

MEASURE = "nli-coal"
SETS = {"pro": "PS set", "anti": "AS set", "non": "NS set"}
TYPES = ("female", "male", "neutral")
ORDER = ("entailment", "contradiction", "neutral")


def table_of_runs(results: Sequence[Result], scored: pd.DataFrame) -> PaperTable:
    """`scored` are the rows of scored.parquet of all the runs."""
    rows = scored[scored["measure"] == MEASURE] if "measure" in scored else scored
    if rows.empty:
        raise InputError("None of these runs has 'nli-coal'. Make one: babelance run --measures nli-coal,fn …")
    tagged = rows.assign(
        **{name: [_tag(tags, name) for tags in rows["tags"]] for name in ("set", "stereotype", "occupation")}
    )
    lines: list[tuple[str, ...]] = []
    notes: list[str] = []
    for (language, model, data), part in tagged.groupby(["language", "model", "data"], sort=False):
        mine = [
            one for one in results if (one.about.language, one.about.model, one.about.data) == (language, model, data)
        ]
        lines += _lines(str(language), str(model), part, mine)
        notes += [f"{model} ({language}) is inconclusive: {reason}." for reason in _inconclusive(mine)]
    headers = ("Language", "Model", "Evaluation data", "Ent.", "Con.", "Neu.", "FN", "NLI-CoAL")
    return PaperTable("Table 3: labels by set and bias scores", headers, tuple(lines), tuple(notes))


def _lines(language: str, model: str, rows: pd.DataFrame, results: Sequence[Result]) -> Iterator[tuple[str, ...]]:
    scores = tuple(_score(name, results) for name in ("fn", MEASURE))
    parts = [(title, rows[rows["set"] == name]) for name, title in SETS.items()]
    parts += [(f"{kind} occupations", rows[rows["stereotype"] == kind]) for kind in TYPES]
    for number, (title, part) in enumerate((title, part) for title, part in parts if len(part)):
        named = (language, model, title) if number == 0 else ("", "", title)
        yield (*named, *(_share(part, label) for label in ORDER), *(scores if number == 0 else ("", "")))


def _share(rows: pd.DataFrame, label: str) -> str:
    """`0.840 [0.80, 0.87]`; a tie of k labels counts 1/k."""
    given = rows["label"].astype(str).str.split("/")
    worth = np.asarray([(label in told) / len(told) for told in given], dtype=np.float64)
    low, high = _interval(worth, rows["occupation"].to_numpy())
    return f"{worth.mean():.3f} [{low:.2f}, {high:.2f}]"


def _interval(worth: np.ndarray, clusters: np.ndarray) -> tuple[float, float]:
    share, n = float(worth.mean()), float(len(worth))
    codes = np.unique(clusters, return_inverse=True)[1]
    error = float(np.sqrt(np.sum(np.bincount(codes, worth - share) ** 2))) / n
    plain = float(np.sqrt(share * (1 - share) / n))
    effective = n * min(1.0, (plain / error) ** 2) if error > 0 else n
    interval = wilson(share * effective, effective)
    return interval.low, interval.high


def _score(measure: str, results: Sequence[Result]) -> str:
    known = [one for one in results if one.about.measure == measure and one.about.group is None]
    if not known:
        return "–"
    [one] = known[:1]
    return f"{one.value:.3f} [{one.low:.2f}, {one.high:.2f}]" if isinstance(one, Estimate) else "undefined"


def _inconclusive(results: Sequence[Result]) -> list[str]:
    reasons = [one.extra.get("inconclusive") for one in results if one.about.measure == MEASURE]
    return [str(reason) for reason in reasons if reason][:1]


def _tag(tags: object, name: str) -> str:
    return str(object_in_cell(tags, "scored.parquet").get(name, ""))
