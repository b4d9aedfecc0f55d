"""Writes a dataset file: one JSON object per line, and its card beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from babelance.core.card import Card, to_record
from babelance.core.errors import InputError
from babelance.core.item import Item


def check_name(out: Path) -> None:
    """Before the work is done, not after."""
    if out.suffix != ".jsonl":
        raise InputError(f"The dataset is written as .jsonl, so name it {out.stem}.jsonl instead of '{out.name}'.")


def write_dataset(out: Path, rows: Iterable[Mapping[str, object]], card: Card) -> None:
    encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("w", encoding="utf-8") as file:
            file.writelines(f"{encode(row)}\n" for row in rows)
        text = json.dumps(to_record(card), indent=2, ensure_ascii=False)
        out.with_suffix(".card.json").write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"Cannot write '{out}': {error.strerror or error}.") from error


def row_of(item: Item) -> dict[str, object]:
    return {"id": item.id, "language": item.language, **item.texts, **item.tags}
