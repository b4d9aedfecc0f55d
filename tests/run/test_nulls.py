"""The random null: worked out once for the same items, and never taken for those of other items or formulas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.scored import Scores
from babelance.run import nulls as module
from babelance.run.nulls import nulls
from babelance.run.pipeline import score
from babelance.run.plan import Job, Settings, make_plan
from babelance.run.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "answers.sqlite")


def score_job(store: Store, *, limit: int = 30, **options: str) -> tuple[Job, Scores]:
    settings = Settings(limit=limit)
    plan = make_plan(
        models=["fake:random#9"], data=["babel-pairs"], measures=["cps"], languages=["de"], options=options,
        settings=settings,
    )  # fmt: skip
    [job] = plan.jobs
    return job, score(job, settings, store)[0]["cps"]


def count_guesses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    guessed = module._guess_value

    def counting(measure: Measure, items: Sequence[Item], seed: int) -> float:
        calls.append(seed)
        return guessed(measure, items, seed)

    monkeypatch.setattr(module, "_guess_value", counting)
    return calls


def test_a_remembered_null_is_the_same_number(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    job, scores = score_job(store)
    measure = job.measures["cps"]
    [fresh] = nulls(job, measure, scores)
    [kept] = nulls(job, measure, scores, store)
    calls = count_guesses(monkeypatch)
    [remembered] = nulls(job, measure, scores, store)
    assert {(one.name, one.value, one.error) for one in (kept, remembered)} == {("random", fresh.value, fresh.error)}
    assert fresh.error > 0
    assert not calls


def test_other_items_options_or_code_have_a_null_of_their_own(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    job, scores = score_job(store)
    nulls(job, job.measures["cps"], scores, store)
    calls = count_guesses(monkeypatch)
    for other in (score_job(store, limit=29), score_job(store, fidelity="released")):
        nulls(other[0], other[0].measures["cps"], other[1], store)
        assert calls
        calls.clear()
    monkeypatch.setattr(module, "_code", lambda name: "changed")
    nulls(job, job.measures["cps"], scores, store)
    assert calls


def test_a_noisy_null_is_the_mean_of_more_random_models() -> None:
    assert not module._enough([0.1, 0.9], items=700, span=4.0)
    assert module._enough([0.50, 0.52], items=700, span=4.0)
    assert not module._enough([0.5], items=1999, span=1.0)
    assert not module._enough([0.5], items=6000, span=1.0)  # how sure is a single one?
    assert module._enough([0.5, 0.6], items=6000, span=1.0)
    assert not module._enough([0.5] * 19, items=100, span=1.0)
