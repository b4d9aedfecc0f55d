"""Queries as keys and answers as bytes or JSON: how they are stored, recorded and sent to other machines.

An answer becomes one JSON line of its plain fields and the shapes of its arrays, a zero byte, and the raw arrays. No
pickle. The same fields as plain JSON (`to_json`, `from_json`) make a file of recorded answers that people can write.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, field, fields, make_dataclass
from functools import cache
from math import prod
from operator import attrgetter
from typing import Any, get_args, get_type_hints

import numpy as np

from babelance.core import query as queries
from babelance.core.errors import DataError
from babelance.core.query import Answer, Query
from babelance.core.untrusted import as_type


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of a thing's fields, all at once."""
    return attrgetter(*names) if len(names) > 1 else lambda instance: tuple(getattr(instance, name) for name in names)


QUERIES: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Query)}
ANSWERS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Answer)}
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in (*QUERIES.values(), *ANSWERS.values())}
_VALUES = {kind: _getter(names) for kind, names in _FIELDS.items()}
_WRITTEN_AS = {"text_is_first": "leads", "scoring": "manner", "mean_over_masks": "crossed"}
"""Field → its name in stores and recorded files: these outlive a renaming in the code."""
_READ_AS = {written: name for name, written in _WRITTEN_AS.items()}
_NAMES = {kind: tuple(_WRITTEN_AS.get(name, name) for name in names) for kind, names in _FIELDS.items()}
_COMPARED = {
    kind: _getter(tuple(attribute.name for attribute in fields(kind) if attribute.compare)) for kind in QUERIES.values()
}
_DTYPES = {
    "positions": "<i4",
    "hits": "|b1",
    "logprobs": "<f4",
    "attention": "<f4",
    "crossed": "<f4",
    "embedding": "<f4",
    "values": "<f4",
    "variants": "<f8",
}
_ARRAYS = {
    # Scores of choices are kept in double precision; everything else as the models give it.
    (kind, name): np.dtype("<f8" if kind is ANSWERS["Choices"] else _DTYPES[name])
    for kind in ANSWERS.values()
    for name in _NAMES[kind]
    if name in _DTYPES
}
_LISTS: dict[str, Any] = {"<i4": list[int], "|b1": list[bool], "<f8": list[list[float]]}
_ANSWERED_BY: dict[type[Any], type[Any]] = {
    queries.TokenLogprobs: queries.Tokens,
    queries.Fill: queries.Choices,
    queries.Entails: queries.Choices,
    queries.Classify: queries.Choices,
    queries.Translate: queries.Text,
    queries.Embed: queries.Vector,
}
_encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_decode_json = json.JSONDecoder().decode


def key(query: Query) -> bytes:
    """16 bytes that name a query by its content."""
    kind = type(query)
    parts = [kind.__name__, *map(repr, _COMPARED[kind](query))]
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
    return kind(**_by_field(plain))  # type: ignore[no-any-return]


def to_json(message: Query | Answer) -> dict[str, Any]:
    """A query or answer as a JSON object; `kind` names its type."""
    kind = type(message)
    values = dict(zip(_NAMES[kind], _VALUES[kind](message), strict=True))
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values.items()}
    return {"kind": kind.__name__} | {name: value for name, value in plain.items() if value is not None}


def from_json(record: Any) -> Any:
    """The query or answer that `to_json` wrote; an error if a field is missing, unknown or of another type."""
    known = QUERIES | ANSWERS
    name = record.get("kind") if isinstance(record, dict) else None
    kind = known.get(name) if isinstance(name, str) else None
    if kind is None or not set(record) - {"kind"} <= set(_NAMES[kind]):
        raise DataError(f"Not a recorded query or answer: {str(record)[:200]}. Kinds: {', '.join(known)}.")
    given = {name: value for name, value in record.items() if name != "kind"}
    values = as_type(given, _written_form(kind.__name__), f"A recorded {kind.__name__}")
    return kind(**_by_field({name: _array(kind, name, getattr(values, name)) for name in _NAMES[kind]}))


def _by_field(values: dict[str, Any]) -> dict[str, Any]:
    for written, name in _READ_AS.items():
        if written in values:
            values[name] = values.pop(written)
    return values


def check_pair(query: Query, answer: Answer) -> None:
    """Raise unless such a query can have such an answer, with as many numbers as names."""
    if not isinstance(answer, queries.Unanswered | _ANSWERED_BY[type(query)]):
        raise DataError(f"{type(query).__name__} is not answered by {type(answer).__name__}.")
    counts = {name: len(value) for name, value in _parallel_parts(answer) if value is not None}
    if len(set(counts.values())) > 1:
        counted = ", ".join(f"{count} {name}" for name, count in counts.items())
        raise DataError(f"{type(answer).__name__} has {counted}; as many of each are needed.")
    if isinstance(answer, queries.Choices):
        _check_names(query, answer.names)


def _check_names(query: Query, names: Sequence[str]) -> None:
    """Refuse choices that the query did not offer."""
    if isinstance(query, queries.Entails) and sorted(names) != sorted(queries.LABELS):
        raise DataError(f"Entails is answered with {', '.join(queries.LABELS)}, not {', '.join(names)[:60]}.")
    if isinstance(query, queries.Fill) and not set(names) <= set(query.candidates):
        raise DataError(f"Fill asks for {', '.join(query.candidates)[:60]}, not {', '.join(names)[:60]}.")


def _parallel_parts(answer: Answer) -> list[tuple[str, Any]]:
    """Parts that run over the same tokens or candidates."""
    match answer:
        case queries.Tokens():
            names = ("tokens", "positions", "logprobs", "hits", "attention", "mean_over_masks")
            return [(name, getattr(answer, name)) for name in names]
        case queries.Choices():
            return [("names", answer.names), ("logprobs", answer.logprobs), ("pieces", answer.pieces or None)]
        case _:
            return []


@cache
def _written_form(name: str) -> Any:
    """The fields of a kind as they are written, with lists where it has arrays."""
    kind = (QUERIES | ANSWERS)[name]
    hints = get_type_hints(kind)
    named = zip(_NAMES[kind], fields(kind), strict=True)
    return make_dataclass(
        kind.__name__, [_written_field(written, hints[attribute.name], attribute) for written, attribute in named]
    )


def _written_field(written: str, hint: Any, attribute: Field[Any]) -> Any:
    form = _LISTS.get(_DTYPES[written], list[float]) if written in _DTYPES else hint
    if attribute.default is MISSING:
        return written, form
    return written, form | None if attribute.default is None else form, field(default=attribute.default)


def _array(kind: type[Any], name: str, value: Any) -> Any:
    try:
        return np.asarray(value, dtype=_ARRAYS[kind, name]) if isinstance(value, list) else value
    except OverflowError as error:
        raise DataError(f"A recorded {kind.__name__}: {name} has numbers that are too large.") from error


def _tuples(value: list[Any]) -> tuple[Any, ...]:
    return tuple([_tuples(entry) if isinstance(entry, list) else entry for entry in value])
