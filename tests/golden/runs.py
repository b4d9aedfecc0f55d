"""One run of the public pipeline, read back the way an outside script would read it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from babelance.api import execute
from babelance.core.estimate import Result
from babelance.run.plan import Settings, make_plan


def score_run(
    folder: Path,
    *,
    model: Path | str,
    data: str,
    language: str,
    measures: list[str],
    limit: int | None = None,
    **options: str,
) -> tuple[dict[str, pd.DataFrame], dict[str, Result]]:
    """Per measure: the rows of scored.parquet by item, and the result over all items."""
    plan = make_plan(
        models=[str(model)],
        data=[data],
        measures=measures,
        languages=[language],
        options=options,
        settings=Settings(limit=limit, by=(), nulls=False, draws=100, even=False),
    )
    evaluation = execute(plan, out=folder)
    rows = pd.read_parquet(folder / "scored.parquet")
    frames = {name: rows[rows.measure == name].set_index("item") for name in measures}
    return frames, {result.about.measure: result for result in evaluation}
