"""Scored items packed for the page: an index of all rows, and the details of each measure apart.

    index    {"models", "data": names, "entries": [[id, data, language, texts, tags]],
              "measures": {name: {"columns": names, "rows": [[entry, model, skipped, *values]]}}}
    <name>   the details of a measure's rows, in their order

Texts stand once per item, not once per measure. Numbers keep five digits: they are for reading.
"""

from __future__ import annotations

import base64
import gzip
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from babelance.report.results import Results, unique

MOST_ROWS = 100_000
NAMES = ("measure", "model", "data", "item", "language")
KEYS = (*NAMES, "skipped", "tags", "texts", "detail")


@dataclass(frozen=True)
class Items:
    blocks: Mapping[str, str]
    left_out: str


@dataclass
class Index:
    """Gives every item and every name a number, so that rows can be short."""

    models: list[str]
    data: list[str]
    entries: list[list[Any]] = field(default_factory=list)
    numbers: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def entry(self, row: Mapping[str, Any]) -> int:
        key = (str(row["data"]), str(row["language"]), str(row["item"]))
        if key not in self.numbers:
            self.numbers[key] = len(self.entries)
            texts, tags = loaded(row.get("texts")), loaded(row.get("tags"))
            self.entries.append([key[2], self.data.index(key[0]), key[1], texts, tags])
        return self.numbers[key]


def items(results: Results, *, most: int = MOST_ROWS) -> Items:
    """All rows as blocks of base64, or as many of each measure and language as fit into `most`."""
    rows, left_out = _fitting(_complete(results.scored), most)
    index = Index(unique(rows["model"].astype(str)), unique(rows["data"].astype(str)))
    measures: dict[str, dict[str, Any]] = {}
    details: dict[str, list[Any]] = {}
    for name, part in rows.groupby("measure", sort=False):
        measures[str(name)], details[str(name)] = _measure(part, index)
    whole = {"models": index.models, "data": index.data, "entries": index.entries, "measures": measures}
    blocks = {f"details:{name}": pack(values) for name, values in details.items()}
    return Items({"index": pack(whole), **blocks}, left_out)


def pack(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode(), compresslevel=6, mtime=0)).decode("ascii")


def tidy(value: Any) -> Any:
    """JSON without NaN, numbers with five digits."""
    if isinstance(value, dict):
        return {str(key): tidy(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [tidy(one) for one in value]
    if isinstance(value, bool | str | int) or value is None:
        return value
    number = float(value)
    return float(f"{number:.5g}") if math.isfinite(number) else None


def loaded(text: object) -> Any:
    """A JSON column; what is not JSON is shown as it is."""
    if not isinstance(text, str):
        return {}
    try:
        return tidy(json.loads(text))
    except ValueError:
        return {"text": text}


def _complete(scored: pd.DataFrame) -> pd.DataFrame:
    """With every column that the page needs; older or foreign files may lack some."""
    missing: dict[str, Any] = {name: "" if name in NAMES else None for name in KEYS if name not in scored}
    return scored.assign(**missing)


def _fitting(rows: pd.DataFrame, most: int) -> tuple[pd.DataFrame, str]:
    if len(rows) <= most:
        return rows, ""
    parts = rows.groupby(["measure", "model", "data", "language"], sort=False)
    fitting = parts.head(max(1, most // max(1, parts.ngroups)))
    words = f"This page holds {len(fitting):,} of {len(rows):,} rows, the first of each measure and language."
    return fitting, f"{words} All rows are in scored.parquet."


def _measure(rows: pd.DataFrame, index: Index) -> tuple[dict[str, Any], list[Any]]:
    columns = [name for name in rows.columns if name not in KEYS and rows[name].notna().any()]
    records = rows.to_dict("records")
    packed_rows = [_row(record, columns, index) for record in records]
    return {"columns": columns, "rows": packed_rows}, [loaded(record["detail"]) for record in records]


def _row(record: Mapping[str, Any], columns: list[str], index: Index) -> list[Any]:
    skipped = record["skipped"] if isinstance(record["skipped"], str) else None
    model = index.models.index(str(record["model"]))
    return [index.entry(record), model, skipped, *(_value(record[name]) for name in columns)]


def _value(value: Any) -> Any:
    """Numbers of numpy and pandas as plain ones; missing ones as null."""
    plain = value.item() if hasattr(value, "item") else value
    return tidy(plain) if isinstance(plain, bool | int | float | str) else None
