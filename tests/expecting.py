"""What a test is about: a number and not a reason, tokens and not a refusal. Whatever else comes fails the test and is
shown."""

from __future__ import annotations

from typing import TypeVar

Wanted = TypeVar("Wanted")


def expect(kind: type[Wanted], value: object) -> Wanted:
    """The value, which must be of this kind."""
    assert isinstance(value, kind), value
    return value


def present(value: Wanted | None) -> Wanted:
    """The value, which must be there."""
    assert value is not None
    return value
