"""Named entities in CoNLL files: a token and its label per line, sentences separated by blank lines.

The token is the first column and the label the last one; columns are separated by tabs or blanks. The language marks of
WikiANN (`de:Berlin`) and lines that begin documents are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.errors import DataError
from babelance.text.tables import read_lines

Token = tuple[str, str]
"""(word, label)"""
Sentence = tuple[Token, ...]

_LABEL = re.compile(r"O|[BIESLU]-\S+")
_MARK = re.compile(r"[a-z]{2,3}:.")


def read_conll(path: Path) -> list[Sentence]:
    """All sentences of a file."""
    try:
        lines = read_lines(path)
    except OSError as error:
        raise DataError(f"Cannot read '{path}': {error.strerror or error}.") from error
    known: dict[Token, Token] = {}
    sentences = list(_sentences(lines, path, known))
    if not sentences:
        raise DataError(f"'{path}' has no sentences. Expected a token and its label per line (CoNLL).")
    if not all(_MARK.match(word) for word, _ in known):
        return sentences
    unmarked = {(word, label): (word.partition(":")[2], label) for word, label in known}
    return [tuple(unmarked[token] for token in sentence) for sentence in sentences]


def _sentences(lines: Sequence[str], path: Path, known: dict[Token, Token]) -> Iterator[Sentence]:
    """Tokens that recur are held once, in `known`: a corpus has millions of them."""
    tokens: list[Token] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("-DOCSTART-"):
            continue
        if line.strip():
            token = _token(line, path, number)
            tokens.append(known.setdefault(token, token))
        elif tokens:
            yield tuple(tokens)
            tokens = []
    if tokens:
        yield tuple(tokens)


def labels_of(sentences: Sequence[Sentence]) -> list[str]:
    """All labels, `O` first."""
    labels = {label for sentence in sentences for _, label in sentence}
    return ["O", *sorted(labels - {"O"})]


def is_label(text: str) -> bool:
    """Does it say where an entity begins and goes on?"""
    return _LABEL.fullmatch(text) is not None


def _token(line: str, path: Path, number: int) -> Token:
    cells = line.split("\t") if "\t" in line else line.split()
    if len(cells) < 2 or not is_label(cells[-1].strip()):
        raise DataError(
            f"'{path}', line {number}: {line[:80]!r} is not a token with a label like O, B-PER or I-LOC in the last "
            "column."
        )
    return cells[0].strip(), cells[-1].strip()
