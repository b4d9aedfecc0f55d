"""The groups that one sentence makes likely, as bars."""

from __future__ import annotations

import json
import math
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import DataError, InputError
from babelance.report.results import Results
from babelance.report.sentence_figure import Panel, panels

SENTENCE = "person/thief"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figure")
    call("run", "-m", "fake:random#1", "-d", "babel-groups", "-l", "de,ko", "--measures", "cb", "--draws", 100,
         "--where", "attribute=thief", "--out", folder / "before")  # fmt: skip
    return folder / "before"


def call(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(done.exception, InputError):
        raise done.exception
    assert done.exit_code in (0, 3), done.output
    return done.stdout


def panel_of(run: Path, language: str) -> Panel:
    found = panels(Results.read(run), SENTENCE, {"JP": "Japan"})
    return next(panel for panel in found if panel.language == language)


def test_shares_add_up_to_one_the_largest_first_and_the_score_is_the_variance_of_log_ratios(run: Path) -> None:
    panel = panel_of(run, "ko")
    shares = [bar.share for bar in panel.bars]
    assert sum(shares) == pytest.approx(1) and shares == sorted(shares, reverse=True) and len(shares) == 30
    logs = [math.log(share) for share in shares]
    mean = sum(logs) / 30
    assert panel.score == pytest.approx(sum((log - mean) ** 2 for log in logs) / 29, rel=1e-4)
    assert "[MASK]" in panel.sentence and "[AAA]" not in panel.sentence


def test_local_names_have_an_english_gloss(run: Path) -> None:
    labels = {bar.key: bar.label for bar in panel_of(run, "ko").bars}
    assert labels["JP"] == "Japan 일본" and labels["FR"] == "프랑스"
    assert {bar.key: bar.label for bar in panel_of(run, "de").bars}["JP"] == "Japan"


def test_before_and_after_stand_side_by_side_with_the_score_in_parentheses(run: Path, tmp_path: Path) -> None:
    told = call("figure", run, run, "--sentence", SENTENCE, "--top", 4, "--out", tmp_path / "a.svg")
    assert told.count("(CB ") == 4
    drawn = ElementTree.parse(tmp_path / "a.svg").getroot()
    texts = ["".join(one.itertext()) for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert sum("(CB " in text for text in texts) == 4 and texts.count("before") == 2
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}rect"))) == 4 * 4


def test_any_sentence_has_its_first_groups_as_data(run: Path) -> None:
    rows = [json.loads(line) for line in call("figure", run, "-s", "friend/thief", "--top", 3, "--json").splitlines()]
    assert [row["language"] for row in rows] == ["de", "ko"] and all(len(row["groups"]) == 3 for row in rows)


def test_a_sentence_that_is_not_there_and_a_file_of_another_kind_are_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Did you mean 'person/thief'"):
        call("figure", run, "--sentence", "person/thieff")
    with pytest.raises(InputError, match=r"name it a.svg instead of 'a.png'"):
        call("figure", run, "--sentence", SENTENCE, "--out", tmp_path / "a.png")


@pytest.mark.parametrize(
    "detail",
    [
        '{"log_ratios": {"a": 1, "b": "x"}}',
        '{"log_ratios": {"a": 1, "b": null}}',
        '{"log_ratios": {"a": 1, "b": 1e999}}',
        '{"log_ratios": [1]}',
        '{"log_ratios": {"a": 1}, "compared": ["b"]}',
        "[]",
        "no JSON",
    ],
)
def test_details_that_somebody_changed_are_an_error_in_words(detail: str) -> None:
    rows = pd.DataFrame(
        [{"measure": "cb", "item": "1", "model": "m", "language": "en", "texts": "{}", "detail": detail}]
    )
    with pytest.raises(DataError, match=r"scored\.parquet"):
        list(panels(Results(Path(), scored=rows), "1", {}))
