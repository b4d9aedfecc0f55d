"""What the command line says about a field of a dataclass. A field with a `Flag` can be set by people; others cannot.

    rate: Annotated[float, Flag("Learning rate.", ("--rate", "--lr"))] = 1e-4

The classes that are configured (mitigations, their training) know nothing of a command line; it reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Flag:
    """`names` are its flags, else `--the-name-of-the-field`; `usual` is the default of the command line where that is
    another than the field's; `read` makes the value from what was typed."""

    help: str
    names: tuple[str, ...] = ()
    usual: Any = None
    read: Callable[[Any], Any] | None = None
