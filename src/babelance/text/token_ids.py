"""Token ids from the files that the authors of MBE released (`parallel_data/ted/de_f.bin`), without unpickling them.

Such a file is a pickled list with one entry per sentence: a torch tensor of shape (1, n) whose numbers are packed as
torch used to save them. Plain lists of whole numbers are read as well. Nothing of torch is imported; see `pickled`.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from typing import Any

from babelance.core.errors import DataError
from babelance.core.limits import Budget
from babelance.core.paths import expand, is_file, read_whole
from babelance.text.pickled import Call, Name, Reference, plain_data

_TENSOR = Name("torch._utils", "_rebuild_tensor_v2")
_PACKED = Name("torch.storage", "_load_from_bytes")
_NO_HOOKS = Name("collections", "OrderedDict")
_WIDTHS = {Name("torch", "LongStorage"): "q", Name("torch", "IntStorage"): "i"}
"""Kinds of whole numbers → how `struct` calls them."""
_TORCH = 0x1950A86A20F9469CFC6C
"""The number that such packed tensors begin with."""
_LARGEST = 1 << 24
"""No vocabulary has so many entries."""


def read_token_ids(path: str) -> list[list[int]]:
    """The ids of each sentence, special tokens included, as they stand in the file."""
    if not is_file(expand(path)):
        raise DataError(f"There is no file '{path}' with token ids.")
    content = read_whole(expand(path))
    budget = Budget(path, len(content))
    names = frozenset({_TENSOR, _PACKED, _NO_HOOKS})
    sentences = plain_data(io.BytesIO(content), path, known=names, budget=budget)
    if not isinstance(sentences, list) or not sentences:
        raise DataError(f"'{path}' has no list of sentences.")
    return [_require_ids(_ids(sentence, path, budget), path, number) for number, sentence in enumerate(sentences, 1)]


def _ids(sentence: Any, path: str, budget: Budget) -> Any:
    if isinstance(sentence, Call) and sentence.name == _TENSOR:
        return _tensor(sentence.arguments, path, budget)
    only = isinstance(sentence, list | tuple) and len(sentence) == 1 and isinstance(sentence[0], list | tuple)
    return sentence[0] if only else sentence


def _tensor(arguments: Sequence[Any], path: str, budget: Budget) -> list[int]:
    """(storage, offset, size, stride, …): one row of whole numbers, one after the other."""
    match list(arguments[:4]):
        case [Call(name=name, arguments=[bytes(packed)]), 0, [int(count)] | [1, int(count)], [*_, 1]] if (
            name == _PACKED
        ):
            numbers = _numbers(packed, path, budget)
        case _:
            raise DataError(f"'{path}' has a tensor that is no row of token ids.")
    if not 0 < count <= len(numbers):
        raise DataError(f"'{path}' has a tensor of {count} ids with {len(numbers)} numbers behind it.")
    return numbers[:count]


def _numbers(packed: bytes, path: str, budget: Budget) -> list[int]:
    """Five parts: a number to know it by, a version, facts of the machine, the kind of numbers, and their keys; then
    how many there are, and the numbers."""
    file, names = io.BytesIO(packed), frozenset(_WIDTHS)
    first, version, machine, storage, _ = (plain_data(file, path, known=names, budget=budget) for _ in range(5))
    kind = storage.value[1] if isinstance(storage, Reference) and isinstance(storage.value, tuple) else None
    if first != _TORCH or version != 1001 or kind not in _WIDTHS or not isinstance(machine, dict):
        raise DataError(f"'{path}' has a tensor that was not saved as one of whole numbers.")
    if machine.get("little_endian") is not True:
        raise DataError(f"'{path}' has numbers in an order of bytes (big-endian) that is not read.")
    rest = packed[file.tell() :]
    width = _WIDTHS[kind]
    count = int.from_bytes(rest[:8], "little")
    if len(rest) - 8 != count * struct.calcsize(f"<{width}"):
        raise DataError(f"'{path}' has a tensor that is cut off.")
    budget.take(40 * count)
    return list(struct.unpack(f"<{count}{width}", rest[8:]))


def _require_ids(ids: Any, path: str, number: int) -> list[int]:
    if (
        not isinstance(ids, list | tuple)
        or not ids
        or not all(type(token) is int and 0 <= token < _LARGEST for token in ids)
    ):
        raise DataError(f"'{path}', entry {number}: not a list of token ids.")
    return list(ids)
