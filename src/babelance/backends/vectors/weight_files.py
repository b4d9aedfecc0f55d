"""Single rows of the tables in a model's weight files: safetensors row by row, older files as torch keeps them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from zipfile import is_zipfile

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from babelance.backends.vectors.lookup import Row, check_length
from babelance.core.errors import ModelError
from babelance.core.extras import require
from babelance.core.limits import LARGEST_WHOLE
from babelance.core.untrusted import as_type, parse_json

TABLES = (
    *("word_embeddings.weight", "embed_tokens.weight", "wte.weight", "shared.weight", "tok_embeddings.weight"),
    *("embed_in.weight", "word_embedding.weight", "embeddings.weight", "embeddings.tokens.weight"),
)
"""How the table of input embeddings is called, by the end of its name."""
_LARGEST_HEADER = 100_000_000
"""Bytes; the limit of the safetensors library."""
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@dataclass(frozen=True)
class WeightTable:
    name: str
    shape: tuple[int, ...]
    read: Callable[[int], Row]

    def __call__(self, rows: Sequence[int]) -> dict[int, Row]:
        if beyond := [row for row in rows if not 0 <= row < self.shape[0]]:
            raise ModelError(
                f"The tokenizer names row {beyond[0]} of {self.name}, which has {self.shape[0]} rows. They do not "
                "belong together."
            )
        return {row: self.read(row) for row in rows}


def place_of_name(name: str) -> int:
    return next(rank for rank, ending in enumerate(TABLES) if name.endswith(ending))


def safetensors_tables(folder: Path) -> list[WeightTable]:
    return [table for file in sorted(folder.glob("*.safetensors")) for table in _tables_in(file)]


def _tables_in(file: Path) -> list[WeightTable]:
    with file.open("rb") as stream:
        size = int.from_bytes(stream.read(8), "little")
        if size > min(file.stat().st_size, _LARGEST_HEADER):
            raise ModelError(f"{file} is not a safetensors file: its header would have {size} bytes. Get it again.")
        text = stream.read(size).decode("utf-8", "replace")
    header = parse_json(text, str(file), error=ModelError)
    named = (
        {name: fact for name, fact in header.items() if name != "__metadata__"} if isinstance(header, dict) else header
    )
    facts = as_type(named, dict[str, Fact], f"The header of {file}", error=ModelError)
    return [WeightTable(name, fact.shape, _row_reader(file, 8 + size, fact)) for name, fact in facts.items()]


Size = Annotated[int, Meta(ge=0, le=LARGEST_WHOLE)]


@dataclass(frozen=True, slots=True)
class Fact:
    """What a safetensors file says of one tensor."""

    dtype: str
    shape: tuple[Size, ...]
    data_offsets: tuple[Size, Size]


def _row_reader(file: Path, start: int, fact: Fact) -> Callable[[int], Row]:
    def read(row: int) -> Row:
        if fact.dtype not in _DTYPES:
            raise ModelError(f"{file.name} stores its embeddings as {fact.dtype}, which is not read.")
        offset, dtype = start + fact.data_offsets[0], np.dtype(_DTYPES[fact.dtype])
        try:
            check_length(fact.shape, dtype.itemsize, file.stat().st_size - offset)
            stored = np.memmap(file, dtype=dtype, mode="r", offset=offset, shape=fact.shape)[row]
        except (ValueError, IndexError, OverflowError, OSError) as error:
            raise ModelError(f"{file} is shorter than its header says: {error}. Get it again.") from error
        return _from_bfloat16(stored) if fact.dtype == "BF16" else np.asarray(stored, dtype=np.float32)

    return read


def _from_bfloat16(stored: NDArray[Any]) -> Row:
    """The upper half of a float32."""
    return (np.asarray(stored, dtype=np.uint32) << 16).view(np.float32)


def checkpoint_tables(folder: Path, label: str) -> list[WeightTable]:
    """Tensors of `.bin` files, through torch's weights-only reader."""
    require("torch")
    import torch

    files = sorted(folder.glob("*.bin"))
    if not files:
        raise ModelError(f"{label} has no weights: neither *.safetensors nor *.bin.")
    tensors: dict[str, Any] = {}
    for file in files:
        try:
            tensors |= _load_tensors(file)
        except Exception as error:  # pickles fail in many ways
            raise ModelError(f"{file} cannot be read: {str(error).partition(chr(10))[0]}") from error
    weights = {name: tensor for name, tensor in tensors.items() if isinstance(tensor, torch.Tensor)}
    return [WeightTable(name, tuple(tensor.shape), _row_of(tensor)) for name, tensor in weights.items()]


def _load_tensors(file: Path) -> dict[str, Any]:
    """Mapped into memory; files from before torch 1.6 are no zip archives and are read whole."""
    import torch

    loaded: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=True, mmap=is_zipfile(file))
    return loaded


def _row_of(tensor: Any) -> Callable[[int], Row]:
    return lambda row: np.asarray(tensor[row].float().numpy(), dtype=np.float32)
