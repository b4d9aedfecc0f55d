"""Premise, hypothesis and gold label from files as SNLI, MultiNLI and their relatives write them.

Columns are `sentence1`, `sentence2`, `gold_label` or `premise`, `hypothesis`, `label`. Labels are names in any case; a
file with numbers needs to be told what they mean. Pairs without a gold label (`-`, -1) are left out and counted.
A TSV without a header is taken as JSNLI writes it: see `text/headerless_pairs`.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple
from zlib import error as ZlibError

from babelance.backends.transformers import nli_labels
from babelance.core.errors import DataError
from babelance.core.limits import LONGEST_LINE
from babelance.core.untrusted import parse_json, unique_keys
from babelance.text.headerless_pairs import begins_with_label, headerless_rows
from babelance.text.tables import read_table

_COLUMNS = (("premise", "sentence1"), ("hypothesis", "sentence2"), ("label", "gold_label"))
_NO_GOLD = {"-", "-1", ""}


class Pair(NamedTuple):
    premise: str
    hypothesis: str
    label: str


@dataclass(frozen=True, slots=True)
class Pairs:
    """What a file holds. `without_gold` pairs had no label that people agreed on."""

    pairs: tuple[Pair, ...]
    without_gold: int = 0


def read_pairs(path: Path, *, labels: Sequence[str] = ()) -> Pairs:
    """All pairs of a file. `labels` says what 0, 1 and 2 mean in it."""
    meant = dict(zip("012", labels, strict=False))
    pairs: list[Pair] = []
    dropped = 0
    for where, cells in _rows(path):
        premise, hypothesis, label = (_cell(cells, names, path, where) for names in _COLUMNS)
        if label in _NO_GOLD:
            dropped += 1
        else:
            pairs.append(Pair(premise, hypothesis, _label(meant.get(label, label), path, where)))
    if not pairs:
        raise DataError(f"'{path}' has no pairs with a gold label ({dropped} without).")
    return Pairs(tuple(pairs), dropped)


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """JSON lines are read one by one, for the files are large; other formats as tables."""
    if path.suffix in (".jsonl", ".gz") or (path.suffix == ".json" and _has_lines(path)):
        return _lines(path)
    if begins_with_label(path, is_label=lambda text: nli_labels.meaning(text) is not None):
        return headerless_rows(path)
    return ((row.place, row.cells) for row in read_table(path).rows)


def _has_lines(path: Path) -> bool:
    """Many call a file of JSON lines `.json`; a list of objects starts with a bracket."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(64).lstrip().startswith("{")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"Cannot read '{path}': {error}.") from error


def _lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            yield from _objects(_short_lines(file, path), path)
    except (OSError, EOFError, UnicodeDecodeError, ZlibError) as error:
        raise DataError(f"Cannot read '{path}': {error}.") from error


def _short_lines(file: IO[str], path: Path) -> Iterator[str]:
    """A file that unpacks to one endless line is no file of pairs."""
    while line := file.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise DataError(f"'{path}' has a line of more than {LONGEST_LINE:,} characters.")
        yield line


def _objects(lines: Iterable[str], path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record = parse_json(line, str(path), place=f"line {number}", object_pairs_hook=unique_keys)
        if not isinstance(record, dict):
            raise DataError(f"'{path}', line {number}: {line.strip()[:60]!r} is not a JSON object.")
        if set(record) != {"card"}:
            yield f"line {number}", record


def _cell(cells: Mapping[str, Any], names: Sequence[str], path: Path, where: str) -> str:
    for name in names:
        if cells.get(name) is not None:
            return str(cells[name]).strip()
    raise DataError(f"'{path}', {where}: neither {' nor '.join(map(repr, names))}. Found: {', '.join(cells)}.")


def _label(text: str, path: Path, where: str) -> str:
    label = nli_labels.meaning(text)
    if label is None:
        hint = " Say what the numbers mean, e.g. --labels entailment,neutral,contradiction." if text.isdigit() else ""
        raise DataError(
            f"'{path}', {where}: the label {text!r} is none of entailment, neutral, contradiction (nor '-').{hint}"
        )
    return label
