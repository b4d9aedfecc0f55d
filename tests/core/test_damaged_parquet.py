"""Statistics of a Parquet file that are damaged: Arrow ends the process where columns are asked about them."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from babelance.core.errors import DataError
from babelance.core.parquet import read_batches

TEXT, NUMBER = 0x0C, 0x04
"""How a footer writes that a column holds texts, or whole numbers."""


def test_a_column_that_is_said_to_hold_something_else_does_not_end_the_process(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"a": ["x", "y"], "b": [1, 2]}), path)
    whole = path.read_bytes()
    start = len(whole) - 8 - struct.unpack("<I", whole[-8:-4])[0]
    places = [index for index in range(start, len(whole) - 8) if whole[index] == TEXT]
    assert places
    for index in places:
        path.write_bytes(whole[:index] + bytes([NUMBER]) + whole[index + 1 :])
        assert _code_of_reading(path) in (0, 2)


def _code_of_reading(path: Path) -> int:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            list(read_batches(path))
        except DataError:
            os._exit(2)
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_long_values_are_written_out_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is stored once and stands in many rows would take a batch of rows many times over."""
    monkeypatch.setattr("babelance.core.parquet.BYTES_AT_ONCE", 1_000_000)
    long = pa.DictionaryArray.from_arrays(pa.array([0] * 100, pa.int32()), pa.array(["a" * 100_000]))
    path = tmp_path / "long.parquet"
    parquet.write_table(pa.table({"more": long, "less": long}), path)
    sizes = [(batch.num_rows, batch.nbytes) for batch in read_batches(path)]
    assert sum(rows for rows, _ in sizes) == 100
    assert len(sizes) > 10 and max(size for _, size in sizes) <= 1_100_000
