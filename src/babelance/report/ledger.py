"""The rows of `ledger.json` in the layout of the Categorical Bias paper: one table for each measure and dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]


def by_table(rows: Iterable[Record]) -> dict[tuple[str, str], list[Record]]:
    """Rows of `ledger.json` by measure and data. Files of the same name share a table if their languages differ: each
    language has its own `held-out.jsonl`."""
    whole, short = _group_rows(rows, lambda data: data), _group_rows(rows, lambda data: data.rsplit("/", 1)[-1])
    if all(len({(row["variant"], row["language"]) for row in some}) == len(some) for some in short.values()):
        return short
    return whole


def _group_rows(rows: Iterable[Record], shown: Callable[[str], str]) -> dict[tuple[str, str], list[Record]]:
    groups: dict[tuple[str, str], list[Record]] = {}
    for row in rows:
        name = shown(str(row["data"]).partition("#")[0].partition("@")[0])
        groups.setdefault((row["measure"], name), []).append(row)
    return groups


def values_before(rows: Sequence[Record]) -> dict[str, float]:
    """Language → value before; languages without a number are not there."""
    return {row["language"]: row["before"] for row in rows if row["before"] is not None}


def averages_of(record: Record, measure: str, data: str) -> dict[str, dict[str, Record]]:
    """Variant → language → mean over its trainings, of one table."""
    averages: dict[str, dict[str, Record]] = {}
    for average in record.get("averages", ()):
        if average["measure"] == measure and average["data"] == data.rsplit("/", 1)[-1]:
            averages.setdefault(average["group"], {})[average["language"]] = average
    return averages
