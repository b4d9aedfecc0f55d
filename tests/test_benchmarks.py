"""The ledger of the benchmarks: rows are merged, and one that fails takes nothing with it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from benchmarks import __main__ as ledger


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package `benchmarks` of its own with one that works, one that misses its bar and one that breaks."""
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    (folder / "__init__.py").touch()
    row = 'print(json.dumps({"claim": "a / b", "ratio": 2.5, "bar": "≥ 2", "holds": True}))'
    (folder / "fine.py").write_text(f"import json\n{row}\n")
    missed = '{"claim": "c / d", "ratio": 1, "bar": 3, "holds": false}'
    (folder / "slow.py").write_text(f"import sys\nprint('{missed}')\nsys.exit(1)\n")
    (folder / "broken.py").write_text("raise ValueError\n")
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(ledger, "HERE", folder)
    monkeypatch.setattr(ledger, "RESULTS", folder / "results.json")
    monkeypatch.setattr(ledger, "PAGE", tmp_path / "docs" / "benchmarks.md")
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> tuple[list[dict[str, object]], int]:
    monkeypatch.setattr(sys, "argv", ["benchmarks", *words])
    with pytest.raises(SystemExit) as ended:
        ledger.main()
    code = ended.value.code
    assert isinstance(code, int)
    return json.loads((folder / "benchmarks" / "results.json").read_text(encoding="utf-8")), code


def test_one_that_fails_does_not_lose_the_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, code = run(monkeypatch, folder)
    assert [(row["benchmark"], row["bar"], row["holds"]) for row in rows] == [
        ("fine", "≥ 2", True), ("slow", "≥ 3", False),
    ]  # fmt: skip
    assert code == 1
    assert all(row["date"] and row["machine"] for row in rows)
    page = (folder / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "| fine | a / b | 2.5 | ≥ 2 | yes |" in page and "**no**" in page


def test_chosen_ones_are_merged_into_what_is_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [
        {"benchmark": "other", "claim": "x", "ratio": 1.0, "bar": "", "holds": None, "date": "d", "machine": "m"},
        {"benchmark": "fine", "claim": "gone", "ratio": 1.0, "bar": "", "holds": None, "date": "d", "machine": "m"},
    ]
    (folder / "benchmarks" / "results.json").write_text(json.dumps(old), encoding="utf-8")
    rows, code = run(monkeypatch, folder, "fine")
    assert [(row["benchmark"], row["claim"]) for row in rows] == [("fine", "a / b"), ("other", "x")]
    assert code == 0
    rows, code = run(monkeypatch, folder, "fine,broken")
    assert len(rows) == 2 and code == 1


def test_an_unknown_one_is_named(folder: Path) -> None:
    with pytest.raises(SystemExit, match="No benchmark 'pears'"):
        ledger.choose(["pears"])


def test_the_page_of_the_documentation_is_what_the_next_run_would_write() -> None:
    rows = json.loads(ledger.RESULTS.read_text(encoding="utf-8"))
    assert ledger.PAGE.read_text(encoding="utf-8") == ledger.page(rows)
