"""Named entities of table 6 of Ahn and Oh (EMNLP 2021): sets that only their owners hand out, read once they are there.

An item has tokens and IOB2 labels as text, separated by blanks, as in `ner`. Where a set has no part to choose the
epoch with, every tenth training sentence is it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.datasets.reading.elsewhere import Elsewhere
from babelance.datasets.reading.pinned import Sample
from babelance.text.tables import read_lines

Tagged = list[tuple[str, str]]
FIELDS = frozenset({"tokens", "labels", "split"})
TENTH = 10
UNSEEN = "The address is that of the paper; files and licence were not seen here."
_MARK = re.compile(r"^[a-z]{2,3}:(?=.)")


def in_columns(path: Path) -> Iterator[Tagged]:
    """A token and its label per line, sentences between blank lines; marks of WikiANN (`tr:Ankara`) are left out."""
    for filled, lines in groupby(read_lines(path), key=lambda line: bool(line.strip())):
        if filled:
            yield [_token(line.split(), line, path) for line in lines]


def in_lines(path: Path) -> Iterator[Tagged]:
    """A sentence per line, a tab, its labels; `PER-B` is `B-PER`."""
    for line in read_lines(path):
        tokens, _, labels = line.partition("\t")
        if len(tokens.split()) != len(labels.split()):
            raise DataError(f"'{path}' has a line with {len(tokens.split())} words and {len(labels.split())} labels.")
        turned = ("-".join(reversed(label.split("-"))) if "-" in label else "O" for label in labels.split())
        yield list(zip(tokens.split(), turned, strict=True))


def _token(cells: list[str], line: str, path: Path) -> tuple[str, str]:
    if len(cells) < 2:
        raise DataError(f"'{path}': {line!r} is not a token with its label.")
    return _MARK.sub("", cells[0]), cells[-1]


def named_entities(
    language: str,
    card: Card,
    files: Sequence[str],
    sample: str,
    *,
    sentences: Callable[[Path], Iterator[Tagged]] = in_columns,
) -> Elsewhere:
    """`files`: train, dev and test, or train and test."""
    splits = ("train", "dev", "test") if len(files) == 3 else ("train", "test")

    def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
        for split, path in zip(splits, paths, strict=True):
            for number, sentence in enumerate(sentences(path)):
                part = "dev" if split == "train" and "dev" not in splits and number % TENTH == 0 else split
                tokens, labels = (" ".join(cells) for cells in zip(*sentence, strict=True))
                yield Item(f"{split}-{number}", language, {"tokens": tokens, "labels": labels}, {"split": part})

    names = tuple(f"{card.name}/{file}" for file in files)
    return Elsewhere(card, FIELDS, {language: names}, read, Sample(language, (sample,) * len(files)))
