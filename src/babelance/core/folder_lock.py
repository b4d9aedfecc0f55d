"""A folder that one process at a time writes to."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from babelance.core.errors import StoreError


def lock_folder(folder: Path, file: Path, *, who: str, what: str = "folder", again: bool = False) -> BaseFileLock:
    """A lock on `file`, which stands for the folder and is held until it is released.

    `who` else may hold it (*run*, *training*) and `what` the folder is stand in the errors. With `again` the process
    that holds it may take it once more.
    """
    try:
        os.fspath(folder).encode()
    except UnicodeEncodeError as error:
        raise StoreError(f"The name of the {what} {folder} is not UTF-8. Choose another.") from error
    try:
        if file.parent != folder and file.parent.is_symlink():  # leads elsewhere, where nobody asked to write
            file.parent.unlink()
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(file, blocking=False, is_singleton=again)
        lock.acquire()
    except Timeout as error:
        raise StoreError(
            f"Another {who} is writing to {folder}. Wait for it, or name another folder with --out."
        ) from error
    except (OSError, NotImplementedError) as error:
        raise StoreError(f"Cannot write to the {what} {folder}: {error}.") from error
    return lock
