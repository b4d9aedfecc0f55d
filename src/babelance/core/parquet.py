"""Parquet from outside, read batch by batch within the limits of a reader.

A megabyte of Parquet may hold gigabytes: columns are compressed, and a value that stands in a million rows is stored
once. What a batch takes is counted while such values are still stored once, before they are written out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babelance.core.errors import DataError, InputError
from babelance.core.limits import Budget

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 4096
_CELL = 60
"""Bytes that a value takes in Python beside its content."""


def read_batches(path: Path, *, error: type[InputError] = DataError) -> Iterator[pa.RecordBatch]:
    """All rows, some thousand at a time; at least one batch, which tells the columns, also if there are no rows."""
    import pyarrow as pa
    from pyarrow import parquet

    if not path.stat().st_size:
        raise error(f"'{path}' is empty.")
    budget = Budget(str(path), path.stat().st_size, error)
    try:
        with parquet.ParquetFile(path, page_checksum_verification=True) as file:
            _check_promise(file.metadata, budget)
            plain = file.schema_arrow
        texts = [
            field.name for field in plain if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
        ]
        with parquet.ParquetFile(path, read_dictionary=texts, page_checksum_verification=True) as file:
            yield from _batches_within(file, _written_out(plain), budget)
            yield pa.RecordBatch.from_pylist([], _written_out(plain))
    except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError) as cause:
        raise error(f"'{path}' is not a Parquet file, or damaged: {_one_line(cause)}") from cause


def as_rows(batch: pa.RecordBatch, name: str) -> list[dict[str, Any]]:
    """The rows as Python's values."""
    columns = {column: _values(batch.column(place), column, name) for place, column in enumerate(batch.schema.names)}
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _check_promise(metadata: Any, budget: Budget) -> None:
    """What the file itself says that its pages unpack to, at most one group of rows at a time. Columns are not asked:
    Arrow ends the whole process where their statistics are damaged."""
    sizes = [metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups)]
    Budget(budget.name, budget.size, budget.error).take(max(sizes, default=0))


def _written_out(schema: pa.Schema) -> pa.Schema:
    """The same columns, with values in the place of numbers into a list of them."""
    import pyarrow as pa

    kinds = [one.type.value_type if pa.types.is_dictionary(one.type) else one.type for one in schema]
    return pa.schema([(one.name, kind) for one, kind in zip(schema, kinds, strict=True)])


def _batches_within(file: Any, schema: pa.Schema, budget: Budget) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
        for column in batch.columns:
            budget.take(_CELL * len(column) + _size(column))
        values = [one.dictionary_decode() if pa.types.is_dictionary(one.type) else one for one in batch.columns]
        cast = [one.cast(column.type) for one, column in zip(values, schema, strict=True)]
        yield pa.RecordBatch.from_arrays(cast, schema=schema)


def _size(column: pa.Array) -> int:
    """Bytes of the values when each is written out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_dictionary(column.type) or not pa.types.is_string(column.type.value_type):
        return int(column.nbytes)
    lengths = pc.binary_length(column.dictionary).take(column.indices)
    return int(pc.sum(lengths).as_py() or 0)


def _values(column: pa.Array, title: str, name: str) -> list[Any]:
    """Dates before the year 1 or after 9999, and text that is not UTF-8, are no values of Python's."""
    try:
        return column.to_pylist()  # type: ignore[no-any-return]
    except (ValueError, OverflowError, ArithmeticError) as cause:
        raise DataError(
            f"'{name}': the column '{title}' has values that cannot be read ({_one_line(cause)})."
        ) from cause


def _one_line(cause: BaseException) -> str:
    return " ".join(str(cause).split())[:300] or type(cause).__name__
