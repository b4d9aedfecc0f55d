"""Table 3 of the NLI-CoAL paper from its own proportions."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.studies.coal_table_3 import LABELS, checks, rows, score  # type: ignore[attr-defined]


def test_all_fourteen_rows_are_there_and_their_shares_add_up_to_one() -> None:
    table = list(rows())
    assert len(table) == 14
    for row in table:
        for shares in row.shares.values():
            assert sum(shares.values()) == pytest.approx(1, abs=0.0016)


def test_every_coal_score_of_the_paper_follows_from_its_proportions() -> None:
    found = [check for check in checks() if check.measure == "nli-coal"]
    assert len(found) == 14
    assert all(check.verdict == "follows" for check in found)
    assert all(abs(check.difference) <= 0.0004 for check in found)


def test_two_fn_scores_of_the_paper_do_not_follow() -> None:
    found = {check.row.model: check for check in checks() if check.measure == "fn"}
    assert {name: check.verdict for name, check in found.items() if check.verdict != "follows"} == {
        "Waseda RoBERTa-base": "truncated",
        "Laboro DistilBERT-base": "differs",
    }
    assert found["Laboro DistilBERT-base"].difference == pytest.approx(-0.0362, abs=1e-4)


def test_scores_are_those_of_the_measures() -> None:
    even = {(name, label): 100.0 for name in ("pro", "anti", "non") for label in LABELS}
    assert score("nli-coal", even) == pytest.approx(4 / 9)
    assert score("fn", even) == pytest.approx(2 / 3)


def test_the_receipt_prints_ours_printed_and_the_difference() -> None:
    lines = CliRunner().invoke(app, ["repro", "coal-table-3", "--json"], catch_exceptions=False).stdout.splitlines()
    assert len(lines) == 28
    assert {"ours", "printed", "difference", "verdict"} <= set(json.loads(lines[0]))
    wide = {"COLUMNS": "120"}
    table = CliRunner().invoke(app, ["repro", "coal-table-3"], env=wide, catch_exceptions=False).stdout
    assert "26 of 28 scores follow" in table and "does not follow" in table
