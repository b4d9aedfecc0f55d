"""What both parts of MT-GenEval share: repository, files, lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from babelance.core.card import File
from babelance.core.errors import DataError
from babelance.datasets._mt_geneval_files import PINS
from babelance.datasets.reading.pinned import Repository
from babelance.text.tables import read_lines

REPOSITORY = Repository("amazon-science/machine-translation-gender-eval", "c77132ccd248d0b09ac185aebebc94f1051dbc9e")
LICENCE = "CC BY-SA 3.0"
CITATION = "Currey et al., EMNLP 2022"


def file(name: str) -> File:
    return REPOSITORY.file(f"mt-geneval/{name}", f"data/{name}", *PINS[name])


def rows(paths: Sequence[Path]) -> list[tuple[str, ...]]:
    """The files side by side, line by line."""
    columns = [read_lines(path) for path in paths]
    if len({len(column) for column in columns}) > 1:
        lengths = ", ".join(f"'{path.name}' {len(column)}" for path, column in zip(paths, columns, strict=True))
        raise DataError(f"The files of MT-GenEval belong together line by line, but have {lengths} lines.")
    return list(zip(*columns, strict=True))
