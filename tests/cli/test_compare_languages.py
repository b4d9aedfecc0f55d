"""`babelance compare languages` as a user meets it, and `babelance compare A B` beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from babelance.cli.app import app
from babelance.core.errors import InputError

FEW = ["--limit", "20", "--draws", "100"]


def babelance(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_the_matrix_is_printed_for_people() -> None:
    shown = babelance("compare", "languages", "-m", "fake:random", "-l", "en,de", *FEW)
    assert shown.exit_code == 0, shown.output
    assert "Jensen–Shannon divergence" in " ".join(shown.stdout.split())
    assert "en / de: 0." in shown.stdout


def test_machines_get_one_object_for_each_pair() -> None:
    shown = babelance("compare", "languages", "-m", "fake:random", "-l", "en,de,ko", "--json", *FEW)
    records = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(record["a"], record["b"]) for record in records] == [("en", "de"), ("en", "ko"), ("de", "ko")]
    assert {record["targets"] for record in records} == {30}
    assert all(0 <= record["low"] <= record["value"] <= record["high"] <= 0.6932 for record in records)


def test_each_language_may_have_a_model_of_its_own() -> None:
    shown = babelance("compare", "languages", "-m", "en=fake:random", "-m", "de=fake:random#1", "--json", *FEW)
    [record] = [json.loads(line) for line in shown.stdout.splitlines()]
    assert (record["model_a"], record["model_b"]) == ("fake:random", "fake:random#1")
    assert (record["language_a"], record["language_b"]) == ("en", "de")


def test_before_and_after_tells_what_moved_and_a_report_shows_it(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["compare", "languages", "-m", "fake:random", "-m", "fake:random#1", "-l", "de", "--out", str(out), *FEW]
    shown = babelance(*words)
    assert "another group comes first for" in shown.stdout
    assert json.loads((out / "languages.json").read_text())["moved"]
    assert babelance("report", str(out)).exit_code == 0
    page = (out / "report.html").read_text()
    first = page.partition('class="first-screen')[2].partition("</header>")[0]
    assert "Between languages" in first and "told apart from groups exchanged at random" in first
    assert "Between languages" in page and "What moved" in page and "Groups and attributes" in page


def test_a_model_for_a_language_that_was_not_asked_for_is_refused() -> None:
    shown = babelance("compare", "languages", "-m", "ko=fake:random", "-m", "fake:random", "-l", "en,de", *FEW)
    assert isinstance(shown.exception, InputError)
    assert "named for 'ko', which is not in --languages en,de" in str(shown.exception)


def test_data_without_targets_are_refused_before_anything_runs() -> None:
    shown = babelance("compare", "languages", "-m", "fake:random", "-d", "babel-pairs", "-l", "en,de")
    assert isinstance(shown.exception, InputError)
    assert "needs attribute, targets, template" in str(shown.exception)


@pytest.mark.parametrize("words", [["compare"], ["compare", "models"]])
def test_two_models_are_compared_without_or_with_the_word_models(words: list[str]) -> None:
    rest = ["fake:random", "fake:random#1", "-d", "babel-groups", "-l", "en", "--measures", "cb", "--json"]
    shown = babelance(*words, *rest, "--limit", "140", "--draws", "100")
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["measure"] == "cb"


@pytest.mark.parametrize("words", [["compare"], ["compare", "models"], ["compare", "languages"]])
def test_help_has_an_example(words: list[str]) -> None:
    shown = babelance(*words, "--help")
    assert shown.exit_code == 0
    assert "Example: babelance compare" in " ".join(shown.stdout.split())
