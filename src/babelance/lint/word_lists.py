"""Lists of words that are compared with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from babelance.core.item import Item
from babelance.core.registry import LANGUAGES
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

_ABOUT_GENDER = ("male", "female", "gender", "man", "woman", "men", "women", "he", "she")


def check_words(items: Sequence[Item]) -> Iterator[Finding]:
    lists: dict[str, dict[str, str]] = defaultdict(dict)
    for item in items:
        lists[f"{item.tags.get('query', '')}\0{item.tags['set']}"][item.texts["word"].casefold()] = item.id
    yield from _overlaps(lists)
    yield from _sizes(lists)
    yield from _find_gendered_words(items)


def _overlaps(lists: dict[str, dict[str, str]]) -> Iterator[Finding]:
    places: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for name, words in lists.items():
        query, _, title = name.partition("\0")
        for word, item in words.items():
            places[query, word].append((title, item))
    for (query, word), sets in places.items():
        # Without a query nobody says which lists are compared: a word may well stand in several.
        if query and len(sets) > 1:
            titles = ", ".join(title for title, _ in sets)
            yield from (Finding(rules.WORDS_OVERLAP, item, f"'{word}' in {titles}") for _, item in sets)


def _sizes(lists: dict[str, dict[str, str]]) -> Iterator[Finding]:
    sizes: dict[str, dict[str, int]] = defaultdict(dict)
    for name, words in lists.items():
        query, _, title = name.partition("\0")
        sizes[query][title] = len(words)
    for query, counts in sizes.items():
        if query and max(counts.values()) > 2 * min(counts.values()):
            counted = ", ".join(f"{title} {count}" for title, count in counts.items())
            yield Finding(rules.WORDS_SIZES, "", f"{query}: {counted}")


def _find_gendered_words(items: Sequence[Item]) -> Iterator[Finding]:
    for item in items:
        code, title = item.language.partition("-")[0], item.tags["set"].casefold()
        if code not in LANGUAGES or any(word in title.split() or word in title for word in _ABOUT_GENDER[:3]):
            continue
        if set(title.replace("-", " ").split()) & set(_ABOUT_GENDER):
            continue
        words = LANGUAGES.get(code).gender_words
        gendered = {word for kind in ("female", "male") for word in words.get(kind, ())}
        if item.texts["word"].casefold() in gendered:
            yield Finding(rules.WORDS_GENDERED, item.id, f"'{item.texts['word']}' in {item.tags['set']}")
