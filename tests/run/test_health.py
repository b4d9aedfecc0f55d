"""What is remembered about a model's fitness holds for the same texts and the same permission alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.run.pipeline import score
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "answers.sqlite")


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """The first pair can be read by an English vocabulary, the others cannot."""
    path = tmp_path / "pairs.csv"
    strange = "\n".join(f"ᚠᚢᚦ ᚨᚱᚲ {number},ᚠᚢᚦ ᚷᚹᚺ {number}" for number in range(9))
    path.write_text(f"more,less\nhe is here,she is here\n{strange}\n", encoding="utf-8")
    return path


def unknown_share(
    store: Store, model: Path, pairs: Path, *, limit: int | None = None, allow: bool = False
) -> float | None:
    settings = Settings(limit=limit, limit_rule="first")
    options = Options(allow_unknown=allow)
    plan = make_plan(
        models=[str(model)], data=[str(pairs)], measures=["cps"], languages=["en"], settings=settings,
        model_options=options,
    )  # fmt: skip
    [job] = plan.jobs
    return score(job, settings, store)[1].unknown


def test_a_run_on_the_first_items_does_not_vouch_for_the_rest(store: Store, fixtures: Path, pairs: Path) -> None:
    model = fixtures / "models" / "mlm-bert"
    assert unknown_share(store, model, pairs, limit=1) == 0
    with pytest.raises(ModelError, match="unknown"):
        unknown_share(store, model, pairs)


def test_unknown_words_that_one_run_allowed_are_not_allowed_in_the_next(
    store: Store, fixtures: Path, pairs: Path
) -> None:
    model = fixtures / "models" / "mlm-bert"
    assert (unknown_share(store, model, pairs, allow=True) or 0) > 0.5
    with pytest.raises(ModelError, match="unknown"):
        unknown_share(store, model, pairs)


def test_how_often_the_start_token_decides_is_part_of_a_causal_models_health(
    store: Store, fixtures: Path, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("more,less\n" + "".join(f"He has {n}.,She has {n}.\n" for n in range(20)), encoding="utf-8")
    settings = Settings(nulls=False)
    model = str(fixtures / "models" / "causal-gpt2")
    plan = make_plan(models=[model], data=[str(path)], measures=["cps"], languages=["en"], settings=settings)
    health = score(plan.jobs[0], settings, store)[1]
    flips = [value for name, value in health.facts.items() if name.startswith("flips_with_")]
    assert flips and all(isinstance(share, float) and 0 <= share <= 1 for share in flips)
    assert any("start token" in note for note in health.notes)
