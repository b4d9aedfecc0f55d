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
FIRST = ("score", "difference", "more", "less", "shared", "likelihood", "label")
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

    def entry(self, data: str, language: str, item: str, texts: object, tags: object) -> int:
        key = (data, language, item)
        if key not in self.numbers:
            self.numbers[key] = len(self.entries)
            self.entries.append([item, self.data.index(data), language, parse_json(texts), parse_json(tags)])
        return self.numbers[key]


def items(results: Results, *, most: int = MOST_ROWS) -> Items:
    """All rows as blocks of base64, or as many of each measure and language as fit into `most`."""
    rows, left_out = _fit(_complete(results.scored), most)
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


def parse_json(text: object) -> Any:
    """A JSON column with numbers short and NaN as null; what is not JSON is shown as it is."""
    if not isinstance(text, str):
        return {}
    try:
        return DECODER.decode(text)
    except ValueError:
        return {"text": text}


def short(value: Any) -> Any:
    """A number with five digits, null if it is none; anything else as it is."""
    if not isinstance(value, float):
        return value
    return float(f"{value:.5g}") if math.isfinite(value) else None


DECODER = json.JSONDecoder(parse_float=lambda digits: short(float(digits)), parse_constant=lambda _: None)


def _complete(scored: pd.DataFrame) -> pd.DataFrame:
    """With every column that the page needs; older or foreign files may lack some."""
    missing: dict[str, Any] = {name: "" if name in NAMES else None for name in KEYS if name not in scored}
    return scored.assign(**missing)


def _fit(rows: pd.DataFrame, most: int) -> tuple[pd.DataFrame, str]:
    if len(rows) <= most:
        return rows, ""
    parts = rows.groupby(["measure", "model", "data", "language"], sort=False)
    fitting = parts.head(max(1, most // max(1, parts.ngroups)))
    words = f"This page holds {len(fitting):,} of {len(rows):,} rows, the first of each measure and language."
    return fitting, f"{words} All rows are in scored.parquet."


def _measure(rows: pd.DataFrame, index: Index) -> tuple[dict[str, Any], list[Any]]:
    rows = _with_difference(rows)
    columns = [name for name in rows.columns if name not in KEYS and rows[name].notna().any()]
    columns.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    names = [rows[name].astype(str) for name in ("data", "language", "item")]
    entries = list(map(index.entry, *names, rows["texts"], rows["tags"]))
    models = [index.models.index(str(model)) for model in rows["model"]]
    reasons = [reason if isinstance(reason, str) else None for reason in rows["skipped"]]
    values = [_values(rows[name]) for name in columns]
    packed_rows = [list(row) for row in zip(entries, models, reasons, *values, strict=True)]
    return {"columns": columns, "rows": packed_rows}, [parse_json(detail) for detail in rows["detail"]]


def _with_difference(rows: pd.DataFrame) -> pd.DataFrame:
    """Pairs can be sorted by how far apart the two sentences are."""
    if not {"more", "less"} <= set(rows.columns):
        return rows
    more, less = (pd.to_numeric(rows[name], errors="coerce") for name in ("more", "less"))
    return rows.assign(difference=more - less)


def _values(column: pd.Series[Any]) -> list[Any]:
    """Numbers of numpy and pandas as plain ones; missing ones as null."""
    plain = column.astype(object).where(column.notna(), None).tolist()
    return [short(value) if isinstance(value, bool | int | float | str) else None for value in plain]
