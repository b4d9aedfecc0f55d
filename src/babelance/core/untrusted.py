"""JSON and TOML from outside: parsed within limits, then checked against the type that the reader expects.

Whatever is wrong with the text is an error of ours that names the file: text that is no JSON, brackets nested a
thousand deep, numbers of five thousand digits, half characters (lone surrogates, which no file can hold), wrong types.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from babelance.core.errors import DataError, InputError
from babelance.core.limits import DEEPEST, Budget
from babelance.core.paths import read_whole

T = TypeVar("T")
Pairs = list[tuple[str, Any]]
_COSTS = {"{": 240, "[": 90, ",": 110}
"""Bytes of memory for what follows such a character, at most: an object, a list, one more value."""
_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]+[ \t]*\.[ \t]*){1000}""")
"""`a.b.c.…`: TOML nests by dots, and no prose has so many one-word sentences."""
_TYPE = re.compile(r"`([^`]*)`")
_WORDS = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "null",
}  # fmt: skip


def parse_json(
    text: str, name: str, *, place: str = "", error: type[InputError] = DataError,
    object_pairs_hook: Callable[[Pairs], Any] | None = None,
) -> Any:  # fmt: skip
    """What the text says. `name` and `place` (`line 3`) are for the message."""
    where = f"'{name}', {place}" if place else f"'{name}'"
    Budget(name, len(text), error).take(json_cost(text))
    try:
        value = json.loads(text, object_pairs_hook=object_pairs_hook)
    except json.JSONDecodeError as cause:
        line = f", line {cause.lineno}" if not place else ""
        raise error(f"{where}{line}: not JSON ({cause.msg} at column {cause.colno}).") from cause
    except RecursionError as cause:
        raise error(f"{where}: nested more than {DEEPEST} levels deep.") from cause
    except ValueError as cause:  # whole numbers of thousands of digits
        raise error(f"{where}: {_first_sentence(cause)}.") from cause
    check_depth(value, where, error)
    if "\\u" in text:
        _check_characters(value, where, error)
    return value


def unique_keys(pairs: Pairs) -> dict[str, Any]:
    """For `parse_json` of data: JSON lets a later key replace an earlier one silently, and a text must not vanish."""
    unique = dict(pairs)
    if len(unique) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key '{twice}' stands twice in one object")
    return unique


def object_in_cell(cell: object, name: str) -> dict[str, Any]:
    """The JSON object in a cell of a table such as scored.parquet; empty where the cell is."""
    if not isinstance(cell, str):
        return {}
    value = parse_json(cell, name)
    if not isinstance(value, dict):
        raise DataError(f"'{name}' holds {cell[:40]!r} where an object belongs. Running it again writes it.")
    return value


def parse_toml(text: str, name: str, *, error: type[InputError] = DataError) -> dict[str, Any]:
    """What the text says."""
    Budget(name, len(text), error).take(json_cost(text))
    if _LONG_KEY.search(text):  # the parser takes the square of its length
        raise error(f"'{name}': nested more than {DEEPEST} levels deep.")
    try:
        value = tomllib.loads(text)
    except RecursionError as cause:
        raise error(f"'{name}': nested more than {DEEPEST} levels deep.") from cause
    except ValueError as cause:
        raise error(f"'{name}' is not TOML: {_first_sentence(cause)}.") from cause
    check_depth(value, f"'{name}'", error)
    return value


def as_type(value: Any, kind: type[T], where: str, *, error: type[InputError] = DataError) -> T:
    """The value as this type, with nothing converted but lists to tuples; an error that says which part is not."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError, OverflowError) as cause:
        raise error(f"{where}: {plain_reason(cause)}.") from cause


def plain_reason(cause: Exception) -> str:
    """`Expected `str`, got `int` - at `$.name`` → `name: expected text, got a whole number`."""
    text, _, path = _TYPE.sub(_in_words, str(cause)).partition(" - at ")
    field = path.removeprefix("key in ").removeprefix("$").removeprefix(".")
    return f"{field}: {text[:1].lower()}{text[1:]}" if field else f"{text[:1].lower()}{text[1:]}"


def _in_words(match: re.Match[str]) -> str:
    return " or ".join(_WORDS.get(name, name) for name in match[1].split(" | "))


def check_depth(value: Any, where: str, error: type[InputError] = DataError) -> None:
    """Level by level and not by recursion, which is what deep nesting breaks."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        if not level:
            return
        inside = (nested.values() if isinstance(nested, dict) else nested for nested in level)
        level = [child for children in inside for child in children if isinstance(child, dict | list)]
    raise error(f"{where}: nested more than {DEEPEST} levels deep.")


def json_cost(text: str) -> int:
    """Bytes that the values of a text may take, at most."""
    return 4 * len(text) + sum(cost * text.count(sign) for sign, cost in _COSTS.items())


def _check_characters(value: Any, where: str, error: type[InputError]) -> None:
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError as cause:
        half = cause.object[cause.start]
        raise error(
            f"{where}: \\u{ord(half):04x} is half a character (a lone surrogate). Write the whole one."
        ) from cause


def _first_sentence(cause: Exception) -> str:
    return str(cause).partition(";")[0].partition("\n")[0]


def read_object(path: Path, *, error: type[InputError] = DataError) -> dict[str, Any]:
    """The JSON object that a file holds."""
    value = parse_json(read_utf8(path, error=error), str(path), error=error)
    if not isinstance(value, dict):
        raise error(f"'{path}' is not a JSON object.")
    return value


def read_utf8(path: Path, *, error: type[InputError] = DataError) -> str:
    """The whole file; an error that names it if it cannot be read, or is no text."""
    try:
        return read_whole(path).decode("utf-8-sig")
    except OSError as cause:
        raise error(f"Cannot read '{path}': {cause.strerror or cause}.") from cause
    except UnicodeDecodeError as cause:
        raise error(
            f"'{path}' is not UTF-8: byte 0x{cause.object[cause.start]:02x} at offset {cause.start}."
        ) from cause
