"""Reads rows with named columns from CSV, TSV, JSON lines, a JSON list or Parquet, and says what is wrong with a file.

Text is UTF-8 and is handed on as it stands in the file: blanks, line breaks and empty cells are kept.
CSV uses double quotes around cells as spreadsheets do. So does TSV if that makes a table of it; else a quote in it is a
sign like others (*She said "no*). Nothing here knows what a column means.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babelance.core.errors import DataError
from babelance.core.limits import Budget
from babelance.core.parquet import as_rows, read_batches
from babelance.core.paths import read_whole
from babelance.core.untrusted import json_cost, parse_json, unique_keys

# A cell may be a very long sentence; the standard limit of 128 kB would refuse it with an unhelpful message.
csv.field_size_limit(2**31 - 1)
MOST_COLUMNS = 1000
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_CELL, _ROW, _LINE = 60, 900, 130
"""Bytes that a cell, a row with the item made of it, and a line (held twice for a moment) take beside their text."""


@dataclass(frozen=True, slots=True)
class Row:
    """`place` says where the row is, for messages: `line 3`."""

    place: str
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """`columns` in the order in which the file names them first."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    card: Mapping[str, Any] | None = None
    """The object of a first JSON line `{"card": {…}}`, if there is one."""


def read_table(path: Path) -> Table:
    """All rows of a file; its ending says what it is."""
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise DataError(f"Cannot read '{path}': the ending '{path.suffix}' is none of {', '.join(_READERS)}.")
    try:
        table = reader(path)
    except OSError as error:
        raise DataError(f"Cannot read '{path}': {error.strerror or error}.") from error
    if not table.rows:
        raise DataError(f"'{path}' has no rows. Found columns: {', '.join(table.columns) or 'none'}.")
    return table


def wide_encoding(content: bytes) -> str:
    """The name of the encoding of which these bytes are the beginning, by its mark; empty if it has none."""
    if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    return "UTF-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ""


def read_text(path: Path) -> str:
    """The whole file, which must be UTF-8 without NUL bytes. Line ends are kept."""
    content = read_whole(path)
    if not content.removeprefix(codecs.BOM_UTF8).strip():
        raise DataError(f"'{path}' is empty.")
    # Before looking for NUL bytes, since in these encodings every other byte is one.
    if wide := wide_encoding(content):
        raise DataError(f"'{path}' is {wide}. Save it as UTF-8, e.g. iconv -f {wide.lower()} -t utf-8.")
    if (offset := content.find(b"\0")) >= 0:
        raise DataError(f"'{path}' has a NUL byte at offset {offset}, so it is damaged or not a text file.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        seen = content[error.start]
        raise DataError(
            f"'{path}' is not UTF-8: byte 0x{seen:02x} at offset {error.start}. "
            f"Save it as UTF-8, e.g. iconv -f windows-1252 -t utf-8."
        ) from error


def read_lines(path: Path) -> list[str]:
    """The lines without their ends. Only line feeds end a line: U+2028 and others may stand inside a sentence."""
    lines = [line.removesuffix("\r") for line in _split(read_text(path), path)]
    return lines[:-1] if not lines[-1] else lines


def _split(text: str, path: Path) -> list[str]:
    """At line feeds, if there is memory for so many lines."""
    Budget(str(path), path.stat().st_size).take(2 * len(text) + _LINE * text.count("\n"))
    return text.split("\n")


def parse_csv(text: str, *, delimiter: str = ",", name: str = "text", quoting: int = csv.QUOTE_MINIMAL) -> Table:
    """Rows of comma- or otherwise separated text. Every row must have as many cells as the header."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, quoting=quoting)  # type: ignore[arg-type]
    try:
        columns = _header(next(reader, []), name)
        return Table(columns, tuple(_csv_rows(reader, columns, name, Budget(name, len(text)))))
    except csv.Error as error:
        raise DataError(f"'{name}', line {reader.line_num}: {error}. Is a double quote left open?") from error


def parse_jsonl(lines: Iterable[str], *, name: str = "text") -> Table:
    """One JSON object per line; empty lines are passed over."""
    given = list(lines)
    budget = Budget(name, sum(map(len, given)))
    budget.take(sum(_ROW + json_cost(line) for line in given))
    numbered = ((f"line {number}", line) for number, line in enumerate(given, start=1) if line.strip())
    rows = [Row(where, _object(_parse(line, name, where), name, where)) for where, line in numbered]
    card = _object(rows.pop(0).cells["card"], name, "the card") if rows and set(rows[0].cells) == {"card"} else None
    return Table(_columns(rows, name), tuple(rows), card)


def _parse(text: str, name: str, where: str = "") -> Any:
    return parse_json(text, name, place=where, object_pairs_hook=unique_keys)


def _csv(path: Path) -> Table:
    text = read_text(path)
    header = text.partition("\n")[0]
    # Spreadsheets of many European locales write semicolons under the name of CSV.
    return parse_csv(text, delimiter=";" if ";" in header and "," not in header else ",", name=str(path))


def _tsv(path: Path) -> Table:
    return parse_tsv(read_text(path), name=str(path))


def parse_tsv(text: str, *, name: str = "text") -> Table:
    """With quotes around cells if every quote is one of those, without any quoting otherwise."""
    quoted = all(
        '"' not in cell or _QUOTED.fullmatch(cell)
        for line in text.split("\n")
        for cell in line.rstrip("\r").split("\t")
    )
    if quoted:
        return parse_csv(text, delimiter="\t", name=name)
    try:
        return parse_csv(text, delimiter="\t", name=name, quoting=csv.QUOTE_NONE)
    except DataError as error:
        with contextlib.suppress(DataError):
            return parse_csv(text, delimiter="\t", name=name)  # quoted cells with tabs or line breaks inside
        raise error from None


def _jsonl(path: Path) -> Table:
    # Not splitlines: it would also split at U+2028 and others, which are allowed inside JSON strings.
    return parse_jsonl(_split(read_text(path), path), name=str(path))


def is_json_lines(text: str) -> bool:
    """Many call a file of JSON lines `.json`: an object that ends with its line, and further lines."""
    first, _, rest = text.strip().partition("\n")
    return first.startswith("{") and first.rstrip().endswith("}") and bool(rest)


def _json(path: Path) -> Table:
    text = read_text(path)
    if is_json_lines(text):
        return parse_jsonl(_split(text, path), name=str(path))
    content = _parse(text, str(path))
    if not isinstance(content, list):
        raise DataError(f"'{path}' holds a JSON {_kind(content)}. Write a list of objects, or one per line in .jsonl.")
    places = [f"entry {number}" for number in range(len(content))]
    rows = [Row(where, _object(value, str(path), where)) for where, value in zip(places, content, strict=True)]
    return Table(_columns(rows, str(path)), tuple(rows))


def _parquet(path: Path) -> Table:
    columns: tuple[str, ...] = ()
    rows: list[dict[str, Any]] = []
    for batch in read_batches(path, row=_ROW):
        columns = _header(batch.schema.names, str(path))
        rows += as_rows(batch, str(path))
    return Table(columns, tuple(Row(f"row {number}", cells) for number, cells in enumerate(rows)))


_READERS: dict[str, Callable[[Path], Table]] = {
    ".csv": _csv,
    ".tsv": _tsv,
    ".jsonl": _jsonl,
    ".json": _json,
    ".parquet": _parquet,
}


def _header(cells: Sequence[str], name: str) -> tuple[str, ...]:
    columns = _few(tuple(cell.strip() for cell in cells), name)
    if twice := sorted({column for column in columns if columns.count(column) > 1}):
        raise DataError(f"'{name}' has the column {', '.join(map(repr, twice))} more than once.")
    return columns


def _few(columns: tuple[str, ...], name: str) -> tuple[str, ...]:
    if len(columns) > MOST_COLUMNS:
        raise DataError(f"'{name}' has {len(columns):,} columns; at most {MOST_COLUMNS:,} are read.")
    return columns


def _csv_rows(reader: Any, columns: Sequence[str], name: str, budget: Budget) -> Iterator[Row]:
    for cells in reader:
        if not cells:
            continue
        where = f"line {reader.line_num}"
        if len(cells) != len(columns):
            raise DataError(f"'{name}', {where}: {len(cells)} cells, but the header has {len(columns)}.")
        budget.take(_ROW + sum(_CELL + len(cell) for cell in cells))
        yield Row(where, dict(zip(columns, cells, strict=True)))


def _object(value: Any, name: str, row: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DataError(f"'{name}', {row}: a JSON {_kind(value)} where an object is needed.")
    return value


def _kind(value: Any) -> str:
    names = {dict: "object", list: "list", str: "string", bool: "truth value", type(None): "null"}
    return names.get(type(value), "number")


def _columns(rows: Iterable[Row], name: str) -> tuple[str, ...]:
    return _few(tuple(dict.fromkeys(column for row in rows for column in row.cells)), name)
