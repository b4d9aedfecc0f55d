"""gensim's KeyedVectors as `save` writes them, without running what is in the pickle.

The file is a pickle. A pickle can call any function, so this reader knows a short list of harmless names (arrays,
containers, an empty stand-in for gensim's classes) and refuses everything else. gensim itself is not imported. Large
tables lie beside the file (`.vectors.npy`) and are mapped into memory.
"""

from __future__ import annotations

import math
import pickle
import pickletools
from collections import OrderedDict, defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.vectors.lookup import UNREADABLE, VectorLookup, map_array
from babelance.core.errors import ModelError

_LARGEST_PLACEHOLDER = 1 << 16
"""Numpy asks for an array without elements, and fills in its shape afterwards."""


class _StandIn:
    """Takes the place of an object of gensim; keeps its attributes."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass


def _array(_kind: Any, shape: Any, _code: Any) -> NDArray[Any]:
    """What numpy's `_reconstruct` does: an empty array, filled afterwards."""
    if math.prod(shape) > _LARGEST_PLACEHOLDER:
        raise pickle.UnpicklingError(f"it asks for an array of {shape}")
    return np.ndarray(shape, dtype=np.int8)


def _scalar(dtype: np.dtype[Any], data: bytes = b"") -> Any:
    return np.frombuffer(data, dtype=dtype)[0]


_MODULES = ("numpy", "numpy.core.multiarray", "numpy._core.multiarray", "numpy.core.numeric", "numpy._core.numeric")
_NUMPY: dict[str, Any] = {
    "ndarray": np.ndarray,
    "dtype": np.dtype,
    "_reconstruct": _array,
    "scalar": _scalar,
    "float32": np.float32,
}
_OTHERS: dict[tuple[str, str], Any] = {
    ("builtins", "dict"): dict,
    ("builtins", "list"): list,
    ("builtins", "set"): set,
    ("builtins", "int"): int,
    ("collections", "OrderedDict"): OrderedDict,
    ("collections", "defaultdict"): defaultdict,
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("gensim.models.") and name.endswith(("KeyedVectors", "Word2Vec", "FastText", "Vocab")):
            return _StandIn
        if module in _MODULES and name in _NUMPY:
            return _NUMPY[name]
        if (module, name) in _OTHERS:
            return _OTHERS[module, name]
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")


def find(path: Path, words: Collection[str]) -> VectorLookup:
    stored = _load(path)
    stored = getattr(stored, "wv", stored)
    rows = getattr(stored, "key_to_index", None)
    if not isinstance(rows, dict):
        raise ModelError(f"{path} holds no KeyedVectors of gensim 4. {_advice(path)}")
    vectors = _table(path, stored)
    wanted = {word: rows[word] for word in words if word in rows}
    if vectors.ndim != 2 or not all(isinstance(row, int) and 0 <= row < len(vectors) for row in wanted.values()):
        raise ModelError(f"{path}: its words and its vectors (of shape {vectors.shape}) do not belong together.")
    known = {word: _row(vectors[row], path) for word, row in wanted.items()}
    return VectorLookup(known, (), {"words": len(rows), "dimensions": vectors.shape[1]})


def _row(values: NDArray[Any], path: Path) -> NDArray[np.float32]:
    try:
        return np.asarray(values, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{path}: its vectors are no numbers but {values.dtype}.") from error


def _load(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            _check_sizes(file, path.stat().st_size)
            file.seek(0)
            return _Unpickler(file).load()
    except Exception as error:  # a damaged pickle may call what it may call with anything
        raise ModelError(f"{path} is a pickle that is not read: {error}. {_advice(path)}") from error


def _check_sizes(file: IO[bytes], size: int) -> None:
    """Places in the unpickler's memory are numbered by the file; a damaged one asks for gigabytes of them."""
    for code, argument, _ in pickletools.genops(file):
        if code.name in ("LONG_BINPUT", "PUT") and int(argument or 0) > size:
            raise pickle.UnpicklingError(f"it asks for place {argument} of {size}")


def _table(path: Path, stored: Any) -> NDArray[Any]:
    inside = getattr(stored, "vectors", None)
    if isinstance(inside, np.ndarray):
        return inside
    for beside in (f"{path}.vectors.npy", f"{path}.wv.vectors.npy"):
        if Path(beside).is_file():
            return _map_or_refuse(Path(beside))
    raise ModelError(f"{path} needs {path.name}.vectors.npy beside it. Copy that file as well.")


def _map_or_refuse(file: Path) -> NDArray[Any]:
    try:
        return map_array(file)
    except UNREADABLE as error:
        raise ModelError(f"{file} is not an array: {error}. Get it again.") from error


def _advice(path: Path) -> str:
    return (
        "A pickle can run any code. If you trust it: gensim.models.KeyedVectors.load(…)"
        f".save_word2vec_format('{path.stem}.txt'), then vec:{path.stem}.txt."
    )
