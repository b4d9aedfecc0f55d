"""Everyday words of six kinds (colours, animals, numbers, food, parts of the body, time) in every shipped language.

Nobody is described by them. In vectors that know a language, a colour is nearer to colours than to animals; vectors in
which that is not so have nothing to say about people either.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

KINDS = ("colours", "animals", "numbers", "food", "body", "time")


@cache
def _by_language() -> dict[str, list[str]]:
    file = files("babelance.text") / "data" / "control_words.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def control_words(code: str) -> dict[str, str]:
    """Word → its kind; nothing for a language that has none."""
    rows = _by_language().get(code) or _by_language().get(code.partition("-")[0]) or []
    return {word: kind for kind, words in zip(KINDS, rows, strict=False) for word in words.split()}


def all_control_words() -> set[str]:
    """Of all languages together: for a reader that goes through its file only once."""
    return {word for code in _by_language() for word in control_words(code)}
