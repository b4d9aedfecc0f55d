"""Waiting for what another process does. The limits are for what never comes: a busy machine does not reach them."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SECONDS = 300.0
PAUSE = 0.05


def wait_for(file: Path, process: subprocess.Popen[Any]) -> None:
    """Until a process has written a file; fails if it ends before."""
    for _ in _turns():
        if file.exists():
            return
        assert process.poll() is None, process.communicate()
    pytest.fail("the run did not come that far")


def wait_for_the_end_of(process: int) -> None:
    for _ in _turns():
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
    pytest.fail("a program that the run had started goes on")


def _turns() -> Iterator[None]:
    for _ in range(int(SECONDS / PAUSE)):
        yield
        time.sleep(PAUSE)
