"""Gets pinned files: from a local mirror, from the cache, or from their address. Nothing unverified is ever used.

`BABELANCE_MIRROR` names a folder that is looked into first and never written to. `BABELANCE_CACHE` moves the cache out
of the platform's cache folder. A download is written beside its final name and moved there only when its checksum is
right, so a file in the cache is whole or absent.
"""

from __future__ import annotations

import hashlib
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from babelance.core.card import File
from babelance.core.errors import FetchError

SECONDS_WITHOUT_DATA = 30

_verified: set[tuple[str, int, int, str]] = set()


@dataclass(frozen=True, slots=True)
class FileStatus:
    """Where a file is. `sha256` is what was seen there; it differs from the pinned one in state `wrong`."""

    state: Literal["ok", "wrong", "absent"]
    path: Path
    sha256: str = ""


def local(file: File, *, offline: bool = False) -> Path:
    """The verified file on this machine; downloads it if it is neither in the mirror nor in the cache."""
    status = look(file)
    if status.state == "ok":
        return status.path
    if status.state == "wrong":
        _refuse(file, status)
    if offline:
        raise FetchError(f"'{file.name}' is not on this machine, and downloads are off. {_next_step(file)}")
    _download(file)
    return look(file).path


def look(file: File) -> FileStatus:
    """Where the file is and whether its checksum is right, without any download."""
    mirror = mirror_folder()
    if mirror and (mirror / file.name).is_file():
        return _examine(mirror / file.name, file)
    cached = cache_folder() / file.name
    return _examine(cached, file) if cached.is_file() else FileStatus("absent", cached)


def mirror_folder() -> Path | None:
    named = os.environ.get("BABELANCE_MIRROR")
    if not named:
        return None
    folder = Path(named).expanduser()
    if not folder.is_dir():
        raise FetchError(f"BABELANCE_MIRROR is '{named}', which is not a folder. Name one, or unset it.")
    return folder


def cache_folder() -> Path:
    if named := os.environ.get("BABELANCE_CACHE"):
        return Path(named).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("babelance", appauthor=False) / "datasets"


def sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _examine(path: Path, file: File) -> FileStatus:
    """Hashes a file once per process, as long as its size and time stay the same."""
    facts = path.stat()
    key = (str(path), facts.st_size, facts.st_mtime_ns, file.sha256)
    if key in _verified:
        return FileStatus("ok", path, file.sha256)
    seen = sha256_of(path)
    if seen != file.sha256:
        return FileStatus("wrong", path, seen)
    _verified.add(key)
    return FileStatus("ok", path, seen)


def _refuse(file: File, status: FileStatus) -> None:
    """A wrong file of the mirror is the user's: say so. A wrong file of the cache is ours: delete it and go on."""
    if not status.path.is_relative_to(cache_folder()):
        raise FetchError(
            f"'{status.path}' has sha256 {status.sha256}, but '{file.name}' is pinned to {file.sha256}. "
            f"Replace it in the mirror, or unset BABELANCE_MIRROR to download it."
        )
    status.path.unlink()


def _download(file: File) -> None:
    import pooch

    # pooch announces every download on its logger; progress is the caller's to show.
    pooch.get_logger().setLevel(logging.ERROR)
    target = cache_folder() / file.name
    try:
        pooch.retrieve(
            url=file.url,
            known_hash=f"sha256:{file.sha256}",
            fname=target.name,
            path=target.parent,
            downloader=pooch.HTTPDownloader(timeout=SECONDS_WITHOUT_DATA, headers={"User-Agent": "babelance"}),
        )
    except (OSError, ValueError) as error:
        raise FetchError(_why_not_stored(error, file, target.parent)) from error


def _why_not_stored(error: OSError | ValueError, file: File, folder: Path) -> str:
    from requests import RequestException

    if isinstance(error, RequestException):
        return f"Could not download {file.url} ({why_not_downloaded(error)}). {_next_step(file)}"
    if isinstance(error, ValueError):
        return f"What {file.url} sent is not the pinned file and was deleted. {error}"
    return f"Could not write to '{folder}' ({error}). Make room, or set BABELANCE_CACHE to another folder."


def _next_step(file: File) -> str:
    return f"Put it at '{file.name}' in a folder and set BABELANCE_MIRROR to that folder."


def why_not_downloaded(error: Exception) -> str:
    import requests

    if isinstance(error, requests.Timeout):
        return f"no answer for {SECONDS_WITHOUT_DATA} s"
    if isinstance(error, requests.HTTPError):
        return str(error).partition(" for url")[0]
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the connection was cut"
    return "no connection" if isinstance(error, requests.ConnectionError) else str(error)
