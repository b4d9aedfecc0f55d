"""The printed TGBI tables computed again, and what the commands say about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.estimate import Estimate
from babelance.studies import tgbi_hindi_table_2 as hindi
from babelance.studies import tgbi_korean as korean


def test_no_printed_hindi_value_has_the_root_and_two_are_p_they() -> None:
    check_results = hindi.checks()
    assert len(check_results) == 14
    assert not [check for check in check_results if check.follows == "with root"]
    assert {(check.row.set, check.row.system) for check in check_results if check.follows != "without root"} == {
        ("negative", system) for system in hindi.SYSTEMS
    }


def test_hindi_values_are_the_formula_by_hand() -> None:
    first = hindi.checks()[0]
    inside = (1 - 0.0315 - 0.7473) * 0.0315 + 0.7473
    assert first.without_root == pytest.approx(inside)
    assert first.with_root == pytest.approx(inside**0.5)


def test_hindi_averages_are_means_of_the_printed_values() -> None:
    check_results = hindi.checks()
    for system, printed in hindi.AVERAGES.items():
        assert hindi.averages(check_results, system)[0] == pytest.approx(printed, abs=5e-5)


def test_hindi_command_prints_table_and_json() -> None:
    text = CliRunner().invoke(app, ["repro", "tgbi-hindi-table-2"])
    assert text.exit_code == 0
    assert "0 have the root, 12 have not, 2 are p_they" in text.stdout
    lines = CliRunner().invoke(app, ["repro", "tgbi-hindi-table-2", "--json"]).stdout.splitlines()
    assert [json.loads(line)["follows"] for line in lines].count("neither, but p_they") == 2


@pytest.fixture(scope="module")
def korean_checks(mirror: Path, tmp_path_factory: pytest.TempPathFactory) -> list[korean.Check]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BABELANCE_CACHE", str(tmp_path_factory.mktemp("cache")))
        return korean.checks()


def test_korean_sets_are_as_printed_and_the_average_is_not(korean_checks: list[korean.Check]) -> None:
    *sets, average = korean_checks
    assert all(check.follows for check in sets)
    assert not average.follows
    assert average.released.value == pytest.approx(0.29973, abs=1e-5)
    assert all(isinstance(check.own, Estimate) for check in (*sets, average))


def test_korean_command_says_where_the_paper_differs(
    korean_checks: list[korean.Check], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(korean, "checks", lambda: korean_checks)
    text = CliRunner().invoke(app, ["repro", "tgbi-korean"])
    assert text.exit_code == 0
    assert "7 of 8 numbers are as printed" in text.stdout
