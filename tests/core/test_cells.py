"""Cells of tables that hold JSON: what is damaged is told by the name of the file, never by a traceback."""

from __future__ import annotations

import pytest

from babelance.core.errors import DataError
from babelance.core.untrusted import object_in_cell


def test_an_object_is_read_and_an_empty_cell_is_an_empty_object() -> None:
    assert object_in_cell('{"set": "pro"}', "scored.parquet") == {"set": "pro"}
    assert object_in_cell(None, "scored.parquet") == object_in_cell(float("nan"), "scored.parquet") == {}


@pytest.mark.parametrize("cell", ['{"a": [1', "[1]", "3", "", '{"a": ' * 10_000])
def test_what_is_no_object_is_refused_with_the_name_of_the_file(cell: str) -> None:
    with pytest.raises(DataError, match=r"scored\.parquet"):
        object_in_cell(cell, "scored.parquet")
