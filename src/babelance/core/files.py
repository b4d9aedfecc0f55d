"""Files that appear whole or not at all.

What is written goes to a new file in the folder of the target, with a name that nobody can guess, created exclusively
and not through a link; then it takes the place of the target. So a full disk or a kill leaves the earlier file as it
was, and a link that someone put into the folder is replaced, not followed. Several files that belong to each other are
written inside `together`: they take their places once all of them are whole.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO

from babelance.core.errors import StoreError

_whole: ContextVar[list[tuple[Path, Path]] | None] = ContextVar("_whole", default=None)
"""Files that are whole and wait for others, with their places; None where nothing is written together."""


@contextmanager
def together() -> Iterator[None]:
    """What is written in here appears when all of it is whole on disk, or none of it does."""
    waiting: list[tuple[Path, Path]] = []
    before = _whole.set(waiting)
    try:
        yield
        for fresh, path in waiting:
            with _trouble(path):
                fresh.replace(path)
    finally:
        _whole.reset(before)
        for fresh, _ in waiting:
            with suppress(OSError):
                fresh.unlink()  # not there any more, if nothing was raised


@contextmanager
def replace_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to fill, which becomes `path` if nothing is raised. A disk that says no is a `StoreError`."""
    with _trouble(path), _new_file(path) as file:
        yield file


@contextmanager
def _trouble(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"Cannot write '{path}': {error.strerror or error}. What was there before is untouched. Free some space or "
            "name another place, then run the same command again."
        ) from error


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}-", suffix=".new")
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            settle(file)
        fresh.chmod(_mode(path))
        waiting = _whole.get()
        if waiting is None:
            fresh.replace(path)
        else:
            waiting.append((fresh, path))
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def write_text(path: Path, text: str) -> None:
    write_lines(path, [text])


def write_lines(path: Path, parts: Iterable[str]) -> None:
    """Texts one after another; line ends are the caller's."""
    with replace_file(path) as file:
        file.writelines(part.encode("utf-8") for part in parts)


def write_bytes(path: Path, content: bytes) -> None:
    with replace_file(path) as file:
        file.write(content)


def drop_links(folder: Path) -> None:
    """Remove the links in a folder before a library that would follow them writes there; what they lead to stays."""
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.is_symlink():
            file.unlink()


def settle(file: IO[bytes]) -> None:
    """Onto the disk, so that a power cut after the renaming does not leave an empty file."""
    file.flush()
    os.fsync(file.fileno())


def new_mode() -> int:
    """The permissions that a new file gets on this machine."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _mode(path: Path) -> int:
    """Of the file that is replaced, if there is one."""
    with suppress(OSError):
        if not path.is_symlink():
            return path.stat().st_mode & 0o777
    return new_mode()
