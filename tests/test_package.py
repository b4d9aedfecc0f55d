"""The way in from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CALL = 'babelance.evaluate("cps", model="fake:random", data="babel-pairs", language="de", limit=5, draws=100)'


@pytest.mark.parametrize(
    "before",
    [
        "",
        CALL,
        "from babelance.evaluate import execute",
        "import babelance.cli.app",
        'babelance.audit("fake:random", data=["babel-pairs"], languages=["de"])',
    ],
)
def test_evaluate_is_a_function_whatever_was_imported_before(before: str, tmp_path: Path) -> None:
    code = f"import babelance\n{before}\nprint(callable(babelance.evaluate))"
    environment = {"BABELANCE_STORE": str(tmp_path / "store.sqlite")}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert out.stdout.strip() == "True", out.stderr
