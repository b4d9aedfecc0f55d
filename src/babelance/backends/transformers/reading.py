"""Weights are in memory once: read from their files tensor by tensor, and what is no longer needed is given back.

Pages of a mapped file stay counted to a process as long as one tensor of it is in use: a model whose layers are laid
out anew (`packed`) would be held twice. glibc, too, keeps what was freed, in the hope that it will be used again.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def unmapped() -> Iterator[None]:
    """Inside, Transformers opens safetensors files without mapping them, where the installed versions can do that."""
    from transformers import modeling_utils

    mapping: Any = getattr(modeling_utils, "safe_open", None)
    if "backend" not in str(getattr(mapping, "__text_signature__", None)):
        yield
        return

    def reading(*given: Any, **named: Any) -> Any:
        return mapping(*given, **named | {"backend": "pread"})

    modeling_utils.safe_open = reading
    try:
        yield
    finally:
        modeling_utils.safe_open = mapping


def give_back_memory() -> None:
    """To the system: what was freed, where the C library has a function for it."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
