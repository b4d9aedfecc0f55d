"""The report on groups and attributes, and on languages: what is on the page, and that nothing gets there raw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.api import execute
from babelance.report.html.page import render
from babelance.report.html.sections import cb, languages
from babelance.report.results import Results
from babelance.run.plan import Settings, make_plan

NASTY = "<b>Peru</b>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two templates, three attributes, three targets, one of them with a name that is HTML."""
    targets = json.dumps({"FR": "France", "JP": "Japan", "PE": NASTY})
    lines = [
        json.dumps({"id": f"{template[:5]}/{word}", "template": template, "attribute": word, "targets": targets})
        for template in ("People from [TTT] are [AAA].", "They came from [TTT] as [AAA].")
        for word in ("bakers", "cooks", "vets")
    ]
    data = tmp_path / "groups.jsonl"
    data.write_text("\n".join(lines))
    settings = Settings(draws=100, by=())
    plan = make_plan(
        models=["fake:random"], data=[str(data)], measures=["cb"], languages=["en"], settings=settings
    )  # fmt: skip
    execute(plan, out=tmp_path / "out")
    return tmp_path / "out"


def test_attributes_and_groups_stand_in_a_heatmap_with_the_first_groups_as_bars(folder: Path) -> None:
    page = str(cb.section.html(Results.read(folder)))
    assert page.count('<tr><th scope="row">') >= 3 + 9
    assert page.count('class="bar"') == 3 * 3
    assert "What the score hangs on" in page


def test_names_of_targets_are_escaped(folder: Path) -> None:
    page = render(Results.read(folder))
    assert "&lt;b&gt;Peru&lt;/b&gt;" in page
    assert NASTY not in page


def test_there_is_no_section_without_scored_grids(folder: Path) -> None:
    (folder / "scored.parquet").unlink()
    assert not cb.section.applies(Results.read(folder))


PAIRS: list[dict[str, object]] = [
    {"a": "en", "b": "de", "value": 0.12, "low": 0.1, "high": 0.15, "shuffled": 0.3, "cells": 700, "targets": 30},
    {"a": "en", "b": "zh", "value": None, "undefined": "fewer than two targets in both"},
]
SIDES = [{"label": label, "model": "made:<up>"} for label in ("en", "de", "zh")]


def test_languages_stand_in_a_matrix_and_a_missing_number_says_why(folder: Path) -> None:
    record = {"sides": SIDES, "pairs": [{"undefined": None, **pair} for pair in PAIRS], "moved": []}
    (folder / "languages.json").write_text(json.dumps(record))
    page = str(languages.section.html(Results.read(folder)))
    assert page.count(">0.120<") == 3
    assert "undefined: fewer than two targets in both" in page
    assert "made:&lt;up&gt;" in page and "What moved" not in page


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pairs": []}'])
def test_a_comparison_that_cannot_be_read_is_left_out(folder: Path, text: str) -> None:
    (folder / "languages.json").write_text(text)
    assert not languages.section.applies(Results.read(folder))
