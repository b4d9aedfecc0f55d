"""Words for occupations, without what stereotypes say of them, from whatever has a list of them.

A word per line; a table that `build nli` takes; a page of Wikipedia as its wikitext (`?action=raw`), where every link
is a word; or the answer of its interface about a category (`list=categorymembers`), where every page is one. The paper
about MBE took its occupations from such pages and did not release them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import regex

from babelance.build.material.groups import require_file, words_of_file
from babelance.build.material.occupations import words_of_table
from babelance.core.errors import DataError
from babelance.core.untrusted import as_type, parse_json
from babelance.text.tables import read_text

TABLES = (".csv", ".tsv", ".jsonl", ".parquet")
CAPITAL_NOUNS = ("de", "lb")
"""Languages that write nouns with a capital letter; elsewhere it is due to the title of a page."""
_LINK = regex.compile(r"\[\[(?P<page>[^\[\]|#]+)(?:#[^\[\]|]*)?(?:\|(?P<label>[^\[\]|]+))?\]\]")
_REMARK = regex.compile(r"\s*[(（][^()（）]*[)）]$")


def occupation_words(path: str, language: str) -> list[str]:
    """All words, each once, in the order of the file."""
    file = require_file(path)
    if file.suffix in TABLES:
        words: Iterable[str] = words_of_table(file, language)
    elif file.suffix == ".json":
        words = _words_of_json(file, language)
    else:
        text = read_text(file)
        words = _linked_words(text, language) if "[[" in text else words_of_file(path)
    different = list(dict.fromkeys(words))
    if not different:
        raise DataError(f"'{path}' has no words for occupations.")
    return different


def _words_of_json(file: Path, language: str) -> list[str]:
    content = parse_json(read_text(file), str(file))
    if not (isinstance(content, dict) and "query" in content):
        return words_of_table(file, language)
    answer = as_type(content["query"], dict[str, object], f"'{file}', query")
    pages = as_type(answer.get("categorymembers"), list[dict[str, object]], f"'{file}', categorymembers")
    return [_word(str(page.get("title", "")), language) for page in pages if page.get("ns") == 0]


def _linked_words(text: str, language: str) -> Iterator[str]:
    """Links into other namespaces and languages (`Category:`, `en:`) are none."""
    for link in _LINK.finditer(text):
        if ":" not in link["page"]:
            yield link["label"].strip() if link["label"] else _word(link["page"], language)


def _word(title: str, language: str) -> str:
    """The title of a page without the remark that tells it from others, such as (profession)."""
    word: str = _REMARK.sub("", title.strip())
    return word if language.partition("-")[0] in CAPITAL_NOUNS else word[:1].lower() + word[1:]
