"""Which words make a sentence belong to which group: shipped lists, the user's own, or those of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from babelance.core.errors import InputError, UnknownName
from babelance.core.language import require
from babelance.core.paths import expand, is_file
from babelance.core.registry import LANGUAGES
from babelance.core.untrusted import parse_toml
from babelance.text.tables import read_lines, read_text
from babelance.text.words import plain

Groups = Mapping[str, tuple[str, ...]]

GENDER = "gender"
WITH_NONBINARY = "gender-nonbinary"
_DATA = files("babelance.build") / "data"


def groups_for(
    name: str = GENDER,
    *,
    pivot: str = "en",
    own: Mapping[str, str] | None = None,
    lists: Mapping[str, Sequence[str]] | None = None,
    cased: bool = False,
) -> Groups:
    """The lists called `name` in the pivot language, or of a TOML file; or `own`, group → file with a word per line; or
    `lists` themselves.

    A word must be in one group only. Words are in lower case, unless `cased`.
    """
    groups = {group: words_of_file(path) for group, path in own.items()} if own else lists or _read_groups(name, pivot)
    return _require_distinct_groups(
        {group: tuple(dict.fromkeys(words if cased else map(plain, words))) for group, words in groups.items()}
    )


def shipped_lists(pivot: str) -> list[str]:
    """Names of the lists for a language."""
    folder = _DATA / pivot
    ours = [file.name.removesuffix(".toml") for file in folder.iterdir()] if folder.is_dir() else []
    return [GENDER, WITH_NONBINARY, *sorted(ours)]


def _read_groups(name: str, pivot: str) -> dict[str, Sequence[str]]:
    if name in (GENDER, WITH_NONBINARY):
        if pivot not in LANGUAGES:
            raise InputError(
                f"No words for women and men are known in '{pivot}'. Give your own, a word per line: "
                "--words female=FILE --words male=FILE."
            )
        words = require(LANGUAGES.get(pivot), "gender_words")
        return {group: words[group] for group in words if name == WITH_NONBINARY or group in ("female", "male")}
    if name.endswith(".toml") or is_file(name):
        return _toml(read_text(require_file(name, f" Shipped lists: {', '.join(shipped_lists(pivot))}.")), name)
    if name not in shipped_lists(pivot):
        raise UnknownName(f"groups for '{pivot}'", name, shipped_lists(pivot))
    return _toml((_DATA / pivot / f"{name}.toml").read_text(encoding="utf-8"), name)


def _toml(text: str, name: str) -> dict[str, Sequence[str]]:
    """`female = ["she", "her"]`, one line per group."""
    content = parse_toml(text, name, error=InputError)
    for group, words in content.items():
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise InputError(f'\'{name}\': write {group} = ["word", "word"], not {str(words)[:60]!r}.')
    return content


def words_of_file(path: str) -> Sequence[str]:
    """One word per line; empty lines and lines that start with # are passed over."""
    lines = (line.strip() for line in read_lines(require_file(path)))
    return [line for line in lines if line and not line.startswith("#")]


def require_file(path: str, hint: str = "") -> Path:
    """The file with the user's words."""
    file = expand(path)
    if not is_file(file):
        raise InputError(f"No file '{path}' with words.{hint}")
    return file


def _require_distinct_groups(groups: Groups) -> Groups:
    if len(groups) < 2:
        raise InputError(f"MBE compares groups, so two or more are needed; there is {', '.join(groups) or 'none'}.")
    seen: dict[str, str] = {}
    for group, words in groups.items():
        if not words:
            raise InputError(f"The group '{group}' has no words.")
        for word in words:
            if seen.setdefault(word, group) != group:
                raise InputError(f"The word '{word}' is in the groups '{seen[word]}' and '{group}'. Keep it in one.")
    return groups
