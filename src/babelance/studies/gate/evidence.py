"""What the files of a run know about each result: its number, its items as they were scored, and the model's health.

Items are read back from `scored.parquet`. That file keeps no vectors, so they are trusted only if they give the number
of `results.jsonl` again; otherwise they are scored anew from the stored answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any, Protocol

import numpy as np
import pandas as pd

from babelance.core.estimate import Estimate, Plain, Result
from babelance.core.item import Item
from babelance.core.measure import Measure, null_of, shared_words_of, word_jackknife_of
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.signature import Signature
from babelance.core.untrusted import object_in_cell
from babelance.run.configure import configure
from babelance.run.scored_file import FIXED

Rescore = Callable[[Signature], Scores]
_NUMBER = re.compile(r"\d[\d.,]*")


class RunFiles(Protocol):
    """The folder of a run, read."""

    @property
    def estimates(self) -> tuple[Result, ...]: ...
    @property
    def scored(self) -> pd.DataFrame: ...
    @property
    def run(self) -> Mapping[str, Plain]: ...


@dataclass(frozen=True, slots=True)
class HealthNotes:
    """What was seen of a model before it was asked: kinds of notes without their numbers, and the unknown share."""

    unknown: float = 0.0
    notes: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Evidence:
    """One result of a run, over all items of a dataset in a language. `rescore` scores its items again."""

    result: Result
    rows: pd.DataFrame
    health: HealthNotes
    fingerprint: str
    rescore: Rescore

    @property
    def key(self) -> tuple[str, str, str, tuple[tuple[str, str], ...]]:
        """What must be equal for two results to be compared."""
        about = self.result.about
        return about.measure, about.data, about.language, tuple(sorted(about.signature.options.items()))

    @property
    def measure(self) -> Measure:
        signature = self.result.about.signature
        return configure([signature.measure], signature.options)[signature.measure]

    def scores(self) -> Scores:
        """The items as they were scored; raises an error of ours if the model is needed for that and cannot be had."""
        kept = scores_of(self.rows)
        if isinstance(self.result, Estimate) and len(kept) == self.result.about.n:
            value = value_without_vectors(self.measure, kept)
            if value is not None and isclose(value, self.result.value, rel_tol=1e-6, abs_tol=1e-9):
                return kept
        return self.rescore(self.result.about.signature)


def evidence_of(files: RunFiles, rescore: Rescore) -> list[Evidence]:
    """All results of a run that are over all items."""
    overall = [result for result in files.estimates if result.about.group is None]
    fingerprints = {str(job["model"]): str(job["fingerprint"]) for job in _jobs(files)}
    return [
        Evidence(
            result,
            _rows(files.scored, result),
            _health(files, result),
            fingerprints.get(result.about.signature.model, result.about.signature.model),
            rescore,
        )
        for result in overall
    ]


def scores_of(rows: pd.DataFrame) -> Scores:
    """Rows of `scored.parquet`, of one measure, as the measure gave them; without vectors, which are not kept there."""
    own = [name for name in rows.columns if name not in FIXED]
    return Scores.gather([_outcome(row, own) for row in rows.to_dict("records")])


def _outcome(row: Mapping[Any, Any], own: list[str]) -> Scored | Skipped:
    item = Item(row["item"], row["language"], _object(row.get("texts")), _object(row.get("tags")))
    if isinstance(row.get("skipped"), str):
        return Skipped(item, row["skipped"])
    return Scored(item, {name: row[name] for name in own if row[name] is not None and row[name] == row[name]})


def _object(text: object) -> dict[str, str]:
    return {str(name): str(value) for name, value in object_in_cell(text, "scored.parquet").items()}


def value_without_vectors(measure: Measure, scores: Scores) -> float | None:
    """The number that these items give; None if the measure, its null or its interval needs what the file lacks."""
    try:
        null_of(measure, scores)
        shared_words_of(measure, scores)
        word_jackknife_of(measure, scores)
        return float(measure.statistic(scores)(np.ones(len(scores)))) if len(scores) else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _rows(scored: pd.DataFrame, result: Result) -> pd.DataFrame:
    about = result.about
    if "measure" not in scored:
        return pd.DataFrame(columns=list(FIXED))
    wanted = {"measure": about.measure, "model": about.model, "data": about.data, "language": about.language}
    mine = np.logical_and.reduce([scored[name] == value for name, value in wanted.items()])
    return scored[mine].dropna(axis="columns", how="all")


def _jobs(files: RunFiles) -> list[Mapping[str, Any]]:
    jobs = files.run.get("jobs")
    known = [job for job in jobs if isinstance(job, Mapping)] if isinstance(jobs, list) else []
    return [job for job in known if {"model", "fingerprint"} <= job.keys()]


def _health(files: RunFiles, result: Result) -> HealthNotes:
    """Notes are compared without their numbers: two checkpoints never have the same percentage."""
    all_seen = files.run.get("health")
    signature = result.about.signature
    names = [f"{model} on {signature.data} {signature.language}" for model in (result.about.model, signature.model)]
    entries = [all_seen[name] for name in names if name in all_seen] if isinstance(all_seen, Mapping) else []
    seen: Any = entries[0] if entries else None
    if not isinstance(seen, Mapping):
        return HealthNotes()
    return HealthNotes(
        float(seen.get("unknown", 0)), frozenset(_NUMBER.sub("#", str(note)) for note in seen.get("notes", []))
    )
