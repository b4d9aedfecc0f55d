"""Memory of readers, measured: a few here, all of them with `python -m tests.fuzz.memory`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.fuzz.bombs import BOMBS
from tests.fuzz.large_files import LARGE
from tests.fuzz.memory import Reading
from tests.fuzz.readers import READERS


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process is counted by Linux alone")
def test_readers_take_ten_times_a_file_or_the_limit() -> None:
    words = [sys.executable, "-m", "tests.fuzz.memory", "--only", "csv,jsonl,parquet,tsv-gz"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[0] for line in lines] == ["ok"] * 8
    assert any("takes more than" in line for line in lines) and any(line.endswith("  read") for line in lines)


def test_what_is_beyond_is_told() -> None:
    assert Reading("csv", "large", 8 << 20, 110 << 20, "read").fits
    assert not Reading("csv", "large", 8 << 20, 130 << 20, "read").fits
    assert not Reading("csv", "large", 8 << 20, -1, "ValueError: no error of ours").fits


def test_files_are_of_readers_that_there_are() -> None:
    assert LARGE.keys() <= READERS.keys() and BOMBS.keys() <= READERS.keys()
