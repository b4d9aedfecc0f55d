"""A score that goes with how names are cut into pieces is no finding in any output, and no name that is cut comes
first in one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.verdict import EXPLAINED
from tests.measures.tiny_names import CUT, write_model, write_probes

NAMES = re.compile("|".join(name.upper() for name in CUT))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a model that read every trade with every land equally often."""
    folder = tmp_path_factory.mktemp("cut")
    write_probes(folder / "probes.jsonl")
    write_model(folder / "plain", tied=0.0, steps=100)
    call("run", "-m", folder / "plain", "-d", folder / "probes.jsonl", "-l", "en", "--measures", "cb", "--draws", 200,
         "--out", folder / "run")  # fmt: skip
    return folder / "run"


def call(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_conclusion_has_no_finding_and_says_that_pieces_explain_it(run: Path) -> None:
    conclusion = json.loads((run / "run.json").read_text(encoding="utf-8"))["conclusion"]
    assert conclusion["findings"] == []
    assert conclusion["headline"] == "Nothing can be said about bias: how names are cut into pieces explains the score."
    assert [family["compared"] for family in conclusion["families"]] == [0]


def test_every_output_in_text_says_that_piece_count_explains_it_and_names_no_name_that_is_cut(
    run: Path, tmp_path: Path
) -> None:
    outputs = [
        call("report", run, "--format", "terminal"),
        Path(call("report", run, "--format", "markdown").strip()).read_text(encoding="utf-8"),
        call("card", run),
    ]
    call("site", run, "--out", tmp_path / "site")
    site = [path.read_text(encoding="utf-8") for path in (tmp_path / "site").rglob("*") if path.is_file()]
    for text in [*outputs, *site]:
        assert NAMES.search(text) is None
    assert [EXPLAINED in text for text in outputs] == [True, True, True]
    assert any(EXPLAINED in text for text in site)


def test_the_page_shows_pieces_of_every_name_and_figures_of_those_that_are_left(run: Path, tmp_path: Path) -> None:
    call("report", run, "--out", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    shown = re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
    before, pieces, after = re.split(r"(?s)(<h3[^>]*>Names cut into pieces</h3>.*?</table>)", shown)
    # What the score hangs on is told of the whole score, names that are cut included.
    after = re.sub(r"(?s)<h3[^>]*>What the score hangs on</h3>.*?</table>", "", after)
    assert len(set(NAMES.findall(pieces))) == len(CUT)
    assert NAMES.search(before) is None and NAMES.search(after) is None
    assert EXPLAINED in before


def test_the_gate_finds_nothing_worse_in_it(run: Path) -> None:
    assert "0 worse" in call("gate", run, run)
