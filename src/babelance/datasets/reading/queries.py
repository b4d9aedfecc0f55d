"""Queries of word embeddings in WEFE's shape: as items, and read from the user's own JSON file.

    [{"name": "career", "target_sets": {"women": ["she", …], "men": ["he", …]},
      "attribute_sets": {"career": ["office", …], "family": ["home", …]}, "language": "en"}, …]

`language` is optional: without it the words are taken to be in the language that is asked for. An item is one word in
its role in a query: tags `query`, `role` (`target` or `attribute`), `set`, `side` (1, 2, …: the order of the sets of
that role) and `position` (the place of the word in its set, from 1: words at the same place are a pair for `ripa`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.paths import expand, is_file
from babelance.core.untrusted import parse_json, unique_keys
from babelance.datasets.reading.fetch import sha256_of
from babelance.text.tables import is_json_lines, read_text

FIELDS = frozenset({"word", "query", "role", "set", "side", "position"})
ROLES = {"target": "target_sets", "attribute": "attribute_sets"}

Sets = Mapping[str, Sequence[str]]


def query_items(name: str, language: str, *, targets: Sets, attributes: Sets) -> Iterator[Item]:
    for role, sets in (("target", targets), ("attribute", attributes)):
        for side, (title, words) in enumerate(sets.items(), start=1):
            for position, word in enumerate(words, start=1):
                tags = {"query": name, "role": role, "set": title, "side": str(side), "position": str(position)}
                yield Item(f"{name}/{title}/{word}", language, {"word": word}, tags)


@dataclass(frozen=True)
class Queries:
    """The queries of one JSON file."""

    file: Path
    name: str

    fields = FIELDS

    @cached_property
    def _queries(self) -> list[dict[str, Any]]:
        queries = _parse(self.file)
        assert queries is not None
        for number, query in enumerate(queries, start=1):
            _check(query, f"'{self.name}', query {number}")
        _check_names(self.name, queries)
        return queries

    @cached_property
    def card(self) -> Card:
        languages = {str(query["language"]) for query in self._queries if "language" in query}
        return Card(
            name=self.name,
            title=self.file.name,
            version="1",
            languages=tuple(sorted(languages)),
            licence="not stated",
            citation="not stated",
            provenance="the user's own queries; how their words were chosen is not stated",
            groups=("query",),
            validated=False,
        )

    def items(self, language: str) -> Iterator[Item]:
        self.card.require(language)
        mine = [query for query in self._queries if query.get("language", language) == language]
        for query in mine:
            sets = {"targets": query["target_sets"], "attributes": query["attribute_sets"]}
            yield from query_items(query["name"], language, **sets)

    def fingerprint(self, language: str) -> str:
        self.card.require(language)
        return sha256_of(self.file)[:16]

    def check(self) -> None:
        """Raise unless all queries can be used."""
        assert self._queries


def own_queries(path: str | Path) -> Queries | None:
    """The file as a dataset of queries, read and checked; None if it is something else."""
    file = expand(path)
    if file.suffix.lower() != ".json" or not is_file(file) or _parse(file) is None:
        return None
    queries = Queries(file, str(path))
    queries.check()
    return queries


def _parse(file: Path) -> list[dict[str, Any]] | None:
    """The content, if it is a list of objects of which one has target sets; a single object counts as a list of one."""
    text = read_text(file)
    if is_json_lines(text):
        return None
    content = parse_json(text, str(file), object_pairs_hook=unique_keys)
    queries = [content] if isinstance(content, dict) else content
    if not isinstance(queries, list) or not all(isinstance(query, dict) for query in queries):
        return None
    return queries if any(key in query for query in queries for key in ROLES.values()) else None


def _check(query: Mapping[str, Any], where: str) -> None:
    if not isinstance(query.get("name"), str) or not query["name"]:
        raise DataError(f"{where}: no 'name'. Found: {', '.join(query) or 'nothing'}.")
    if strange := sorted(set(query) - {"name", "language", *ROLES.values()}):
        raise DataError(f"{where}: unknown {', '.join(map(repr, strange))}. It has name, language, {_role_list()}.")
    if not isinstance(query.get("language", ""), str):
        raise DataError(f"{where}: 'language' is {json.dumps(query['language'])[:60]}, not the code of a language.")
    for key in ROLES.values():
        _check_sets(query.get(key), f"{where} ('{query['name']}')", key)


def _check_sets(sets: Any, where: str, key: str) -> None:
    if not isinstance(sets, dict) or not sets:
        raise DataError(f"{where}: '{key}' is an object of named word lists, not {json.dumps(sets)[:60]}.")
    for title, words in sets.items():
        if (
            not isinstance(words, list)
            or not words
            or not all(isinstance(word, str) and word.strip() for word in words)
        ):
            raise DataError(
                f"{where}: '{title}' in '{key}' is a list of one or more words, not {json.dumps(words)[:60]}."
            )
        if twice := [word for word, times in Counter(words).items() if times > 1]:
            raise DataError(f"{where}: '{title}' has '{twice[0]}' more than once. Name every word once.")
    for (first, words), (second, others) in combinations(sets.items(), 2):
        if common := sorted(set(words) & set(others)):
            raise DataError(
                f"{where}: '{first}' and '{second}' share {', '.join(map(repr, common[:5]))}. "
                "Take each word out of one of them: a test of two groups needs groups that do not overlap."
            )


def _check_names(name: str, queries: Sequence[Mapping[str, Any]]) -> None:
    counted = Counter((query["name"], query.get("language")) for query in queries)
    if twice := [name for (name, _), times in counted.items() if times > 1]:
        raise DataError(f"'{name}' has more than one query '{twice[0]}'. Give each its own name.")


def _role_list() -> str:
    return " and ".join(ROLES.values())
