"""A reader of files or words from outside, as a function of a folder that holds what it reads.

`files` are good files by name; the fuzzer damages one of them at a time. `read` may raise errors of ours and nothing
else. `exact` readers have a checksum: of damaged bytes they give what they gave before, or an error.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Reader:
    made: Files | Callable[[], Files]
    """The good files, or what makes them, which is called once."""
    read: Callable[[Path], Any]
    damaged: tuple[str, ...] = ()
    """Files that are damaged; all if there are none."""
    exact: bool = False

    @cached_property
    def files(self) -> Files:
        return self.made() if callable(self.made) else self.made

    @property
    def targets(self) -> tuple[str, ...]:
        return self.damaged or tuple(self.files)


def files_below(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written(write: Callable[[Path], object]) -> dict[str, bytes]:
    """What this function writes into an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        return files_below(Path(folder))


def same(first: Any, second: Any) -> bool:
    """Equal, arrays number by number."""
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return np.array_equal(first, second, equal_nan=True)
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return len(first) == len(second) and all(same(a, b) for a, b in zip(first, second, strict=True))
    return bool(first == second)
