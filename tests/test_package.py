"""The way in from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import babelance
from babelance.run.plan import Settings

CALL = 'babelance.evaluate("cps", model="fake:random", data="babel-pairs", language="de", limit=5, draws=100)'


@pytest.mark.parametrize(
    "before",
    [
        "",
        CALL,
        "from babelance.api import execute",
        "import babelance.cli.app",
        'babelance.audit("fake:random", data=["babel-pairs"], languages=["de"])',
    ],
)
def test_evaluate_is_a_function_whatever_was_imported_before(before: str, tmp_path: Path) -> None:
    code = f"import babelance\n{before}\nprint(callable(babelance.evaluate))"
    environment = {"BABELANCE_STORE": str(tmp_path / "store.sqlite")}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert out.stdout.strip() == "True", out.stderr


def test_many_results_at_once_are_a_data_frame(tmp_path: Path) -> None:
    results = babelance.evaluate_many(
        ["cps", "s-jsd"],
        models=["fake:random"],
        data=["babel-pairs"],
        languages=["de", "fi"],
        settings=Settings(limit=5, draws=100, by=()),
        store=tmp_path / "store.sqlite",
        perturb="drop-last-character",
    )
    table = results.frame()
    assert list(zip(table["language"], table["measure"], strict=True)) == [
        ("de", "cps"), ("de", "s-jsd"), ("fi", "cps"), ("fi", "s-jsd"),
    ]  # fmt: skip
    assert all("perturb:drop-last-character" in signature for signature in table["signature"])


def test_the_package_is_the_command() -> None:
    """Where scripts are not on the path."""
    words = [sys.executable, "-m", "babelance"]
    version = subprocess.run([*words, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == f"babelance {babelance.__version__}\n"
    typo = subprocess.run([*words, "rnu"], capture_output=True, text=True, check=False)
    assert typo.returncode == 2 and "Did you mean 'run'?" in typo.stderr
