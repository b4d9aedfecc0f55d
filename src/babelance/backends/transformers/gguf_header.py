"""What a GGUF file says about its model: read from its first bytes, without its weights and without other packages.

    magic "GGUF", version, number of tensors, number of entries; then the entries (name, type, value), then the tensors
    (name, shape, number format, offset), then, aligned, their data. All numbers are little-endian.

Long lists (the vocabulary) are passed over. A file that ends before its last tensor does is refused here, in
milliseconds and by its length, and not after minutes by what its zeros give.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

from babelance.core.errors import ModelError
from babelance.core.limits import DEEPEST

_PLAIN = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _LIST = 8, 9
_LONGEST = 1 << 26
"""No name, text or list of a header has so many bytes; a damaged file may say so."""
_MOST_SIDES = 8
"""No tensor has so many sides; llama.cpp knows four."""
_KEPT = 64
"""Lists of at most so many values are kept."""

_FORMATS = {
    0: ("F32", 1, 4),
    1: ("F16", 1, 2),
    2: ("Q4_0", 32, 18),
    3: ("Q4_1", 32, 20),
    6: ("Q5_0", 32, 22),
    7: ("Q5_1", 32, 24),
    8: ("Q8_0", 32, 34),
    9: ("Q8_1", 32, 36),
    10: ("Q2_K", 256, 84),
    11: ("Q3_K", 256, 110),
    12: ("Q4_K", 256, 144),
    13: ("Q5_K", 256, 176),
    14: ("Q6_K", 256, 210),
    15: ("Q8_K", 256, 292),
    16: ("IQ2_XXS", 256, 66),
    17: ("IQ2_XS", 256, 74),
    18: ("IQ3_XXS", 256, 98),
    19: ("IQ1_S", 256, 50),
    20: ("IQ4_NL", 32, 18),
    21: ("IQ3_S", 256, 110),
    22: ("IQ2_S", 256, 82),
    23: ("IQ4_XS", 256, 136),
    24: ("I8", 1, 1),
    25: ("I16", 1, 2),
    26: ("I32", 1, 4),
    27: ("I64", 1, 8),
    28: ("F64", 1, 8),
    29: ("IQ1_M", 256, 56),
    30: ("BF16", 1, 2),
    34: ("TQ1_0", 256, 54),
    35: ("TQ2_0", 256, 66),
}
"""Number of a format → its name, values in a block, bytes of a block."""


@dataclass(frozen=True)
class Header:
    """`formats` counts the tensors of each number format."""

    fields: Mapping[str, Any]
    formats: Mapping[str, int]
    end: int
    """Where the data of the last tensor ends."""

    @property
    def architecture(self) -> str:
        return str(self.fields.get("general.architecture", ""))

    @property
    def quantisation(self) -> str:
        """The number format of most of its tensors, those of single vectors apart."""
        matrices = {name: count for name, count in self.formats.items() if name != "F32"}
        return max(matrices or self.formats, key=lambda name: self.formats[name], default="F32")


def read(path: Path) -> Header:
    """The header of a file; raises `ModelError` in plain words if it is none, or if the file is cut off."""
    try:
        with path.open("rb") as file:
            header = _read(file)
    except (struct.error, EOFError, ValueError, KeyError, MemoryError, OverflowError) as error:
        raise ModelError(f"{path} is damaged or cut off within its header. Download it again.") from error
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error}.") from error
    size = path.stat().st_size
    if size < header.end:
        raise ModelError(f"{path} is cut off: it has {size:,} of {header.end:,} bytes. Download it again.")
    return header


def _read(file: BinaryIO) -> Header:
    if file.read(4) != b"GGUF":
        raise ModelError(f"{file.name} is no GGUF file: it does not begin with 'GGUF'.")
    version = _number(file, "I")
    if version not in (2, 3):
        raise ModelError(f"{file.name} is GGUF of version {version}; versions 2 and 3 are read. Convert it anew.")
    tensors, entries = _number(file, "Q"), _number(file, "Q")
    fields = dict(_entry(file) for _ in range(entries))
    described = [_tensor(file) for _ in range(tensors)]
    step = fields.get("general.alignment", 32)
    if not isinstance(step, int) or step <= 0:
        raise ModelError(f"{file.name} aligns its data by {step!r}, which is no number of bytes. Download it again.")
    data = -(-file.tell() // step) * step
    formats: dict[str, int] = {}
    for name, _ in described:
        formats[name] = formats.get(name, 0) + 1
    return Header(fields, formats, data + max((end for _, end in described), default=0))


def _entry(file: BinaryIO) -> tuple[str, Any]:
    name = _text(file)
    return name, _value(file, _number(file, "I"))


def _value(file: BinaryIO, kind: int, depth: int = 0) -> Any:
    if depth > DEEPEST:
        raise EOFError
    if kind == _TEXT:
        return _text(file)
    if kind != _LIST:
        return _number(file, _PLAIN[kind])
    inner, count = _number(file, "I"), _number(file, "Q")
    if count <= _KEPT:
        return [_value(file, inner, depth + 1) for _ in range(count)]
    for _ in range(count) if inner in (_TEXT, _LIST) else ():
        _pass_over(file, _number(file, "Q")) if inner == _TEXT else _value(file, inner, depth + 1)
    if inner not in (_TEXT, _LIST):
        _pass_over(file, count * struct.calcsize(_PLAIN[inner]))
    return None


def _tensor(file: BinaryIO) -> tuple[str, int]:
    """Number format, and where its data ends, counted from where all data begin."""
    _text(file)
    sides = _number(file, "I")
    if sides > _MOST_SIDES:
        raise EOFError
    shape = [_number(file, "Q") for _ in range(sides)]
    kind, offset = _number(file, "I"), _number(file, "Q")
    if kind not in _FORMATS:
        raise ModelError(f"{file.name} has tensors of a number format ({kind}) that is not known here.")
    name, values, size = _FORMATS[kind]
    return name, offset + prod(shape) // values * size


def _number(file: BinaryIO, code: str) -> Any:
    return struct.unpack(f"<{code}", file.read(struct.calcsize(f"<{code}")))[0]


def _text(file: BinaryIO) -> str:
    length = _number(file, "Q")
    if length > _LONGEST:
        raise EOFError
    data = file.read(length)
    if len(data) < length:
        raise EOFError
    return data.decode("utf-8")


def _pass_over(file: BinaryIO, length: int) -> None:
    if length > _LONGEST:  # some systems refuse to go so far, and say nothing of the file
        raise EOFError
    file.seek(length, 1)
