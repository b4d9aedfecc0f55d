"""Skips are counted by reason, and one without an excuse that holds is a failure where CI is set."""

from __future__ import annotations

import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.skips import EXCUSES, MOST, WHOLE, Excuse, complaint, complaints, reasons

NO_TOOL = (Excuse("no hammer", lambda: True), Excuse("no nail", lambda: False))


def test_a_reason_that_is_on_the_list_and_true_is_fine() -> None:
    assert complaint("no hammer here", NO_TOOL) is None


def test_a_reason_that_is_not_on_the_list_is_named() -> None:
    assert complaint("did not feel like it", NO_TOOL) == "not among the excuses in tests/skips.py"


def test_an_excuse_that_does_not_hold_is_named() -> None:
    assert complaint("no nail here", NO_TOOL) == "not so: what it says is missing is here"


def test_what_two_workers_report_of_one_case_counts_once() -> None:
    report = SimpleNamespace(nodeid="tests/run/test_ray.py", longrepr=("file", 1, "Skipped: ray is not installed"))
    assert reasons([report, report]) == {"ray is not installed": 1}


def test_too_many_skips_of_a_whole_run_are_a_complaint_however_good_the_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.skips.complaint", lambda reason: None)
    most = int(MOST * WHOLE)
    assert complaints({"no hammer": most}, WHOLE) == []
    [line] = complaints({"no hammer": most + 1}, WHOLE)
    assert line == f"{most + 1} of {WHOLE} cases were skipped, more than 5%"


def test_every_excuse_can_be_looked_at() -> None:
    assert all(isinstance(excuse.holds(), bool) for excuse in EXCUSES)


def test_no_folder_of_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    """pytest does not look into folders called `build` unless it is told to."""
    ignored = [pattern for pattern in pytestconfig.getini("norecursedirs") if pattern not in (".*", "__pycache__")]
    folders = {path.parent.name for path in Path(__file__).parent.rglob("test_*.py")}
    assert not [name for name in folders for pattern in ignored if fnmatch(name, pattern)]


@pytest.mark.parametrize(("variable", "code"), [("true", 1), ("", 0)])
def test_a_run_with_an_unexpected_skip_fails_in_ci_alone(tmp_path: Path, variable: str, code: int) -> None:
    (tmp_path / "test_lazy.py").write_text(
        "import pytest\ndef test_a(): pytest.skip('too tired')\ndef test_b(): pytest.skip('too tired')\n"
    )
    root = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.skips", "-p", "no:cacheprovider", str(tmp_path)],
        env={**os.environ, "CI": variable, "PYTHONPATH": root}, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == code
    assert "    2  too tired" in done.stdout
    assert "skipped without an excuse: too tired: not among the excuses in tests/skips.py" in done.stdout
