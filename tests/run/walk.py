"""Which files a reader must open to follow a run: counted while it runs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import babelance

ROOT = Path(babelance.__file__).parent


@dataclass
class Walk:
    """`path` is the file of each function, in the order in which functions run for the first time."""

    path: list[str] = field(default_factory=list)

    @property
    def files(self) -> set[str]:
        return set(self.path)

    @property
    def switches(self) -> int:
        """How often a reader who follows every function once goes on in another file."""
        return sum(before != after for before, after in zip(self.path, self.path[1:], strict=False))


@contextmanager
def followed() -> Iterator[Walk]:
    """What runs of the package meanwhile. Code that runs on import is no part of the way."""
    walk, seen, root, imports = Walk(), set[Any](), f"{ROOT}/", 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal imports
        code = frame.f_code
        if code.co_name == "<module>":
            imports += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not imports and code not in seen:
            seen.add(code)
            if code.co_filename.startswith(root):
                walk.path.append(code.co_filename.removeprefix(root))

    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
