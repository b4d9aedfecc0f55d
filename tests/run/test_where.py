"""`--where`: the items of one value of a tag, in `run`, in the signature, in replays and in reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.api import evaluate, evaluate_many, replay
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError
from babelance.core.estimate import Estimate
from babelance.core.signature import Signature
from babelance.core.where import Where
from babelance.datasets import find
from babelance.report.results import Results
from babelance.run.limit import choose_items
from babelance.run.plan import Settings

ROWS = [("He sleeps.", "She sleeps.", "gender"), ("He eats.", "She eats.", "gender"), ("They eat.", "We eat.", "race")]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    lines = [f"{n},{more},{less},{axis}" for n, (more, less, axis) in enumerate(ROWS * 5)]
    (tmp_path / "p.csv").write_text("\n".join(["id,more,less,axis", *lines]), encoding="utf-8")
    return tmp_path / "p.csv"


def test_values_of_one_tag_are_alternatives_and_tags_come_together() -> None:
    where = Where.of(["axis=race", "axis=gender", "set=a&b%"])
    assert Where.parse(str(where)) == where and where.tags == ("axis", "set")
    assert [bool(Where()), bool(where)] == [False, True]


@pytest.mark.parametrize("word", ["axis", "=x", "axis=", ""])
def test_a_condition_is_tag_and_value(word: str) -> None:
    with pytest.raises(InputError, match="--where takes TAG=VALUE"):
        Where.of([word])


def test_only_these_items_are_asked_about_and_a_limit_is_taken_from_them(pairs: Path) -> None:
    where = Where.of(["axis=gender"])
    chosen = choose_items(find(str(pairs)), "en", Settings(limit=4, where=where))
    assert len(chosen) == 4 and {item.tags["axis"] for item in chosen} == {"gender"}


def test_it_is_the_number_of_the_group_signed_and_replayed(pairs: Path) -> None:
    whole = evaluate_many(
        ["cps"], models=["fake:random"], data=[str(pairs)], languages=["en"], settings=Settings(by=("axis",))
    )
    group = {result.about.group: result for result in whole}["axis=gender"]
    alone = evaluate("cps", model="fake:random", data=str(pairs), language="en", where=["axis=gender"])
    assert isinstance(group, Estimate) and isinstance(alone, Estimate)
    assert (alone.value, alone.about.n, alone.about.total) == (group.value, 10, 10)
    signature = str(alone.about.signature)
    assert "|where:axis=gender|" in signature and str(Signature.parse(signature)) == signature
    again = replay(signature)
    assert isinstance(again, Estimate)
    assert (again.value, str(again.about.signature)) == (alone.value, signature)


def test_a_report_does_not_call_a_part_of_the_data_the_whole(pairs: Path, tmp_path: Path) -> None:
    evaluate("cps", model="fake:random", data=str(pairs), language="en", where=["axis=gender"], out=tmp_path / "out")
    results = Results.read(tmp_path / "out")
    assert not results.notes
    [result] = results.overall
    assert result.about.data.endswith("@1 where axis=gender")
    assert set(results.scored["data"]) == {result.about.data}


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (["axis=shoes"], "No item of '.*' has axis=shoes. Values of axis: gender, race."),
        (["colour=red"], "has no tag 'colour' for --where"),
        (["axis=race", "id=1"], "has no tag 'id'|has axis=race and id=1 together|id=1"),
    ],
)
def test_what_no_item_has_is_refused_before_a_model_is_opened(pairs: Path, condition: list[str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        evaluate("cps", model="hf:nobody/nothing", data=str(pairs), language="en", where=condition)


def test_a_replay_from_another_folder_is_told_how_to_find_the_file(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pairs.parent)
    result = evaluate("cps", model="fake:random", data="p.csv", language="en")
    assert isinstance(result, Estimate)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    signature = result.about.signature
    with pytest.raises(DataError, match=r"There is no 'p.csv' here.*#[0-9a-f]{8}.*--data FILE"):
        replay(signature)
    shown = CliRunner().invoke(app, ["replay", str(signature), "--data", str(pairs), "--json"])
    assert shown.exit_code == 0 and json.loads(shown.stdout)["value"] == result.value
    pairs.write_text("id,more,less,axis\n1,a b,a c,gender\n", encoding="utf-8")
    with pytest.raises(DataError, match="the data has changed"):
        CliRunner().invoke(app, ["replay", str(signature), "--data", str(pairs)], catch_exceptions=False)
