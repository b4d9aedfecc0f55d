"""Writes a dataset file: one JSON object per line, and its card beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from babelance.core.card import Card, to_record
from babelance.core.errors import InputError
from babelance.core.files import replace_file, settle, write_text
from babelance.core.item import Item
from babelance.core.json_lines import json_line


def check_name(out: Path) -> None:
    """Before the work is done, not after."""
    if out.suffix != ".jsonl":
        raise InputError(f"The dataset is written as .jsonl, so name it {out.stem}.jsonl instead of '{out.name}'.")


def derived_card(card: Card, out: Path, language: str, *, title: str, origin: str) -> Card:
    """Of a dataset that is made of another one's items: what it is called besides, and where it comes from."""
    title, provenance = f"{card.title}, {title}", f"{card.provenance} {origin}"
    return replace(card, name=out.name, title=title, languages=(language,), provenance=provenance, files=())


def write_dataset(out: Path, rows: Iterable[Mapping[str, object]], card: Card) -> None:
    """The card takes its place first: rows beside a card that is not theirs would be read with it."""
    text = json.dumps(to_record(card), indent=2, ensure_ascii=False)
    with replace_file(out) as file:
        file.writelines(f"{json_line(row)}\n".encode() for row in rows)
        settle(file)
        write_text(out.with_suffix(".card.json"), text + "\n")


def row_of(item: Item) -> dict[str, object]:
    return {"id": item.id, "language": item.language, **item.texts, **item.tags}
