"""Is there a file, a folder? Also for names that no file can have, and for folders that may not be looked into.

`Path.is_file` raises for a name that is too long and for a folder without permission. Whoever asks with words of the
user's wants to know `no` of the first, and an error that names the path of the second.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

from babelance.core.errors import InputError

_NO_SUCH_NAME = {errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ}

_OPENED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


def is_file(path: Path | str) -> bool:
    return _ask(Path.is_file, path)


def is_folder(path: Path | str) -> bool:
    return _ask(Path.is_dir, path)


def is_device(path: Path | str) -> bool:
    """Something like `/dev/zero`, which has no end."""
    return _ask(Path.is_char_device, path) or _ask(Path.is_block_device, path)


def is_named_pipe(path: Path | str) -> bool:
    """A pipe with a place in a folder, which waits for ever if nobody writes to it.

    Not the pipes that the shell has opened already: `/dev/stdin`, and `/dev/fd/63` of `<(zcat x.gz)`.
    """
    opened = str(expand(path)).startswith(_OPENED) and ".." not in Path(path).parts
    return _ask(Path.is_fifo, path) and not opened


def read_whole(path: Path) -> bytes:
    """All of a regular file. A pipe may never end, or never begin; a device has no end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"Cannot read '{path}': it is a pipe or a device. Write it to a file first.")
    try:
        return path.read_bytes()
    except OSError as error:
        error.filename = error.filename or str(path)  # errors while reading do not tell
        raise


def exists(path: Path | str) -> bool:
    return _ask(Path.exists, path)


def expand(path: Path | str) -> Path:
    """`~/x` with the home folder of the user; as it stands if there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _ask(question: Callable[[Path], bool], path: Path | str) -> bool:
    try:
        return question(expand(path))
    except ValueError:  # a zero byte, or half a character
        return False
    except OSError as error:
        if error.errno in _NO_SUCH_NAME:
            return False
        raise InputError(f"Cannot read '{path}': {error.strerror or error}.") from error
