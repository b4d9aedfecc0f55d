"""Queries as keys and answers as bytes or JSON: how they are stored, recorded and sent to other machines.

An answer becomes one JSON line of its plain fields and the shapes of its arrays, a zero byte, and the raw arrays. No
pickle. The same fields as plain JSON (`to_json`, `from_json`) make a file of recorded answers that people can write.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import fields
from math import prod
from operator import attrgetter
from typing import Any, get_args

import numpy as np

from babelance.core.errors import DataError
from babelance.core.query import Answer, Query


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of a thing's fields, all at once."""
    return attrgetter(*names) if len(names) > 1 else lambda thing: tuple(getattr(thing, name) for name in names)


QUERIES: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Query)}
ANSWERS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Answer)}
_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in (*QUERIES.values(), *ANSWERS.values())}
_VALUES = {kind: _getter(names) for kind, names in _NAMES.items()}
_DTYPES = {
    "positions": "<i4",
    "hits": "|b1",
    "logprobs": "<f4",
    "attention": "<f4",
    "crossed": "<f4",
    "embedding": "<f4",
    "values": "<f4",
}
_ARRAYS = {
    # Scores of choices are kept in double precision; everything else as the models give it.
    (kind, name): np.dtype("<f8" if kind is ANSWERS["Choices"] else _DTYPES[name])
    for kind in ANSWERS.values()
    for name in _NAMES[kind]
    if name in _DTYPES
}
_encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_decode_json = json.JSONDecoder().decode


def key(query: Query) -> bytes:
    """16 bytes that name a query by its content."""
    kind = type(query)
    parts = [kind.__name__, *map(repr, _VALUES[kind](query))]
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def encode(answer: Answer) -> bytes:
    kind = type(answer)
    plain: dict[str, Any] = {"": kind.__name__}
    arrays = [b""]
    for name, value in zip(_NAMES[kind], _VALUES[kind](answer), strict=True):
        if isinstance(value, np.ndarray):
            dtype = _ARRAYS[kind, name]
            plain[name] = {"array": value.shape}
            arrays.append((value if value.dtype == dtype else value.astype(dtype)).tobytes())
        elif value is not None:
            plain[name] = value
    return _encode_json(plain).encode() + b"\0" + b"".join(arrays)


def decode(blob: bytes) -> Answer:
    head, _, tail = blob.partition(b"\0")
    plain = _decode_json(head.decode())
    kind = ANSWERS[plain.pop("")]
    offset = 0
    for name, value in plain.items():
        if isinstance(value, dict):
            dtype, shape = _ARRAYS[kind, name], value["array"]
            count = prod(shape)
            array = np.frombuffer(tail, dtype, count, offset)
            plain[name] = array if len(shape) == 1 else array.reshape(shape)
            offset += count * dtype.itemsize
        elif isinstance(value, list):
            plain[name] = _tuples(value)
    return kind(**plain)  # type: ignore[no-any-return]


def to_json(thing: Query | Answer) -> dict[str, Any]:
    """A query or answer as a JSON object; `kind` names its type."""
    values = {name: getattr(thing, name) for name in _NAMES[type(thing)]}
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values.items()}
    return {"kind": type(thing).__name__} | {name: value for name, value in plain.items() if value is not None}


def from_json(record: dict[str, Any]) -> Any:
    """The query or answer that `to_json` wrote."""
    known = QUERIES | ANSWERS
    values = dict(record)
    kind = known.get(values.pop("kind", ""))
    if kind is None or not set(values) <= set(_NAMES[kind]):
        raise DataError(f"Not a recorded query or answer: {json.dumps(record)[:200]}. Kinds: {', '.join(known)}.")
    for name, value in values.items():
        if name in _DTYPES and isinstance(value, list):
            values[name] = np.asarray(value, dtype=_ARRAYS[kind, name])
        elif isinstance(value, list):
            values[name] = _tuples(value)
    return kind(**values)


def _tuples(value: list[Any]) -> tuple[Any, ...]:
    return tuple([_tuples(entry) if isinstance(entry, list) else entry for entry in value])
