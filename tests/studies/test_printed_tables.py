"""Tables that papers print: as many cells as they have, and numbers of one's own beside the right ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.cli.repro.printed import NAMES
from babelance.core.errors import InputError
from babelance.core.estimate import About, Estimate
from babelance.core.scale import Scale
from babelance.core.signature import Signature
from babelance.studies.beside_printed import count_words, lines
from babelance.studies.printed_tables import tables

CELLS = {
    "cb-table-2": 35, "cb-table-3": 30, "cb-table-4": 12, "cb-table-5": 11, "cb-table-6": 15, "cb-table-7": 40,
    "cb-table-8": 12, "cb-table-9": 16, "s-jsd-table-2": 30, "s-jsd-table-3": 20,
}  # fmt: skip


def estimate(measure: str, language: str, value: float, data: str = "d@1#0", **options: str) -> Estimate:
    signature = Signature(measure, options, "m", data, language, 1, 1, "bca.100.95", 0, "0")
    scale = Scale(-1, 1, ideal=0, chance=0)
    about = About(measure, "m", data, language, None, scale, signature, 1, 1, {})
    return Estimate(about, value, value - 0.001, value + 0.001, 0.95, "bca.100.95", error=0.0005)


def test_every_table_has_all_its_cells() -> None:
    assert {name: len(table.cells) for name, table in tables().items()} == CELLS
    assert set(NAMES) == set(CELLS)


def test_thousandths_are_compared_with_thousandths_and_perturbed_with_perturbed() -> None:
    table = tables()["s-jsd-table-3"]
    plain, cut = estimate("s-jsd", "en", -0.006), estimate("s-jsd", "en", -0.004, perturb="drop-last-character")
    found = [
        line for line in lines(table, [], [plain, cut]) if line.cell.row == "BERT" and line.cell.measure == "s-jsd"
    ]
    assert [[one.value for one in line.own] for line in found] == [[pytest.approx(-6)], [pytest.approx(-4)]]
    assert found[0].own[0].error == pytest.approx(0.5)


def test_a_row_about_more_words_stands_beside_a_run_with_these_words_only() -> None:
    runs = [
        estimate("cb", "ko", 1.0, "ethnic-bias@2#0", fidelity="paper"),
        estimate("cb", "ko", 2.0, "ethnic-bias@2#0", fidelity="paper", targets="plus"),
        estimate("cb", "ko", 3.0, "ethnic-bias-plus@2#0", fidelity="released"),
    ]
    found = {line.cell.row: line.own for line in lines(tables()["cb-table-7"], [], runs) if line.cell.language == "ko"}
    rows = ("30 targets, 70 attributes", "+5 targets", "+5 attributes", "+5 attributes, +5 targets")
    assert [[entry.value for entry in found[f"BERT, {row}"]] for row in rows] == [[1.0], [2.0], [3.0], []]
    assert found["BERT, +5 targets"][0].about == "ethnic-bias, fidelity=paper, targets=plus"
    assert found["BERT, +5 attributes"][0].about == "ethnic-bias-plus, fidelity=released"


@pytest.mark.parametrize(
    ("table", "file"), [("cb-table-3", "languages.json"), ("cb-table-6", "ner.jsonl"), ("cb-table-9", "languages.json")]
)
def test_a_folder_without_what_the_table_needs_is_an_error_and_no_dash(table: str, file: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"'.*typo': it has no {file}. Make it with: babelance "):
        lines(tables()[table], [tmp_path / "typo"], [])


def test_divergences_are_read_from_a_comparison_of_languages(tmp_path: Path) -> None:
    pair = {
        "language_a": "de",
        "language_b": "en",
        "model_a": "m",
        "model_b": "m",
        "value": 0.2,
        "low": 0.1,
        "high": 0.3,
    }
    (tmp_path / "languages.json").write_text(json.dumps({"pairs": [{**pair, "targets": 30}]}))
    found = [line for line in lines(tables()["cb-table-3"], [tmp_path], []) if line.own]
    assert [(line.cell.row, line.cell.value, line.own[0].value) for line in found] == [
        ("M-BERT", 0.130, 0.2),
        ("BERT", 0.162, 0.2),
    ]


@pytest.mark.parametrize("name", ["cb-table-2", "s-jsd-table-2"])
def test_without_runs_the_printed_numbers_stand_alone(name: str) -> None:
    done = CliRunner().invoke(app, ["repro", name, "--json"])
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == CELLS[name] and all(row["yours"] == [] for row in rows)


def test_whoever_compares_cb_is_told_which_formula_the_paper_very_likely_used() -> None:
    assert "--set fidelity=released" in CliRunner().invoke(app, ["repro", "cb-table-2"]).stdout
    assert "--set fidelity=released" not in CliRunner().invoke(app, ["repro", "s-jsd-table-2"]).stdout


def test_words_of_the_dataset_are_those_of_its_table_1(mirror: Path) -> None:
    """Table 1 of the paper; Thai has no spaces to count by."""
    found = {count.language: count for count in count_words()}
    assert all(one.counted == one.printed for code, one in found.items() if code != "th")
    assert found["th"].counted is None and found["th"].pairs == 212
