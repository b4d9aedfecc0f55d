"""Words for occupations, without what stereotypes say of them, from whatever has a list of them.

A word per line; a table that `build nli` takes; or a list or category of Wikipedia, saved as wikitext, HTML or JSON.
The paper about MBE took its occupations from such pages and did not release them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from babelance.build.material.groups import require_file, words_of_file
from babelance.build.material.occupations import words_of_table
from babelance.build.material.wikipedia_lists import (
    is_html,
    words_of_answers,
    words_of_html,
    words_of_lines,
    words_of_wikitext,
)
from babelance.core.errors import DataError
from babelance.core.untrusted import parse_json
from babelance.text.tables import read_text

TABLES = (".csv", ".tsv", ".jsonl", ".parquet")


def occupation_words(path: str, language: str) -> list[str]:
    """All words, each once, in the order of the file."""
    file = require_file(path)
    if file.suffix in TABLES:
        words: Iterable[str] = words_of_table(file, language)
    elif file.suffix == ".json":
        words = _words_of_json(file, language)
    else:
        words = _words_of_text(file, language)
    different = list(dict.fromkeys(filter(None, words)))
    if not different:
        raise DataError(f"'{path}' has no words for occupations.")
    return different


def _words_of_json(file: Path, language: str) -> list[str]:
    content = parse_json(read_text(file), str(file))
    words = words_of_answers(content, language, str(file))
    return words_of_table(file, language) if words is None else words


def _words_of_text(file: Path, language: str) -> Iterable[str]:
    text = read_text(file)
    if "[[" in text:
        return words_of_wikitext(text, language)
    if is_html(text):
        return words_of_html(text, language, str(file))
    return words_of_lines(words_of_file(str(file)), language)
