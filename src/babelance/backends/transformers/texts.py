"""Texts as a model reads them: tokenised many at a time, once; then batched, equal lengths together.

So nothing is padded, and a batch has few enough tokens for fast memory.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from babelance.backends.transformers.architectures import BY_TYPE, UNKNOWN
from babelance.backends.transformers.tokenizer_checks import blame_tokenizer
from babelance.core.errors import ModelError

T = TypeVar("T")

CPU_TOKENS = 1024
"""Measured: from 512 to 2048 tokens a processor is equally fast; below it starves, above it falls out of the cache."""
ACCELERATOR_TOKENS = 16384
_KEPT = 65536
"""Texts of which the ids are remembered."""
_CHARACTERS = 1_000_000
"""Of all texts of one call: a tokenizer takes some two hundred bytes for each."""
_SANE = 1_000_000
"""Tokenizers without a limit say 10^30."""


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """One text: all ids, which of them are special, and the characters of each (None for slow tokenizers)."""

    ids: NDArray[np.int32]
    special: NDArray[np.bool_]
    offsets: NDArray[np.int32] | None = None

    @property
    def words(self) -> NDArray[np.int32]:
        """Positions of the non-special tokens."""
        return np.flatnonzero(~self.special).astype(np.int32)


class Texts:
    """A tokenizer with a memory. `prepare` before `get` makes one call of many."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.unknown: int | None = tokenizer.unk_token_id
        self._known: dict[str, Encoded] = {}
        self._names: dict[int, str] = {}

    def prepare(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if len(self._known) + len(new) > _KEPT:
            self._known.clear()
        for some in _few_at_once(new):
            try:
                self._known.update(zip(some, self._encode(some), strict=True))
            except BaseException as error:
                blame_tokenizer(error, self.tokenizer)
                raise

    def get(self, text: str) -> Encoded:
        if text not in self._known:
            self.prepare([text])
        return self._known[text]

    def bare(self, text: str) -> list[int]:
        """The ids of a text without special tokens."""
        try:
            ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        except BaseException as error:
            blame_tokenizer(error, self.tokenizer)
            raise
        return ids

    def names(self, ids: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._name(int(token)) for token in ids)

    def _name(self, token: int) -> str:
        """As in the vocabulary; bytes of a byte-level vocabulary as the text they stand for, where they do."""
        if token not in self._names:
            name = str(self.tokenizer.convert_ids_to_tokens(token))
            shown = str(self.tokenizer.decode([token])) if self._is_byte_level and not name.isascii() else name
            self._names[token] = name if "\ufffd" in shown or not shown else shown
        return self._names[token]

    @cached_property
    def _is_byte_level(self) -> bool:
        engine = getattr(self.tokenizer, "backend_tokenizer", None)
        return "ByteLevel" in type(getattr(engine, "decoder", None)).__name__

    def _encode(self, texts: list[str]) -> Iterable[Encoded]:
        fast = bool(self.tokenizer.is_fast)
        table = self.tokenizer(
            texts,
            add_special_tokens=True,
            truncation=False,
            return_attention_mask=False,
            return_special_tokens_mask=True,
            return_offsets_mapping=fast,
            verbose=False,
        )
        offsets = table["offset_mapping"] if fast else [None] * len(texts)
        for ids, special, places in zip(table["input_ids"], table["special_tokens_mask"], offsets, strict=True):
            yield Encoded(
                np.asarray(ids, np.int32),
                np.asarray(special, bool),
                None if places is None else np.asarray(places, np.int32).reshape(-1, 2),
            )


def _few_at_once(texts: Sequence[str]) -> Iterator[list[str]]:
    """All texts in parts; the tokenizer's own tables take far more than the numbers that are kept of them."""
    part, characters = list[str](), 0
    for text in texts:
        if part and characters + len(text) > _CHARACTERS:
            yield part
            part, characters = [], 0
        part.append(text)
        characters += len(text)
    if part:
        yield part


def limit_of(config: Any, tokenizer: Any) -> int | None:
    """The most tokens (special ones included) that the model can read, if it has a limit."""
    limits = [limit for limit in (_positions(config), tokenizer.model_max_length) if limit and 0 < limit < _SANE]
    return min(limits, default=None)


def _positions(config: Any) -> int | None:
    positions = getattr(config, "max_position_embeddings", None)
    if not positions or positions < 0:
        return None
    padding = getattr(config, "pad_token_id", None) or 0
    known = BY_TYPE.get(config.model_type, UNKNOWN)
    return int(positions) - (padding + 1 if known.positions_follow_padding else 0)


def sample(texts: Sequence[str], size: int) -> list[str]:
    """At most `size` texts, evenly spread."""
    step = max(1, -(-len(texts) // size))
    return list(islice(texts, 0, None, step))


def batches(lengths: Sequence[int], rows: Iterable[int], *, tokens: int) -> list[list[int]]:
    """Rows of equal length in batches of at most `tokens` tokens (or one row), even in size, first needed first."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        by_length[lengths[row]].append(row)
    groups = [even_parts(same, max(1, tokens // max(1, length))) for length, same in by_length.items()]
    return sorted((batch for group in groups for batch in group), key=lambda batch: batch[0])


def even_parts(things: Sequence[T], most: int) -> Iterator[list[T]]:
    """Parts of nearly equal size, none above `most`: 70 with most=64 is 35 and 35, not 64 and 6."""
    parts = -(-len(things) // most)
    for part in range(parts):
        yield list(things[part * len(things) // parts : (part + 1) * len(things) // parts])


def run_halving_on_low_memory(things: Sequence[T], work: Callable[[Sequence[T]], None], *, name: str) -> int:
    """`work` on all things; when memory runs out, on halves, going on where it stopped. The largest size done."""
    import torch

    queue, largest = [things], 0
    while queue:
        part = queue.pop(0)
        try:
            work(part)
            largest = max(largest, len(part))
        except (MemoryError, torch.cuda.OutOfMemoryError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
            if len(part) == 1:
                raise ModelError(
                    f"Not enough memory for a single {name}. Use a smaller model or another device."
                ) from error
            _release()
            half = len(part) // 2
            queue[:0] = [part[:half], part[half:]]
    return largest


def is_out_of_memory(error: BaseException) -> bool:
    import torch

    words = str(error).lower()
    return (
        isinstance(error, MemoryError | torch.cuda.OutOfMemoryError)
        or "out of memory" in words
        or "allocate memory" in words
    )


def _release() -> None:
    import torch

    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def default_tokens(device_type: str) -> int:
    return CPU_TOKENS * max(1, (os.cpu_count() or 1) // 8) if device_type == "cpu" else ACCELERATOR_TOKENS
