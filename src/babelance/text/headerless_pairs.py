"""NLI pairs in a TSV without a header, as JSNLI writes them: label, premise, hypothesis.

Its Japanese is cut into words by spaces, which are taken out again: models cut words themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from babelance.core.errors import DataError
from babelance.core.query import LABELS
from babelance.text.tables import Row, Table, read_lines, read_table

ENDINGS = (".tsv", ".txt")
COLUMNS = ("label", "premise", "hypothesis")
_JAPANESE = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_BETWEEN_JAPANESE = re.compile(rf"(?<={_JAPANESE}) +| +(?={_JAPANESE})")


def begins_with_label(path: Path, *, is_label: Callable[[str], bool] | None = None) -> bool:
    """Is the first line a pair, and no header? `is_label` knows further names of labels."""
    if path.suffix.lower() not in ENDINGS:
        return False
    first = next(iter(read_lines(path)), "").split("\t")
    known = is_label or (lambda text: text.strip().lower() in LABELS)
    return len(first) == len(COLUMNS) and known(first[0])


def headerless_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(`line 3`, cells) of every line."""
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise DataError(
                f"'{path}', line {number}: {len(cells)} cells where label, premise and hypothesis are three."
            )
        label, premise, hypothesis = cells
        yield f"line {number}", {"label": label, "premise": join_words(premise), "hypothesis": join_words(hypothesis)}


def read_table_or_pairs(path: Path) -> Table:
    """A table, or such pairs under their names."""
    if path.suffix.lower() == ".tsv" and path.is_file() and begins_with_label(path):
        return Table(COLUMNS, tuple(Row(where, cells) for where, cells in headerless_rows(path)))
    return read_table(path)


def join_words(text: str) -> str:
    """Without spaces between Japanese signs; those between words in other scripts stay."""
    return _BETWEEN_JAPANESE.sub("", text)
