"""Table 1 of the Hindi–English paper: twelve cells follow from their queries, RNSB's do not."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.studies.hindi_table_1 import cells


def test_all_but_rnsb_follow_from_the_values_of_their_queries() -> None:
    assert len(cells()) == 16
    assert {cell.measure for cell in cells() if cell.follows.startswith("neither")} == {"rnsb"}
    assert sum(cell.follows.startswith("neither") for cell in cells()) == 4


def test_the_ect_of_the_hindi_system_is_a_mean_of_absolute_values() -> None:
    [cell] = [cell for cell in cells() if cell.measure == "ect" and cell.embedding.startswith("NMT-Hindi")]
    assert cell.follows == "mean of absolute values"
    assert round(cell.of_signed, 3) == 0.204 and min(cell.by_query) < 0


def test_the_verb_prints_all_cells_and_says_what_does_not_follow() -> None:
    shown = CliRunner().invoke(app, ["repro", "hindi-table-1"])
    assert shown.exit_code == 0 and "12 of 16 cells follow" in shown.stdout
    lines = CliRunner().invoke(app, ["repro", "hindi-table-1", "--json"]).stdout.splitlines()
    assert [json.loads(line)["measure"] for line in lines[:4]] == ["weat", "rnsb", "rnd", "ect"]
