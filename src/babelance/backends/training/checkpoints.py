"""Checkpoints on disk: written whole or not at all, read without running any code, kept apart by what is trained."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import IO, Any

from babelance.core.errors import InputError, StoreError
from babelance.core.files import replace_file, settle
from babelance.core.untrusted import read_object

PLAN = "plan.json"
_CHUNK = 1 << 22

KEY = "data or base"


def claim(folder: Path, key: str, options: Mapping[str, Any]) -> None:
    """The folder belongs to one training. `key` and options say which: what may not change while it goes on."""
    plan = {KEY: key, **options}
    path = folder / PLAN
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        replace_text(path, json.dumps(plan))
        return
    known = _plan(path)
    if other := [name for name in plan if known.get(name, plan[name]) != plan[name]]:
        raise InputError(
            f"'{folder}' holds an unfinished training with other {', '.join(other)}. Give the same options to go on "
            "with it, or remove the folder."
        )


def claim_of(folder: Path) -> str | None:
    """The key of the training that a folder belongs to, if it does to one."""
    path = folder / PLAN
    return str(_plan(path).get(KEY)) if path.is_file() else None


def _plan(path: Path) -> dict[str, Any]:
    try:
        return read_object(path)
    except InputError as error:
        raise StoreError(f"The plan of an unfinished training is damaged: {error} Remove its folder.") from error


def replace_text(path: Path, text: str) -> None:
    """The file has the whole text, or it is as it was."""
    _replace(path, lambda file: file.write(text.encode()))


def write(path: Path, content: Any) -> None:
    """With a checksum in the comment of the zip file that it is: torch does not look at those of its parts."""
    import torch

    def fill(file: IO[bytes]) -> None:
        torch.save(content, file)
        file.flush()
        digest = _sha256(file.fileno(), os.fstat(file.fileno()).st_size, b"")
        file.seek(-len(_NO_COMMENT), os.SEEK_END)
        file.write(_COMMENT + digest)

    _replace(path, fill)


def read(path: Path) -> Any:
    import torch

    try:
        _check_sum(path)
        return torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, UnpicklingError) as error:
        raise StoreError(
            f"The checkpoint '{path}' cannot be read: {error}. Remove its folder to begin anew."
        ) from error


_NO_COMMENT, _COMMENT = (0).to_bytes(2, "little"), (64).to_bytes(2, "little")
"""The last two bytes of a zip file say how long the comment is that follows them."""


def _check_sum(path: Path) -> None:
    with path.open("rb") as file:
        end = os.fstat(file.fileno()).st_size - 64 - len(_COMMENT)
        file.seek(max(end, 0))
        if end < 0 or file.read() != _COMMENT + _sha256(file.fileno(), end, _NO_COMMENT):
            raise ValueError("it is damaged: its checksum is not that of its content")


def _sha256(file: int, size: int, rest: bytes) -> bytes:
    """In hexadecimal digits, of the first bytes of an open file and some more."""
    digest = hashlib.sha256()
    for start in range(0, size, _CHUNK):
        digest.update(os.pread(file, min(_CHUNK, size - start), start))
    digest.update(rest)
    return digest.hexdigest().encode()


def remove(folder: Path, *names: str) -> None:
    """These files and the plan, and the folder if nothing else is in it."""
    for name in (*names, PLAN):
        (folder / name).unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def seed(number: int) -> None:
    """All random numbers of training follow from this one, whatever was drawn before."""
    import torch

    torch.manual_seed(number)


def random_state() -> dict[str, Any]:
    import torch

    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
    return {"cpu": torch.get_rng_state(), "cuda": cuda}


def set_random_state(state: Mapping[str, Any]) -> None:
    import torch

    torch.set_rng_state(state["cpu"])
    if torch.cuda.is_available() and state["cuda"]:
        torch.cuda.set_rng_state_all(state["cuda"])


@contextmanager
def explain_full_disk(path: Path) -> Iterator[None]:
    """A full disk is told with what to do: nothing that was trained is lost."""
    from safetensors import SafetensorError

    try:
        yield
    except (OSError, RuntimeError, SafetensorError) as error:
        raise StoreError(
            f"Cannot write '{path}': {error}. Free some space and give the same command again: training goes on from "
            "the last checkpoint."
        ) from error


def _replace(path: Path, fill: Callable[[IO[bytes]], Any]) -> None:
    """A new file beside the old one, and then in its place: there is a whole one also if the machine loses power."""
    with replace_file(path) as file, explain_full_disk(path):
        fill(file)
        settle(file)
