"""The input embeddings of a translator that was converted for CTranslate2, from its `model.bin`.

The file has a header (version, name of the model, its revision), then each variable with name, shape, type and bytes,
then other names of variables. Embeddings are `encoder/embeddings_0/weight` and `decoder/embeddings/weight`; eight-bit
ones have a scale for each row. Which row belongs to which piece is said by the vocabulary beside it, and how words are
cut into pieces by the tokenizer that was copied into the folder.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from babelance.backends.translation.pieces import FromTransformers, Pieces, pieces_in, vocabulary_list
from babelance.backends.translation.tokens import languages_named
from babelance.backends.vectors.embeddings import Embeddings
from babelance.backends.vectors.lookup import Row
from babelance.backends.vectors.weight_files import WeightTable
from babelance.core.errors import ModelError

_TYPES = {0: "<f4", 1: "i1", 4: "<f2", 5: "<u2"}
_BFLOAT16, _INT8 = 5, 1
_NAMES = {
    "encoder": ("encoder/embeddings_0/weight", "encoder/embeddings/weight"),
    "decoder": ("decoder/embeddings/weight", "decoder/embeddings_0/weight"),
}
MOST_VARIABLES = 1_000_000


@dataclass(frozen=True, slots=True)
class Variable:
    shape: tuple[int, ...]
    type: int
    start: int
    size: int


class ConvertedEmbeddings(Embeddings):
    """`#encoder`, also if no part is named, or `#decoder`."""

    @property
    def _path(self) -> Path:
        return Path(self.model_source.location)

    def _languages(self) -> list[str]:
        pieces = self._tokenizer
        return languages_named(pieces.tokens.tokenizer, self._side) if isinstance(pieces, FromTransformers) else []

    @cached_property
    def _tokenizer(self) -> Pieces:
        return pieces_in(self._path)

    @cached_property
    def _vocabulary(self) -> list[str]:
        """The piece of each row; one may be there twice."""
        return list(vocabulary_list(self._path, ("shared_vocabulary", f"{self._side}_vocabulary")))

    @cached_property
    def _rows_of_pieces(self) -> dict[str, int]:
        return {piece: row for row, piece in enumerate(self._vocabulary)}

    def _pieces(self, word: str) -> list[int]:
        spaced, alone = (self._tokenizer.cut(text, target=self.part == "decoder") for text in (f" {word}", word))
        pieces = spaced if len(spaced) <= len(alone) else alone
        rows = [self._rows_of_pieces.get(piece, -1) for piece in pieces]
        unknown = self._rows_of_pieces.get("<unk>", -1)
        return [] if any(row in (-1, unknown) for row in rows) else rows

    @cached_property
    def _table(self) -> WeightTable:
        file = self._path / "model.bin"
        variables = read_variables(file)
        name = next((name for name in _NAMES[self.part or "encoder"] if name in variables), None)
        if name is None:
            raise ModelError(f"'{file}' has no table of input embeddings for its {self.part or 'encoder'}.")
        variable = variables[name]
        if len(variable.shape) != 2 or variable.shape[0] < len(self._vocabulary):
            raise ModelError(
                f"'{file}': the vocabulary has {len(self._vocabulary)} pieces but {name} the shape {variable.shape}. "
                "They do not belong together."
            )
        return WeightTable(name, variable.shape, _row_reader(file, variable, variables.get(f"{name}_scale")))


def read_variables(file: Path) -> dict[str, Variable]:
    """Every variable by all of its names, and where its bytes are; nothing is read into memory."""
    with file.open("rb") as stream:
        reader = _Reader(file, stream, file.stat().st_size)
        version = reader.number("<I")
        reader.text()
        reader.number("<I")
        if not 2 <= version <= 6:
            raise ModelError(f"'{file}' is of version {version} of CTranslate2's format; 2 to 6 are read.")
        variables = dict(reader.variable() for _ in range(reader.count()))
        for _ in range(reader.count()):
            alias, name = reader.text(), reader.text()
            ends = [end for end in ("", "_scale") if f"{name}{end}" in variables]
            variables |= {f"{alias}{end}": variables[f"{name}{end}"] for end in ends}
    return variables


@dataclass
class _Reader:
    file: Path
    stream: BinaryIO
    length: int

    def number(self, form: str) -> int:
        size = struct.calcsize(form)
        data = self.stream.read(size)
        if len(data) < size:
            raise ModelError(f"'{self.file}' ends in the middle. Convert the model again.")
        return int(struct.unpack(form, data)[0])

    def text(self) -> str:
        """A length with the zero at its end, then the bytes."""
        size = self.number("<H")
        return self.stream.read(size).rstrip(b"\0").decode("utf-8", "replace")

    def count(self) -> int:
        count = self.number("<I")
        if count > MOST_VARIABLES:
            raise ModelError(f"'{self.file}' would have {count} variables. It is damaged: convert the model again.")
        return count

    def variable(self) -> tuple[str, Variable]:
        name = self.text()
        shape = tuple(self.number("<I") for _ in range(self.number("<B")))
        kind, size = self.number("<B"), self.number("<I")
        start = self.stream.tell()
        if start + size > self.length:
            raise ModelError(f"'{self.file}' ends in the middle of {name!r}. Convert the model again.")
        self.stream.seek(size, 1)
        return name, Variable(shape, kind, start, size)


def _row_reader(file: Path, variable: Variable, scale: Variable | None) -> Callable[[int], Row]:
    values = _array(file, variable)
    scales = _array(file, scale) if variable.type == _INT8 and scale is not None else None
    if variable.type == _INT8 and scales is None:
        raise ModelError(f"'{file}': eight-bit embeddings without their scales cannot be read.")

    def read(row: int) -> Row:
        numbers = values[row]
        if variable.type == _BFLOAT16:
            return np.asarray((numbers.astype(np.uint32) << 16).view(np.float32), np.float32)
        plain = np.asarray(numbers, np.float32)
        return plain if scales is None else plain / np.float32(scales.reshape(-1)[row])

    return read


def _array(file: Path, variable: Variable) -> Any:
    if variable.type not in _TYPES:
        raise ModelError(f"'{file}': embeddings of the type {variable.type} are not read. Convert to float32 or int8.")
    form = np.dtype(_TYPES[variable.type])
    if int(np.prod(variable.shape, dtype=np.int64)) * form.itemsize != variable.size:
        raise ModelError(f"'{file}': a table of the shape {variable.shape} cannot have {variable.size} bytes.")
    return np.memmap(file, form, "r", variable.start, variable.shape)
