"""The study of tokens: a model that reads letters as they are flips with them, and its finding is blocked."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.scored import Scored, Scores
from babelance.run.plan import Settings
from babelance.run.store import Store
from babelance.studies import tokens
from babelance.studies.tokens import MOST_FLIPPED, USUAL, study


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    rows = [f"Ann did {n}.,Bob did {n}." for n in range(40)]
    (tmp_path / "pairs.csv").write_text("more,less\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return str(tmp_path / "pairs.csv")


def test_every_way_is_there_with_its_flips(pairs: str, tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        found = study(
            "fake:random", pairs, "cps", language="en", store=store, settings=Settings(draws=100, by=()),
            options=Options(),
        )  # fmt: skip
    names = [way.name for way in found.ways]
    assert names[0] == USUAL and set(names) >= {"lower case", "a blank before", "no full stop", "accents apart (NFD)"}
    flips = {way.name: way.flipped for way in found.ways}
    assert flips[USUAL] is None and flips["accents apart (NFD)"] == 0
    assert (flips["lower case"] or 0) > MOST_FLIPPED
    assert found.pieces == {"less": 3, "more": 3}


def test_flips_are_counted_over_items_that_both_could_score() -> None:
    def scores(**values: float) -> Scores:
        return Scores(tuple(Scored(Item(name, "en", {}), {"score": value}) for name, value in values.items()))

    assert tokens._flipped(scores(a=1.0, b=0.0, c=1.0), scores(a=1.0, b=1.0, d=0.0)) == 0.5
    assert tokens._flipped(scores(a=1.0), scores(b=1.0)) is None
