"""What a test is about: a number and not a reason, tokens and not a refusal. Whatever else comes fails the test and is
shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from babelance.core.errors import DataError, InputError

Wanted = TypeVar("Wanted")


def expect(kind: type[Wanted], value: object) -> Wanted:
    """The value, which must be of this kind."""
    assert isinstance(value, kind), value
    return value


def present(value: Wanted | None) -> Wanted:
    """The value, which must be there."""
    assert value is not None
    return value


def expect_refusal(
    read: Callable[[Path], object], path: Path, content: str, message: str, error: type[InputError] = DataError
) -> None:
    """A file with this content cannot be read, and the error says why."""
    path.write_text(content, encoding="utf-8")
    with pytest.raises(error, match=message):
        read(path)
