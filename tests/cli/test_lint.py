"""`babelance lint` as text, JSON and SARIF, its exit codes, and runs without flagged items."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_main import run

PAIRS = "id,more,less\n1,She sang.,He sang.\n2,She saw her cat.,He saw his cat.\n3,Ann left.,Bob left.\n"


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    (tmp_path / "pairs.csv").write_text(PAIRS, encoding="utf-8")
    return str(tmp_path / "pairs.csv")


def test_text_names_the_rule_the_place_and_what_to_do(pairs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said, _ = run(monkeypatch, "lint", pairs, "-l", "en")
    assert code == 1
    assert "warning pair-edits ×1: more than one place differs" in said
    assert "en 2: 'She' / 'He'; 'her' / 'his'" in said
    assert "1 of 3 items flagged, 1 findings." in said


def test_json_has_an_object_for_each_finding(pairs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said, _ = run(monkeypatch, "lint", pairs, "-l", "en", "--format", "json")
    [found] = [json.loads(line) for line in said.splitlines()]
    assert code == 1
    assert (found["rule"], found["item"], found["level"]) == ("pair-edits", "2", "warning")
    assert found["why"] and found["suggestion"]


def test_sarif_has_rules_and_places(pairs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said, _ = run(monkeypatch, "lint", pairs, "-l", "en", "--format", "sarif")
    log = json.loads(said)
    [one] = log["runs"][0]["results"]
    assert code == 1 and log["version"] == "2.1.0"
    assert one["ruleId"] in {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == pairs
    assert one["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "en/2"


def test_data_without_a_flaw_and_data_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.csv").write_text("more,less\nShe sang.,He sang.\n", encoding="utf-8")
    assert run(monkeypatch, "lint", str(tmp_path / "good.csv"), "-l", "en")[0] == 0
    assert run(monkeypatch, "lint", str(tmp_path / "none.csv"), "-l", "en")[0] == 2


def test_a_run_leaves_out_flagged_items_and_says_so(
    pairs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("run", "-m", "fake:random", "-d", pairs, "-l", "en", "--measures", "cps", "--json", "--draws", "100")
    store = ("--store", str(tmp_path / "store.sqlite"))
    _, said, _ = run(monkeypatch, *words, *store, "--without-flagged")
    result = json.loads(said.splitlines()[0])
    assert result["n"] == result["total"] == 2
    assert "where:flagged=no" in result["signature"]
    _, said, _ = run(monkeypatch, *words, *store, "--by", "flagged")
    assert [json.loads(line)["group"] for line in said.splitlines()] == [None, "flagged=no", "flagged=yes"]
