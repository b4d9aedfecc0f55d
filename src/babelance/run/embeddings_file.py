"""`embeddings.parquet`: the sentence embeddings that a measure weighs with, one row per item, measure and model.

Optional (`run --embeddings`), since it is far larger than all the rest. With it and scored.parquet a weighted MBE
can be computed again from files alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from babelance.core.scored import Scored, Skipped
from babelance.run.plan import Job

if TYPE_CHECKING:
    import pyarrow.parquet as pq

NAME = "embeddings.parquet"
COLUMNS = ("measure", "model", "data", "item", "language", "column")
"""As in scored.parquet; `column` is the measure's name for the vector."""


class EmbeddingsFile:
    """`add` writes vectors as they come; `finish` says whether there were any."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._writer: pq.ParquetWriter | None = None

    def add(self, job: Job, measure: str, outcomes: Sequence[Scored | Skipped]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        rows = [
            (measure, job.display_name, job.data, scored.item.id, scored.item.language, column, vector)
            for scored in outcomes
            if isinstance(scored, Scored)
            for column, vector in scored.columns.items()
            if isinstance(vector, np.ndarray)
        ]
        if not rows:
            return
        schema = pa.schema([*((name, pa.string()) for name in COLUMNS), ("embedding", pa.list_(pa.float32()))])
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._path, schema, compression="zstd", write_page_checksum=True)
        columns = [list(column) for column in zip(*rows, strict=True)]
        self._writer.write_table(
            pa.table(
                [pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)], schema=schema
            )
        )

    def finish(self) -> bool:
        self.close()
        return self._path.is_file()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
