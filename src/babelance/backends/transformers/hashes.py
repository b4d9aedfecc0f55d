"""Content hashes of model directories. Gigabytes are hashed once: hashes are remembered by path, size and time."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs

_TOKENIZER = (
    "tokenizer*",
    "vocab*",
    "merges*",
    "*.model",
    "special_tokens_map.json",
    "added_tokens.json",
    "spm*",
    "sentencepiece*",
)


def hash_of_folder(directory: Path) -> str:
    """sha256 over name and content of every file that can change an answer: weights, configuration, tokenizer, code."""
    remembered = _recall()
    lines = [f"{file.name} {_hash_of(file, remembered)}" for file in _relevant_files(directory)]
    _keep(remembered)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def hash_of_files(*files: Path) -> str:
    """sha256 over the content of these files; of one file, its own sha256."""
    remembered = _recall()
    digests = [_hash_of(file, remembered) for file in files]
    _keep(remembered)
    return digests[0] if len(digests) == 1 else combine(*digests)


def combine(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _relevant_files(directory: Path) -> list[Path]:
    weights = sorted(directory.glob("*.safetensors*")) or sorted(directory.glob("*.bin*"))
    others = {file for pattern in ("config.json", "*.py", *_TOKENIZER) for file in directory.glob(pattern)}
    return sorted({*weights, *(file for file in others if file.is_file())})


def _hash_of(file: Path, remembered: dict[str, str]) -> str:
    status = file.stat()
    key = f"{file.resolve()}|{status.st_size}|{status.st_mtime_ns}"
    if key not in remembered:
        with file.open("rb") as stream:
            remembered[key] = hashlib.file_digest(stream, "sha256").hexdigest()
    return remembered[key]


def _memory() -> Path:
    return Path(platformdirs.user_cache_dir("babelance")) / "hashes.json"


def _recall() -> dict[str, str]:
    try:
        remembered = json.loads(_memory().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return remembered if isinstance(remembered, dict) else {}


def _keep(remembered: dict[str, str]) -> None:
    """Written whole or not at all; a cache folder that cannot be written only costs time."""
    if remembered == _recall():
        return
    with contextlib.suppress(OSError), _replace_when_written(_memory()) as file:
        file.write_text(json.dumps(remembered), encoding="utf-8")


@contextlib.contextmanager
def _replace_when_written(target: Path) -> Iterator[Path]:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name)
    os.close(handle)
    try:
        yield Path(name)
        Path(name).replace(target)
    finally:
        Path(name).unlink(missing_ok=True)
