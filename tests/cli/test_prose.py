"""Texts of docstrings fit the terminal, formulas too."""

from __future__ import annotations

import sys

import pytest

from babelance.cli._prose import fill
from babelance.cli._verbs import overview
from babelance.core.registry import MEASURES


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_of_a_measure_is_longer_than_the_terminal(width: int) -> None:
    for name in MEASURES.names():
        text = sys.modules[type(MEASURES.get(name)()).__module__].__doc__ or ""
        assert max(map(len, fill(text, width=width).splitlines())) <= width, name


def test_a_long_formula_goes_on_farther_to_the_right() -> None:
    formula = "    CB = mean over templates t, mean over attributes a, of the variance of all groups"
    first, second = fill(formula, width=60).splitlines()
    assert first.startswith("    CB = ") and second.startswith("        ")
    assert f"{first} {second.strip()}" == formula and fill(formula, width=100) == formula


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_the_overview_fits(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert max(map(len, overview().splitlines())) <= max(int(columns), 70)
