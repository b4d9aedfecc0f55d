"""What libraries take from the files of a tokenizer as it stands, and stumble over much later.

A tokenizer is looked at once, when it is loaded; `explain_encoding` is for what shows on a certain text alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from babelance.core.errors import BabelanceError, ModelError, UnhealthyModel
from babelance.core.limits import Budget
from babelance.core.paths import is_file

_LARGEST_ID = 2**31 - 1
_FILES = ("tokenizer.json", "vocab.json", "vocab.txt", "merges.txt", "added_tokens.json", "tokenizer_config.json")
_GROWTH = 24
"""Times its file that a vocabulary takes in memory. The largest in use have 35 MB."""


def check_size(folder: Path) -> None:
    """Before a library reads it: of a vocabulary it keeps several tables."""
    for file in (folder / name for name in _FILES):
        if is_file(file):
            Budget(str(file), file.stat().st_size, ModelError).take(_GROWTH * file.stat().st_size)


def check_tokenizer(tokenizer: Any, label: str) -> None:
    longest = tokenizer.model_max_length
    if not isinstance(longest, int | float) or isinstance(longest, bool):
        raise ModelError(f"{label}: model_max_length of tokenizer_config.json is '{str(longest)[:40]}', not a number.")
    with explain_encoding(tokenizer, label):
        largest = max([0, *filter(None, tokenizer.all_special_ids)])
    if largest > _LARGEST_ID:
        raise ModelError(f"{label}: a special token has the id {largest}; no vocabulary is so large.")
    if tokenizer.is_fast:
        with _no_messages_of_libraries(), explain_encoding(tokenizer, label):
            tokenizer([""])
            tokenizer([""], [""])
    else:  # a fast one has refused such ids itself
        _check_ids(tokenizer, label)


def check_rows(tokenizer: Any, rows: int, label: str) -> None:
    """A token without an embedding would end a pass through the model."""
    if len(tokenizer) > rows:
        raise UnhealthyModel(
            f"The tokenizer of {label} has {len(tokenizer)} tokens, the model embeddings for {rows}: they do not "
            "belong together."
        )


def _check_ids(tokenizer: Any, label: str) -> None:
    for token, number in tokenizer.get_vocab().items():
        if type(number) is not int or not 0 <= number <= _LARGEST_ID:
            raise ModelError(
                f"{label}: the vocabulary gives '{token[:40]}' the id {str(number)[:40]!r}, which is no place in a "
                "table. The file is damaged: fetch the model again."
            )


@contextmanager
def explain_encoding(tokenizer: Any, label: str = "") -> Iterator[None]:
    """What a tokenizer raises over a text, as an error of its model's."""
    try:
        yield
    except BaseException as error:
        blame_tokenizer(error, tokenizer, label)
        raise


def blame_tokenizer(error: BaseException, tokenizer: Any, label: str = "") -> None:
    """Raise what a tokenizer raised over a text as an error of its model's, unless it is one that we know; panics of
    Rust are no `Exception`s."""
    known = isinstance(error, BabelanceError | MemoryError)
    if known or not (isinstance(error, Exception) or _is_panic(error)):
        return
    reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    name = label or getattr(tokenizer, "name_or_path", "") or type(tokenizer).__name__
    raise ModelError(
        f"The tokenizer of {name} cannot read texts: {reason}. Its files are damaged or do not belong together; "
        "fetch the model again."
    ) from error


def _is_panic(error: BaseException) -> bool:
    return type(error).__name__ == "PanicException"


@contextmanager
def _no_messages_of_libraries() -> Iterator[None]:
    """Rust tells of a panic on standard error by itself, with all of its calls; the error is raised as well."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
