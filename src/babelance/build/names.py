"""Replaces names in the sentences of a dataset: English names by local ones of the same gender, or the other way round.

English names that were carried over into a translation are rare in the language and may not tell a gender there. Does
that change a score? Sentences keep their ids, so that the same model can be compared on both versions.
A name of an item is replaced by the same name everywhere in that item; which one, the seed decides.
Names are replaced in the form in which they are listed: where a language inflects names, other forms stay as they are.
In text without spaces a name of one character is mostly a word (愛 is *love*): it counts only where the two sentences
of a pair differ in two names (愛 in the one, 健太 in the other), so that never one of them alone is replaced, or where
both begin with it as their subject (蓮は).
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 6 and table 6.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from importlib.resources import files
from pathlib import Path
from re import Match, Pattern

import regex

from babelance.build.material.dataset_writer import check_name, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.language import require
from babelance.core.registry import LANGUAGES, language_or_bare
from babelance.text.words import pattern

Names = Mapping[str, Sequence[str]]
"""`female` and `male` (or other groups) → names."""

GENDERS = ("female", "male")
_DATA = files("babelance.build") / "data" / "names"
_MORE = files("babelance.build") / "data" / "local_names"
_IDEOGRAPH = regex.compile(r"\p{Han}")
_AFTER_A_SUBJECT = ("は", "が")


@dataclass(frozen=True)
class ReplacedNames:
    """All items, how many of them changed, and how often each name was replaced."""

    items: tuple[Item, ...]
    changed: int
    names: Mapping[str, int]


def build(card: Card, items: Iterable[Item], out: Path, *, old: Names, new: Names, seed: int = 0) -> ReplacedNames:
    """Write the items with their names replaced; `card` is that of the dataset they come from."""
    check_name(out)
    done = replace_names(items, old=old, new=new, seed=seed)
    if not done.changed:
        raise DataError(f"No name of the list stands in '{card.name}'. The list begins with: {_name_list(old)}.")
    note = f"{sum(done.names.values())} names in {done.changed} of {len(done.items)} items were replaced (seed {seed})."
    languages = tuple(dict.fromkeys(item.language for item in done.items))
    new_card = replace(card, name=out.name, languages=languages, files=(), notes=(*card.notes, note), validated=False)
    write_dataset(out, map(row_of, done.items), new_card)
    return done


def replace_names(items: Iterable[Item], *, old: Names, new: Names, seed: int = 0) -> ReplacedNames:
    group_of = {name: group for group in old for name in old[group]}
    finders = {spaced: pattern(group_of, spaced=spaced) for spaced in (True, False)}
    if missing := [group for group in old if not new.get(group)]:
        raise InputError(f"No new names for the group {', '.join(map(repr, missing))}.")
    counts: dict[str, int] = {}
    kept, changed = [], 0
    for item in items:
        spaced = _is_spaced(item.language)
        words = frozenset[str]() if spaced else _words_in(item, group_of)
        done = _item(item, finders[spaced], words, group_of, new, seed, counts)
        changed += done.texts != item.texts
        kept.append(done)
    return ReplacedNames(tuple(kept), changed, counts)


def english_names(language: str) -> Names:
    """English names as they are written in the language."""
    file = _DATA / f"{language}.toml"
    if file.is_file():
        return tomllib.loads(file.read_text(encoding="utf-8"))
    return local_names("en")


def local_names(language: str) -> Names:
    names: Names = require(LANGUAGES.get(language), "names")
    return {group: names[group] for group in GENDERS}


def known_local_names(language: str) -> Names:
    """The names of the language and further frequent ones, to be looked for; what takes their place is not so many."""
    names, file = local_names(language), _MORE / f"{language}.toml"
    more = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {group: (*names[group], *more.get(group, ())) for group in GENDERS}


def _is_spaced(language: str) -> bool:
    return language_or_bare(language).spaced


def _words_in(item: Item, group_of: Mapping[str, str]) -> frozenset[str]:
    """The names of one character that are words here, and not names."""
    short = {name for name in group_of if len(name) == 1}
    if not short or not {"more", "less"} <= item.texts.keys():
        return frozenset(short)
    more, less = item.texts["more"], item.texts["less"]
    changes = SequenceMatcher(None, more, less, autojunk=False).get_opcodes()
    places = [(more[a:b], less[c:d]) for tag, a, b, c, d in changes if tag == "replace"]
    known = [both for both in places if all(part.startswith(tuple(group_of)) for part in both)]
    if more[:2] == less[:2] and more[1:].startswith(_AFTER_A_SUBJECT):
        known.append((more, less))
    return frozenset(short - {part[0] for both in known for part in both})


def _item(
    item: Item,
    finder: Pattern[str],
    words: frozenset[str],
    group_of: Mapping[str, str],
    new: Names,
    seed: int,
    counts: dict[str, int],
) -> Item:
    chosen = dict[str, str]()

    def other(match: Match[str]) -> str:
        name = match["word"]
        if name not in group_of or name in words:  # the same letters in another case: a word, not a name
            return name
        if len(name) == 1 and _is_part_of_word(match):
            return name
        counts[name] = counts.get(name, 0) + 1
        return chosen.setdefault(name, _choice(new[group_of[name]], seed, item.id, len(chosen)))

    texts = {field: text if field.endswith("_en") else finder.sub(other, text) for field, text in item.texts.items()}
    return replace(item, texts=texts)


def _is_part_of_word(match: Match[str]) -> bool:
    """Does another Chinese character stand beside this one, as in 恋愛?"""
    beside = match.string[max(0, match.start() - 1) : match.start()] + match.string[match.end() : match.end() + 1]
    return bool(_IDEOGRAPH.search(beside))


def _choice(names: Sequence[str], seed: int, identity: str, number: int) -> str:
    """A name drawn by the item's id, so that it stays the same; an item's second name is drawn apart from its first."""
    digest = hashlib.sha256(f"{seed} {identity}".encode()).digest()
    return names[(int.from_bytes(digest[:8], "big") + number) % len(names)]


def _name_list(names: Names) -> str:
    return ", ".join(name for group in names.values() for name in group[:3])
