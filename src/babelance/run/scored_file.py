"""`scored.parquet`: one row per item and measure, spooled as it comes, handed over complete.

Windows are spooled as Arrow batches with columns of their own; the types of the file's columns are known only when the
last window is in. Arrow is imported with the first window: a run without an output folder never needs it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from babelance.core.scored import Scored, Skipped
from babelance.run.plan import Job

if TYPE_CHECKING:
    import pyarrow as pa

FIXED = ("measure", "model", "data", "item", "language", "skipped", "tags", "texts", "detail")
"""Columns of every row, all of them strings."""
ROWS_AT_ONCE = 20_000

Outcome = Scored | Skipped
Column = list[Any]
_encode = json.JSONEncoder(ensure_ascii=False).encode


class ScoredFile:
    """`add` takes outcomes as they come, `finish` writes the file. Both work in a folder of this run alone."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "scored.parquet"
        self._spool_path = folder / "scored.spool"
        self._spool: IO[bytes] = self._spool_path.open("xb")
        self._types: dict[str, type] = {}

    def add(self, job: Job, measure: str, outcomes: Sequence[Outcome]) -> None:
        import pyarrow as pa

        if not outcomes:
            return
        columns = {**_fixed_columns(job, measure, outcomes), **_own_columns(outcomes)}
        kinds = {name: _type_of(values) for name, values in columns.items()}
        for name, kind in kinds.items():
            if name not in FIXED:
                self._types[name] = _common_type(self._types.get(name, kind), kind)
        arrays = {name: _array(values, kinds[name]) for name, values in columns.items()}
        batch = pa.record_batch(arrays)
        with pa.ipc.new_stream(self._spool, batch.schema) as stream:
            stream.write_batch(batch)

    def close(self) -> None:
        self._spool.close()

    def finish(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._spool.close()
        types = dict.fromkeys(FIXED, str) | dict(sorted(self._types.items()))
        schema = pa.schema([(name, _arrow(kind)) for name, kind in types.items()])
        with pq.ParquetWriter(self._path, schema, compression="zstd", write_page_checksum=True) as writer:
            for batches in self._batches():
                tables = [_fit_columns(batch, types) for batch in batches]
                writer.write_table(pa.concat_tables(tables))
        self._spool_path.unlink()

    def _batches(self) -> Iterator[list[pa.RecordBatch]]:
        """Windows, many together: a row group of a few rows would be slow to read."""
        some: list[pa.RecordBatch] = []
        for batch in _spooled_batches(self._spool_path):
            some.append(batch)
            if sum(batch.num_rows for batch in some) >= ROWS_AT_ONCE:
                yield some
                some = []
        if some:
            yield some


def _spooled_batches(path: Path) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    with path.open("rb") as file:
        while file.peek(1):
            yield from pa.ipc.open_stream(file)


def _fixed_columns(job: Job, measure: str, outcomes: Sequence[Outcome]) -> dict[str, Column]:
    items = [outcome.item for outcome in outcomes]
    same = {"measure": measure, "model": job.display_name, "data": job.data}
    return {
        **{name: [value] * len(items) for name, value in same.items()},
        "item": [item.id for item in items],
        "language": [item.language for item in items],
        "skipped": [outcome.reason if isinstance(outcome, Skipped) else None for outcome in outcomes],
        "tags": [_encode(dict(item.tags)) for item in items],
        "texts": [_encode(dict(item.texts)) for item in items],
        "detail": [
            _encode(dict(outcome.detail)) if isinstance(outcome, Scored) and outcome.detail else None
            for outcome in outcomes
        ],
    }


def _own_columns(outcomes: Sequence[Outcome]) -> dict[str, Column]:
    """The measure's own columns; vectors are left out."""
    rows = [outcome.columns if isinstance(outcome, Scored) else {} for outcome in outcomes]
    names = dict.fromkeys(name for row in rows for name, value in row.items() if not isinstance(value, np.ndarray))
    return {name: [_plain(row.get(name)) for row in rows] for name in names}


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _type_of(values: Column) -> type:
    kinds = list({type(value) for value in values} - {type(None)})
    kind_of_all = kinds[0] if kinds else str
    for kind in kinds[1:]:
        kind_of_all = _common_type(kind_of_all, kind)
    return kind_of_all


def _common_type(known: type, mine: type) -> type:
    """What holds both: the same type, else numbers as floats and anything else as text."""
    if known is mine:
        return mine
    return str if str in (known, mine) else float


def _array(values: Column, kind: type) -> pa.Array:
    """Values as the type of their column: a number in a column of strings is printed."""
    import pyarrow as pa

    if kind in (str, float):
        values = [None if value is None else kind(value) for value in values]
    return pa.array(values, _arrow(kind))


def _arrow(kind: type) -> pa.DataType:
    import pyarrow as pa

    return {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}[kind]


def _fit_columns(batch: pa.RecordBatch, types: dict[str, type]) -> pa.Table:
    """All columns of the file, null where the batch has none."""
    import pyarrow as pa

    columns = {}
    for name, kind in types.items():
        column = batch.column(name) if name in batch.schema.names else pa.nulls(batch.num_rows, _arrow(kind))
        columns[name] = column if column.type == _arrow(kind) else _array(column.to_pylist(), kind)
    return pa.table(columns)
