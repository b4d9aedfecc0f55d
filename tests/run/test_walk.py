"""The way of a run through the code stays short, and measures are asked once about each item."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from babelance.core.item import Item
from babelance.core.registry import DATASETS, MEASURES
from babelance.measures.s_jsd import SJsd
from babelance.models.masked import kind
from babelance.run.pipeline import walk as walk_job
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store
from tests.run.walk import followed

MODEL = "babelance/tiny-multilingual"


def test_a_masked_forward_pass_crosses_five_files() -> None:
    from babelance.core.model import Options

    items = list(DATASETS.get("babel-pairs").items("en"))[:4]
    queries = [query for item in items for query in MEASURES.get("s-jsd")().ask(item)]
    model = kind.open(MODEL, Options())
    assert len(list(model.answer(queries[:1]))) == 1  # loads the weights
    with followed() as walk:
        assert len(list(model.answer(queries))) == len(queries)
    mine = {name for name in walk.files if name.startswith(("models/", "backends/"))}
    assert mine == {
        "models/masked.py",
        "backends/masked/queries.py",
        "backends/masked/runner.py",
        "backends/transformers/network.py",
        "backends/transformers/texts.py",
    }
    assert walk.files - mine == {"text/align.py", "core/query.py", "core/readable.py"}


def test_a_measure_is_asked_once_about_each_item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    ask = SJsd.ask

    def counting(self: SJsd, item: Item) -> Any:
        asked[item.id] += 1
        return ask(self, item)

    monkeypatch.setattr(SJsd, "ask", counting)
    [job] = make_plan(models=["fake:random"], data=["babel-pairs"], measures=["s-jsd"], languages=["en"]).jobs
    with Store(tmp_path / "store.sqlite") as store:
        results: Iterator[Any] = walk_job(job, Settings(limit=20, nulls=False, by=()), store)
        assert len(list(results)) == 1
    assert len(asked) == 20 and set(asked.values()) == {1}
