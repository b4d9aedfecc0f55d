"""A bias that was put in is taken out again, small: the full study is `python training/mitigation_works.py`."""

from __future__ import annotations

import json
from pathlib import Path

import mitigation_works as study
import mitigation_works_text as text
import pytest

from babelance.core.registry import MITIGATIONS
from babelance.mitigations.tuning.settings import Tuning
from babelance.studies import mitigation_search
from babelance.studies.mitigation_search import Request, search

SIZE = study.SMALL


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("works")


@pytest.fixture(scope="module")
def cases(place: Path) -> list[study.Case]:
    return study.try_language("en", place, SIZE)


def test_balanced_likelihood_takes_three_biases_out_and_costs_nothing(cases: list[study.Case]) -> None:
    assert list(study.complaints(cases)) == []


def test_a_model_that_is_still_biased_is_complained_about(cases: list[study.Case]) -> None:
    biased, balanced = cases
    unchanged = study.Case(biased.language, biased.state, biased.before, biased.before, biased.loss)
    assert len(list(study.complaints([unchanged, balanced]))) == len(study.MEASURES)


def request(place: Path, state: str) -> Request:
    words = text.Words.of("en")
    names = {word: word for side in words.countries for word in side}
    (place / "groups.json").write_text(json.dumps(names), encoding="utf-8")
    tuning = Tuning(epochs=4, batch=64, rate=3e-3, length=32, held_out=60, patience=None)
    return Request(
        str(place / state), (str(place / "text.txt"),), "en", "groups", str(place / "groups.json"),
        str(place / "probe-groups.jsonl"), "cb", tuning, tolerance=0.05, draws=300,
    )  # fmt: skip


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    chosen = {name: MITIGATIONS.get(name) for name in names}
    monkeypatch.setattr(mitigation_search, "MITIGATIONS", type("Some", (), {"usable": staticmethod(lambda: chosen)}))


def test_auto_takes_the_way_that_helps(
    place: Path, cases: list[study.Case], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "balanced-likelihood")
    found = search(request(place, "biased"), tmp_path)
    assert found.chosen == "balanced-likelihood", found.why
    assert found.chosen in found.front and "from" in found.why


def test_auto_refuses_where_nothing_helps(
    place: Path, cases: list[study.Case], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "sentence-debias")
    found = search(request(place, "balanced"), tmp_path)
    assert found.chosen is None and found.why
