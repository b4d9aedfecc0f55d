"""Commands of this program, one after the other, each in a process of its own as if it had been typed."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from typing import TextIO

import typer

UNDEFINED = 3
"""Exit code of a command with some result that is undefined: no failure."""


def in_words(step: Sequence[str]) -> str:
    return f"babelance {shlex.join(step)}"


def carry_out(step: Sequence[str], *, output: TextIO | None = None) -> None:
    """The first that fails ends it all. Results go to `output`, standard output unless told otherwise."""
    words = [sys.executable, "-c", "from babelance.cli import main; main()", *step]
    code = subprocess.run(words, check=False, stdout=output).returncode
    if code not in (0, UNDEFINED):
        raise typer.Exit(code)
