"""The mark of the MBE paper stands in every output, beside the p of the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from babelance.api import evaluate
from babelance.core.estimate import Estimate
from babelance.report import markdown, numbers, terminal
from babelance.report.html.page import render
from babelance.report.results import Results

WORDS = ("reads", "sings", "sleeps", "waits", "laughs", "runs", "cooks", "walks")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A model that knows nothing, and is marked all the same."""
    folder = tmp_path_factory.mktemp("mark")
    rows = [f'{{"text": "Anna {a} and {b}.", "group": "female"}}' for a in WORDS for b in WORDS]
    rows += [f'{{"text": "Otto {a} and {b}.", "group": "male"}}' for a in WORDS for b in WORDS]
    (folder / "d.jsonl").write_text("\n".join(rows), encoding="utf-8")
    evaluate("mbe", model="fake:random#2", data=str(folder / "d.jsonl"), language="en", draws=100, out=folder / "out")
    return Results.read(folder / "out")


def test_the_mark_follows_the_median_over_coins(results: Results) -> None:
    [result] = results.overall
    assert isinstance(result, Estimate)
    p = result.extra["mcnemar_p"]
    assert isinstance(p, float) and numbers.value(result).endswith("‡") == (p < 0.05) == ("‡" in terminal.line(result))


def test_every_output_has_the_mark_and_says_what_it_is(results: Results, tmp_path: Path) -> None:
    console = Console(width=100, record=True, file=(tmp_path / "x").open("w", encoding="utf-8"))
    console.print(terminal.summary(results))
    for text in (console.export_text(), markdown.render(results), render(results)):
        assert "‡" in text and "McNemar" in text
