"""Named entities in CoNLL files: a token and its label per line, sentences separated by blank lines.

The token is the first column and the label the last one; columns are separated by tabs or blanks. The language marks of
WikiANN (`de:Berlin`) and lines that begin documents are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from babelance.core.errors import DataError
from babelance.text.tables import read_lines

Sentence = tuple[tuple[str, str], ...]
"""(token, label), one after another."""

_LABEL = re.compile(r"O|[BIESLU]-\S+")
_MARK = re.compile(r"[a-z]{2,3}:.")


def read_conll(path: Path) -> list[Sentence]:
    """All sentences of a file."""
    try:
        lines = read_lines(path)
    except OSError as error:
        raise DataError(f"Cannot read '{path}': {error.strerror or error}.") from error
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if not line.startswith("-DOCSTART-")]
    parts = [list(some) for filled, some in groupby(numbered, key=lambda pair: bool(pair[1].strip())) if filled]
    sentences = [tuple(_token(line, path, number) for number, line in part) for part in parts]
    if not sentences:
        raise DataError(f"'{path}' has no sentences. Expected a token and its label per line (CoNLL).")
    return _without_marks(sentences)


def labels_of(sentences: Sequence[Sentence]) -> list[str]:
    """All labels, `O` first."""
    labels = {label for sentence in sentences for _, label in sentence}
    return ["O", *sorted(labels - {"O"})]


def _token(line: str, path: Path, number: int) -> tuple[str, str]:
    cells = line.split("\t") if "\t" in line else line.split()
    if len(cells) < 2 or not _LABEL.fullmatch(cells[-1].strip()):
        raise DataError(
            f"'{path}', line {number}: {line!r} is not a token with a label like O, B-PER or I-LOC in the last column."
        )
    return cells[0].strip(), cells[-1].strip()


def _without_marks(sentences: list[Sentence]) -> list[Sentence]:
    if not all(_MARK.match(token) for sentence in sentences for token, _ in sentence):
        return sentences
    return [tuple((token.partition(":")[2], label) for token, label in sentence) for sentence in sentences]
