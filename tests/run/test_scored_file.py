"""`scored.parquet`: columns of different measures side by side, types that hold what came, nothing of a vector."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from babelance.core.item import Item
from babelance.core.scored import Scored, Skipped
from babelance.run import scored_file
from babelance.run.plan import Job, make_plan
from babelance.run.scored_file import FIXED, ScoredFile


@pytest.fixture
def job() -> Job:
    plan = make_plan(models=["fake:random"], data=["babel-pairs"], measures=["cps"], languages=["de"])
    return plan.jobs[0]


def item(name: str) -> Item:
    return Item(name, "de", {"text": "Größe"}, {"axis": "age"})


def test_rows_of_several_measures_share_one_table(job: Job, tmp_path: Path) -> None:
    file = ScoredFile(tmp_path)
    file.add(job, "a", [Scored(item("1"), {"score": 1, "hit": True}), Skipped(item("2"), "too long")])
    vector = np.zeros(3, dtype=np.float32)
    file.add(job, "b", [Scored(item("1"), {"score": np.float64(0.5), "vector": vector}, {"tokens": ["ß"]})])
    file.add(job, "c", [])
    file.finish()
    rows = pd.read_parquet(tmp_path / "scored.parquet")
    assert list(rows.columns) == [*FIXED, "hit", "score"]
    assert rows["score"].tolist()[::2] == [1.0, 0.5] and pd.isna(rows["score"][1])
    assert rows["skipped"].fillna("").tolist() == ["", "too long", ""]
    assert rows["texts"][0] == '{"text": "Größe"}' and rows["detail"][2] == '{"tokens": ["ß"]}'
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scored.parquet"]


def test_a_number_in_a_column_of_texts_is_printed(job: Job, tmp_path: Path) -> None:
    file = ScoredFile(tmp_path)
    file.add(job, "a", [Scored(item("1"), {"label": 1}), Scored(item("2"), {"label": 2.5})])
    file.add(job, "b", [Scored(item("1"), {"label": "neutral"})])
    file.finish()
    assert pd.read_parquet(tmp_path / "scored.parquet")["label"].tolist() == ["1.0", "2.5", "neutral"]


def test_many_windows_become_few_row_groups(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow.parquet import ParquetFile

    monkeypatch.setattr(scored_file, "ROWS_AT_ONCE", 100)
    file = ScoredFile(tmp_path)
    for start in range(50):
        file.add(job, "a", [Scored(item(f"{start} {index}"), {"score": index}) for index in range(10)])
    file.finish()
    written = ParquetFile(tmp_path / "scored.parquet")
    assert written.num_row_groups == 5 and written.read().num_rows == 500
