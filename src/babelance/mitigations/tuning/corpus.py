"""A corpus on its way into training: lines streamed from files, split by their content, tokenised to disk.

Which part a line belongs to follows from its text and the seed alone. So a sentence that occurs twice is never in two
parts, the order of the files does not matter, and nothing has to be known about the other lines. The shares .64, .16
and .20 are met on average. Sub-words are kept in flat files and read through memory maps: however long the corpus,
memory holds eight bytes for a line.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np

from babelance.backends.training.rows import Rows
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.core.errors import DataError, InputError, StoreError
from babelance.core.files import drop_links, write_text
from babelance.core.untrusted import read_object
from babelance.text.streams import chunks, open_stream, text_lines

T = TypeVar("T")
Part = Literal["train", "dev", "test"]
PARTS: tuple[Part, ...] = ("train", "dev", "test")
SHARES = {"train": 0.64, "dev": 0.16, "test": 0.20}
READY = "corpus.json"
Rewrite = Callable[[str], str]


def part_of(line: str, seed: int) -> Part:
    """Where a line belongs, whatever else is in the corpus."""
    digest = hashlib.blake2b(line.encode("utf-8", "surrogatepass"), digest_size=8, key=str(seed).encode())
    share = int.from_bytes(digest.digest(), "big") / 2**64
    return "train" if share < SHARES["train"] else "dev" if share < SHARES["train"] + SHARES["dev"] else "test"


def fingerprint(paths: Sequence[str]) -> str:
    """sha256 over the content of the files; compressed or not is the same."""
    digest = hashlib.sha256()
    for path in paths:
        for chunk in chunks(open_stream(path), path):
            digest.update(chunk)
    return digest.hexdigest()


def sample(paths: Sequence[str], part: Part, seed: int, count: int) -> list[str]:
    """The lines of a part with the smallest hashes: the same ones whatever the order, each once."""
    chosen: dict[str, str] = {}
    for line in text_lines(paths):
        if part_of(line, seed) == part and line not in chosen:
            chosen[line] = hashlib.blake2b(f"{seed} {line}".encode("utf-8", "surrogatepass")).hexdigest()
        if len(chosen) > 4 * count:
            chosen = dict(sorted(chosen.items(), key=lambda pair: pair[1])[:count])
    return sorted(sorted(chosen, key=lambda line: chosen[line])[:count])


def tokenise(
    paths: Sequence[str],
    tokenizer: Any,
    folder: Path,
    *,
    key: str,
    length: int,
    seed: int,
    rewrite: Rewrite = lambda line: line,
    judge: str | None = None,
) -> dict[Part, Rows]:
    """Every part as rows on disk; taken from `folder` if they are there already for this key. Only lines of the
    training part are rewritten. All lines of the file `judge`, if there is one, are the dev part."""
    if not _is_ready(folder, key):
        _write(paths, tokenizer, folder, length=length, seed=seed, rewrite=rewrite, judge=judge)
        write_text(folder / READY, json.dumps({"key": key, "files": _hashes(folder)}))
    rows = {part: _read(folder, part) for part in PARTS}
    for part in PARTS:
        if not len(rows[part]):
            raise DataError(
                f"The corpus has too few lines: none of them fell into the {part} part. Give a corpus of at least a "
                "hundred different lines."
            )
    return rows


def _is_ready(folder: Path, key: str) -> bool:
    """Also what was damaged since is made anew: training on other tokens would go unseen."""
    ready = folder / READY
    if not ready.is_file():
        return False
    try:
        record = read_object(ready)
        return record.get("key") == key and record.get("files") == _hashes(folder)
    except (InputError, OSError):
        return False


def _hashes(folder: Path) -> dict[str, str]:
    names = [name for part in PARTS for name in (f"{part}.ids", f"{part}.ends.npy")]
    return {name: _sha256(folder / name) for name in names}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(
    paths: Sequence[str],
    tokenizer: Any,
    folder: Path,
    *,
    length: int,
    seed: int,
    rewrite: Rewrite,
    judge: str | None = None,
) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        drop_links(folder)
        with ExitStack() as stack:
            files = {part: stack.enter_context((folder / f"{part}.ids").open("wb")) for part in PARTS}
            ends = {part: array("q") for part in PARTS}
            for parts, some in _lines_by_part(paths, seed, judge):
                for part, ids in encode(some, parts, tokenizer, length=length, rewrite=rewrite):
                    files[part].write(np.asarray(ids, np.uint32).tobytes())
                    ends[part].append((ends[part][-1] if ends[part] else 0) + len(ids))
        for part in PARTS:
            np.save(folder / f"{part}.ends.npy", np.frombuffer(ends[part], np.int64))
    except OSError as error:
        raise StoreError(f"Cannot write the tokenised corpus to '{folder}': {error}. Free some space.") from error


def _read(folder: Path, part: Part) -> Rows:
    ends = np.load(folder / f"{part}.ends.npy", mmap_mode="r")
    if not len(ends):
        return Rows(np.zeros(0, np.uint32), ends)
    return Rows(np.memmap(folder / f"{part}.ids", np.uint32, mode="r"), ends)


def _lines_by_part(paths: Sequence[str], seed: int, judge: str | None) -> Iterator[tuple[list[Part], list[str]]]:
    """Some lines at a time, and which part each belongs to. With a judge, what would be dev is trained on."""
    for some in in_batches(text_lines(paths), 1000):
        parts = [part_of(line, seed) for line in some]
        yield (["train" if part == "dev" else part for part in parts] if judge else parts), some
    for some in in_batches(text_lines([judge]), 1000) if judge else ():
        yield ["dev"] * len(some), some


def encode(
    some: list[str], parts: list[Part], tokenizer: Any, *, length: int, rewrite: Rewrite = lambda line: line
) -> Iterator[tuple[Part, list[int]]]:
    """One row per line; a line that is too long becomes several, so that none of it is lost."""
    if not some:
        return
    texts = [rewrite(line) if part == "train" else line for line, part in zip(some, parts, strict=True)]
    with explain_encoding(tokenizer):
        bare = tokenizer(texts, add_special_tokens=False, truncation=False, return_attention_mask=False, verbose=False)
    before, after = frame(tokenizer)
    room = length - len(before) - len(after)
    for part, ids in zip(parts, bare["input_ids"], strict=True):
        for start in range(0, len(ids), room):
            yield part, [*before, *ids[start : start + room], *after]


def frame(tokenizer: Any) -> tuple[list[int], list[int]]:
    """The special tokens before and after a text."""
    ids = tokenizer("a", add_special_tokens=True, return_attention_mask=False)["input_ids"]
    inner = tokenizer("a", add_special_tokens=False, return_attention_mask=False)["input_ids"]
    start = next(at for at in range(len(ids) - len(inner) + 1) if ids[at : at + len(inner)] == inner)
    before, after = ids[:start], ids[start + len(inner) :]
    if not before and tokenizer.mask_token_id is None:
        # A causal model is asked about texts after its start token, and must have seen it.
        first = next((token for token in (tokenizer.bos_token_id, tokenizer.eos_token_id) if token is not None), None)
        before = [] if first is None else [first]
    return before, after


def in_batches(elements: Iterable[T], size: int) -> Iterator[list[T]]:
    """In order, `size` at a time; the last may be fewer."""
    rest = iter(elements)
    while batch := list(islice(rest, size)):
        yield batch
