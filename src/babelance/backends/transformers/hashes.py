"""Content hashes of model directories: everything that can change an answer is in them.

Gigabytes are hashed once: a hash is remembered by path, size, times and inode. The time of the last change of status
(ctime) cannot be set by `cp -p`, `rsync` or `tar`, so weights that were swapped under the same name, size and time of
modification are read again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import platformdirs

from babelance.core.errors import ModelError
from babelance.core.paths import expand, is_folder, read_whole

_OTHER_WEIGHTS = ("*.h5", "*.msgpack", "*.ot", "*.onnx", "*.gguf", "*.pt", "*.pth", "*.ckpt*")
"""Formats that are never read."""
_OLDER_WEIGHTS = ("pytorch_model*.bin", "pytorch_model*.bin.index.json")
"""Not read where there are safetensors. Others of that format may be: `transformers_weights` can name them."""
_SAFETENSORS = ("model.safetensors", "model.safetensors.index.json")
_NAME_CODE = ("config.json", "tokenizer_config.json", "generation_config.json")
_LEFTOVERS = (
    *("README*", "LICEN[CS]E*", "NOTICE*", "*.md", "*.log", "*.png", "*.html", "*.parquet", "*.jsonl"),
    *("optimizer*", "scheduler*", "rng_state*", "trainer_state.json", "training_args*", "events.out.tfevents*"),
    *("mitigation.json", "training.json", "rotation.json", "corpus.json", "plan.json", "run.json", "*_results.json"),
)
"""What lies about in a model's directory and is never read to answer: texts for people, states and records of training.
A file that is in no such list counts as part of the model: to ask again is better than to take a stale answer."""
_WITH_HASH = re.compile(r"(?P<path>.+)#(?P<hash>[0-9a-f]{4,64})", re.DOTALL)
_ESCAPE = re.compile(rb"\\u00([0-7][0-9a-fA-F])")
"""A letter as JSON may write it: `auto\\u005fmap` is the same key."""
_UNSETTLED = 2.0
"""Seconds: a file that changed just now may change again within the same tick of the clock, so it is not remembered."""


def hash_of_folder(directory: Path) -> str:
    """sha256 over name and content of every file that can change an answer."""
    remembered = _recall()
    files = relevant_files(directory)
    lines = [f"{file.relative_to(directory).as_posix()} {_hash_of(file, remembered)}" for file in files]
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


def split_hash(text: str) -> tuple[str, str]:
    """`PATH#hash` → (PATH, hash); the hash is empty where none is named."""
    match = _WITH_HASH.fullmatch(text)
    return (match["path"], match["hash"]) if match else (text, "")


def path_and_hash(text: str, is_there: Callable[[str], bool]) -> tuple[str, str]:
    """As `split_hash`, but what is there as it is written is its own name: a folder may be called `model#1a2b3c4d`."""
    return (text, "") if is_there(text) else split_hash(text)


def folder_and_hash(spec: str, prefix: str) -> tuple[Path, str]:
    """Of a folder that is named as PATH, PREFIX:PATH or with a hash behind it."""
    path, expected = path_and_hash(spec.removeprefix(f"{prefix}:"), is_folder)
    return expand(path), expected


def require_hash(actual: str, expected: str, label: str, change: str = "its files have changed") -> str:
    """The hash that was found, if it begins as the name of the model says."""
    if not actual.startswith(expected):
        raise ModelError(
            f"{label} has the content hash {actual[:8]}, not {expected}: {change}. Leave out '#{expected}' to use it "
            "as it is."
        )
    return actual


def relevant_files(directory: Path) -> list[Path]:
    """Weights, configuration, tokenizer, generation settings at the top; code and templates of chats also below; if the
    model brings code of its own, which may read anything, all files."""
    if _brings_code(directory):
        return sorted(_files_below(directory))
    older = _OLDER_WEIGHTS if any((directory / name).is_file() for name in _SAFETENSORS) else ()
    unread = (".*", *_LEFTOVERS, *_OTHER_WEIGHTS, *older)
    top = [file for file in directory.iterdir() if not _matches(file.name, unread)]
    code = [file for file in _files_below(directory) if file.suffix == ".py"]
    templates = directory.glob("additional_chat_templates/*.jinja")
    return sorted({file for file in (*top, *code, *templates) if file.is_file()})


def _files_below(directory: Path) -> Iterator[Path]:
    """Also in folders that are links, which code reads like any other; each folder once."""
    seen = set[str]()
    for folder, folders, names in os.walk(directory, followlinks=True):
        folders[:] = [name for name in folders if name != "__pycache__"]
        if (real := os.path.realpath(folder)) in seen:
            folders.clear()
            continue
        seen.add(real)
        yield from (file for name in names if (file := Path(folder, name)).is_file())


def _brings_code(directory: Path) -> bool:
    """Does a configuration name classes of its own (`auto_map`)? They run with --remote-code."""
    files = [directory / name for name in _NAME_CODE if (directory / name).exists()]
    return any(b'"auto_map"' in _ESCAPE.sub(_letter, read_whole(file)) for file in files)


def _letter(escape: re.Match[bytes]) -> bytes:
    return bytes.fromhex(escape[1].decode())


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def _hash_of(file: Path, remembered: dict[str, str]) -> str:
    status = file.stat()
    when = f"{status.st_mtime_ns}|{status.st_ctime_ns}|{status.st_dev}|{status.st_ino}"
    key = f"{file.resolve()}|{status.st_size}|{when}"
    if known := remembered.get(key):
        return known
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if time.time() - max(status.st_ctime, status.st_mtime) > _UNSETTLED:
        remembered[key] = digest
    return digest


def _memory() -> Path:
    return Path(platformdirs.user_cache_dir("babelance")) / "hashes.json"


def _recall() -> dict[str, str]:
    """What is damaged is forgotten: a wrong hash would be another model's name, or hide that a file has changed."""
    try:
        seal, _, text = _memory().read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return {}
    if seal != combine(text):
        return {}
    remembered: dict[str, str] = json.loads(text)
    return remembered


def _keep(remembered: dict[str, str]) -> None:
    """Written whole or not at all; a cache folder that cannot be written only costs time."""
    if remembered == _recall():
        return
    with contextlib.suppress(OSError), _replace_when_written(_memory()) as file:
        text = json.dumps(remembered)
        file.write_text(f"{combine(text)}\n{text}", encoding="utf-8")


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
