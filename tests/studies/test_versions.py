"""One model on several versions of the same material, with a model that knows nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.core.estimate import Estimate
from babelance.run.plan import Settings
from babelance.run.store import Store
from babelance.studies.versions import Version, study


def write_rows(path: Path, rows: list[dict[str, str]]) -> str:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


def pairs(path: Path, name: str, count: int = 40, *, first: int = 0) -> str:
    return write_rows(
        path,
        [{"id": str(n), "more": f"{name} saw {n}", "less": f"{n} saw {name}"} for n in range(first, first + count)],
    )


def test_rows_have_scores_changes_and_paired_intervals_where_items_are_the_same(tmp_path: Path) -> None:
    groups = [
        {"text": f"sentence {n} of {'her' if n % 2 else 'him'}", "group": "female" if n % 2 else "male"}
        for n in range(40)
    ]
    versions = [
        Version("HT", pairs(tmp_path / "a.jsonl", "Anna"), "aula", {}),
        Version("names", pairs(tmp_path / "b.jsonl", "Uta"), "aula", {}),
        Version("others", pairs(tmp_path / "c.jsonl", "Uta", first=100), "aula", {}),
        Version("MBE", write_rows(tmp_path / "g.jsonl", groups), "mbe", {"weight": "none"}),
    ]
    with Store(tmp_path / "store.sqlite") as store:
        rows = study("fake:random", versions, language="en", store=store, settings=Settings(draws=200, by=()))
    values = [row.result.value for row in rows if isinstance(row.result, Estimate)]
    assert len(values) == 4
    assert rows[0].change is None and rows[0].paired is None
    assert rows[1].change == pytest.approx(values[1] - values[0])
    assert rows[1].paired is not None and rows[1].paired.low <= rows[1].change <= rows[1].paired.high
    assert rows[2].paired is None and rows[2].change == pytest.approx(values[2] - values[0])
    assert rows[3].paired is None
