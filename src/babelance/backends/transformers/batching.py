"""Batches of token sequences: equal lengths together, so nothing is padded; few enough tokens for fast memory."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from babelance.core.errors import ModelError

T = TypeVar("T")

CPU_TOKENS = 1024
"""Measured: from 512 to 2048 tokens a processor is equally fast; below it starves, above it falls out of the cache."""
ACCELERATOR_TOKENS = 16384


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
