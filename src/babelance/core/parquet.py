"""Parquet from outside, read batch by batch within the limits of a reader.

A megabyte of Parquet may hold gigabytes: columns are compressed, and a value that stands in a million rows is stored
once. What a batch takes is counted while such values are still stored once, before they are written out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babelance.core.errors import DataError, InputError
from babelance.core.limits import Budget

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 4096
BYTES_AT_ONCE = 64 * 2**20
"""Of values that are written out together, unless a single row has more."""
_WIDEST = 10_000
"""Bytes of a value in a column of values that are equally long: a batch of them is written out at once."""
_CELL = 60
"""Bytes that a value takes in Python beside its content."""


def read_batches(path: Path, *, row: int = 0, error: type[InputError] = DataError) -> Iterator[pa.RecordBatch]:
    """All rows, some thousand at a time; at least one batch, which tells the columns, also if there are no rows.

    `row` is what the caller takes for each row beside its values, in bytes.
    """
    import pyarrow as pa
    from pyarrow import parquet

    if not path.stat().st_size:
        raise error(f"'{path}' is empty.")
    budget = Budget(str(path), path.stat().st_size, error)
    try:
        opened = partial(parquet.ParquetFile, path, page_checksum_verification=True)
        with _giving_back_memory(), opened() as file:
            _check_promise(file.metadata, budget)
            plain = file.schema_arrow
            texts = _flat_texts(file.schema, budget)
        with _giving_back_memory(), opened(read_dictionary=texts) as file:
            yield from _batches_within(file, _without_dictionaries(plain), budget, row)
            yield pa.RecordBatch.from_pylist([], _without_dictionaries(plain))
    except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError) as cause:
        raise error(f"'{path}' is not a Parquet file, or damaged: {_one_line(cause)}") from cause


@contextmanager
def _giving_back_memory() -> Iterator[None]:
    """Arrow's usual allocator keeps what it is done with: 60 MiB after a file of one."""
    import pyarrow as pa

    usual = pa.default_memory_pool()
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        yield
    finally:
        pa.set_memory_pool(usual)


def as_rows(batch: pa.RecordBatch, name: str) -> list[dict[str, Any]]:
    """The rows as Python's values."""
    columns = {column: _values(batch.column(index), column, name) for index, column in enumerate(batch.schema.names)}
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _check_promise(metadata: Any, budget: Budget) -> None:
    """What the file itself says that its pages unpack to, at most one group of rows at a time. Columns are not asked:
    Arrow ends the whole process where their statistics are damaged."""
    sizes = [metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups)]
    Budget(budget.name, budget.size, budget.error).take(max(sizes, default=0))


def _flat_texts(schema: Any, budget: Budget) -> list[str]:
    """The columns of texts or bytes. A list may hold any number of values in a single row, which Arrow writes out
    before anybody can count them, and so may what is inside an object."""
    columns = [schema.column(number) for number in range(len(schema))]
    if nested := sorted({column.path.partition(".")[0] for column in columns if _is_nested(column)}):
        raise budget.error(
            f"'{budget.name}': the column {', '.join(map(repr, nested[:5]))} holds lists or objects, which are not "
            "read from Parquet. Leave it out, or write JSON lines."
        )
    if wide := [column.path for column in columns if (column.length or 0) > _WIDEST]:
        raise budget.error(f"'{budget.name}': the column '{wide[0]}' holds values of more than {_WIDEST:,} bytes each.")
    return [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]


def _is_nested(column: Any) -> bool:
    return bool(column.max_repetition_level) or column.path != column.name


def _without_dictionaries(schema: pa.Schema) -> pa.Schema:
    """The same columns, with values in the place of numbers into a list of them."""
    import pyarrow as pa

    kinds = [column.type.value_type if pa.types.is_dictionary(column.type) else column.type for column in schema]
    return pa.schema([(column.name, kind) for column, kind in zip(schema, kinds, strict=True)])


def _batches_within(file: Any, schema: pa.Schema, budget: Budget, row: int) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
        size = row * batch.num_rows + sum(_CELL * len(column) + _size(column) for column in batch.columns)
        budget.take(size)
        rows = max(1, batch.num_rows * BYTES_AT_ONCE // max(size, 1))
        for start in range(0, batch.num_rows, rows):
            yield _write_out(batch.slice(start, rows), schema)
        pa.default_memory_pool().release_unused()


def _write_out(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    import pyarrow as pa

    values = [array.dictionary_decode() if pa.types.is_dictionary(array.type) else array for array in batch.columns]
    cast = [array.cast(column.type) for array, column in zip(values, schema, strict=True)]
    return pa.RecordBatch.from_arrays(cast, schema=schema)


def _size(column: pa.Array) -> int:
    """Bytes of the values when each is written out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_dictionary(column.type):
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
