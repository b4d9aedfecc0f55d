"""Given names that tell a gender, and the doubt about capitalised words that may be somebody else's name.

A sentence that belongs to a group by a name alone, *Tom loves Mary* where only Mary is known, would be put there by the
list and not by what it says. So such a sentence stays only if every other capitalised word in it is known to be no
person, or follows the name as a family name does, with nothing but a blank between. The first word of a sentence is
capitalised anyway: there an ordinary word raises no doubt, unless it is a name as well and does what people do (*Mark
loves*, but *Mark the*). A sentence that belongs to a group by a word, *Jack left
her*, goes if it has a name that does not tell (*jack* is a word, too). What raised a doubt is counted by word, so that
the list can be extended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from itertools import combinations, pairwise
from typing import NamedTuple

import regex

from babelance.core.errors import InputError
from babelance.core.language import require
from babelance.core.registry import LANGUAGES
from babelance.core.untrusted import parse_toml

_DATA = files("babelance.build") / "data" / "given_names"
_TOKEN = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|[.!?:;…\"“”„«»¿¡()\[\]–—]")
_POSSESSIVE = regex.compile(r"['’](?:s|ll|d|re|ve)?$")
_INITIAL = regex.compile(r"\p{Lu}\.")
_CONTRACTED_I = regex.compile(r"I(?:['’](?:m|ll|ve|d))?")


@dataclass(frozen=True)
class GivenNames:
    """`groups`: names by group, as they are written. `silent`: names that tell no group. `no_person`: other words
    with a capital letter that name nobody. `first_words`: ordinary words, in lower case, that may begin a sentence.
    `verbs`: what follows there if such a word is a name after all; `-ed` stands for every word with this ending."""

    groups: Mapping[str, frozenset[str]]
    silent: frozenset[str] = field(default_factory=frozenset)
    no_person: frozenset[str] = field(default_factory=frozenset)
    first_words: frozenset[str] = field(default_factory=frozenset)
    verbs: frozenset[str] = field(default_factory=frozenset)

    def strangers(self, text: str, group: str) -> list[str]:
        """Capitalised words that may be the names of others than people of this group."""
        mine, after_name, strangers = self.groups.get(group, frozenset()), False, []
        for word, follower in pairwise([*_words(text), _END]):
            known = word.text in mine
            is_family_name = after_name and word.joined and not self._is_given_name(word.text)
            if not (known or is_family_name or self._names_nobody(word, follower.text)):
                strangers.append(word.text)
            after_name = known or (is_family_name and word.text[0].isupper())
        return strangers

    def silent_names(self, text: str, group: str) -> list[str]:
        """Those of the strangers that are known to be names."""
        return [word for word in self.strangers(text, group) if word in self.silent or word.capitalize() in self.silent]

    def _is_given_name(self, word: str) -> bool:
        return any(word in names for names in self.groups.values())

    def _is_abbreviation(self, word: str) -> bool:
        """*TV*, the letters of *U.S.*, *NATO*; not *JACK*."""
        name = word.capitalize()
        return word.isupper() and (len(word) < 3 or not (name in self.silent or self._is_given_name(name)))

    def _names_nobody(self, word: _Word, follower: str) -> bool:
        return (
            not word.text[0].isupper()
            or self._is_abbreviation(word.text)
            or _CONTRACTED_I.fullmatch(word.text) is not None
            or (self._is_ordinary(word) and not self._is_somebody(word, follower))
        )

    def _is_ordinary(self, word: _Word) -> bool:
        return word.text in self.no_person or (word.first and word.text.lower() in self.first_words)

    def _is_somebody(self, word: _Word, follower: str) -> bool:
        """Is it a name after all, at the beginning of a sentence?"""
        return word.first and word.text in self.silent and self._is_verb(follower)

    def _is_verb(self, word: str) -> bool:
        return word in self.verbs or word.endswith(self._verb_endings)

    @cached_property
    def _verb_endings(self) -> tuple[str, ...]:
        return tuple(verb.removeprefix("-") for verb in self.verbs if verb.startswith("-"))


def given_names(pivot: str, own: Mapping[str, Sequence[str]] | None = None) -> GivenNames:
    """The names that ship for a language, with the user's own added to their groups."""
    shipped = _lists_of(pivot)
    added = {group: frozenset(names) for group, names in (own or {}).items()}
    groups = {
        group: shipped.groups.get(group, frozenset()) | added.get(group, frozenset())
        for group in dict.fromkeys([*shipped.groups, *added])
    }
    for (a, first), (b, second) in combinations(groups.items(), 2):
        if both := sorted(first & second):
            raise InputError(f"The name '{both[0]}' is in the groups '{a}' and '{b}'. Keep it in one.")
    return replace(shipped, groups=groups)


def _lists_of(pivot: str) -> GivenNames:
    file = _DATA / f"{pivot}.toml"
    if file.is_file():
        lists = parse_toml(file.read_text(encoding="utf-8"), file.name)
        words = {name: frozenset(str(text).split()) for name, text in lists.items()}
        groups = {group: words[group] for group in ("female", "male")}
        return GivenNames(groups, words["silent"], words["no_person"], words["first_words"], words["verbs"])
    known: Mapping[str, Sequence[str]] = require(LANGUAGES.get(pivot), "names")
    if not any(name[:1].isupper() for names in known.values() for name in names):
        raise InputError(
            f"Names in '{pivot}' are written like other words, so a name that is not known would go unseen. "
            "Leave out --names."
        )
    return GivenNames({group: frozenset(names) for group, names in known.items()})


class _Word(NamedTuple):
    """Without a possessive ending. `first`: it begins a sentence or a quotation. `joined`: it follows the word before
    as the next part of a name does (*Mary Smith*, *Mary J. Smith*; not *Mary, Smith*)."""

    text: str
    first: bool = False
    joined: bool = False


_END = _Word("")


def _words(text: str) -> Iterator[_Word]:
    first, end_of_name = True, 0
    for token in _TOKEN.finditer(text):
        if token[0][0].isalpha():
            word = _POSSESSIVE.sub("", token[0])
            yield _Word(word, first, text[end_of_name : token.start()].isspace())
            initial = _INITIAL.match(text, token.start())
            end_of_name = initial.end() if initial else token.start() + len(word)
        first = not token[0][0].isalpha()
