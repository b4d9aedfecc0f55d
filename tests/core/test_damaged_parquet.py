"""Statistics of a Parquet file that are damaged: Arrow ends the process where columns are asked about them."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pyarrow as pa
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
    places = [place for place in range(start, len(whole) - 8) if whole[place] == TEXT]
    assert places
    for place in places:
        path.write_bytes(whole[:place] + bytes([NUMBER]) + whole[place + 1 :])
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
