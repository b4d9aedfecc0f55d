"""One run of the public pipeline, read back the way an outside script would read it, and what it should give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from babelance.api import execute
from babelance.core.estimate import Estimate, Result
from babelance.run.plan import Settings, make_plan

DATA = Path(__file__).parent / "data"
"""Tiny seeded models, a part of our own probes, and what the authors' released scripts computed on them."""

Frames = dict[str, pd.DataFrame]


def score_run(
    folder: Path,
    *,
    model: Path | str,
    data: str,
    language: str,
    measures: list[str],
    limit: int | None = None,
    **options: str,
) -> tuple[Frames, dict[str, Result]]:
    """Per measure: the rows of scored.parquet by item, and the result over all items."""
    plan = make_plan(
        models=[str(model)],
        data=[data],
        measures=measures,
        languages=[language],
        options=options,
        settings=Settings(limit=limit, by=(), nulls=False, draws=100, limit_rule="first"),
    )
    evaluation = execute(plan, out=folder)
    rows = pd.read_parquet(folder / "scored.parquet")
    frames = {name: rows[rows.measure == name].set_index("item") for name in measures}
    return frames, {result.about.measure: result for result in evaluation}


def expected(name: str) -> dict[str, Any]:
    """The values of one script, one model and one language; `origin` says whose they are."""
    return json.loads((DATA / "expected" / f"{name}.json").read_text(encoding="utf-8"))


def rows_of(record: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """By item: column → value."""
    names = record["columns"][1:]
    return {row[0]: dict(zip(names, row[1:], strict=False)) for row in record["rows"]}


def measure_probe(
    folder: Path, record: dict[str, Any], *measures: str, **options: str
) -> tuple[Frames, dict[str, float]]:
    """The same probe and model through our pipeline: rows by measure and item, and the values over all items."""
    probe = record["probe"]
    frames, results = score_run(
        folder, model=DATA / "models" / record["model"], data=str(DATA / "probes" / f"{probe}.jsonl"),
        language=probe.partition("_")[2], measures=list(measures), limit=None, **options,
    )  # fmt: skip
    assert all(isinstance(result, Estimate) for result in results.values())
    return frames, {name: result.value for name, result in results.items() if isinstance(result, Estimate)}
