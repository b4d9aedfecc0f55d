"""Balances the countries of `babel-groups` in text, in the forms that the templates of a language use.

A name is replaced by another one in the same form. Some names bring their article along (*aus dem Irak*, *aus China*):
those go only where the templates put them, after *aus*, and come only from there. A name that is the same in several
forms is replaced by names for which this is so too. Names that are part of a longer one (*South Korea*) or perhaps
another word stay. What would not be right is left as it is, and counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import regex as re

from babelance.core.errors import InputError
from babelance.core.language import Language
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.mitigations.alignment.neighbours import doubt
from babelance.mitigations.balance.draws import Tally
from babelance.mitigations.balance.word_edges import LETTER, whole_word_pattern

DATA = "babel-groups"
SLOT = "[TTT]"
_FOREIGN = r"[\p{Katakana}ー・]"


@dataclass(frozen=True, slots=True)
class Form:
    """The names of all groups in one form, and the words before and the endings after them in the templates."""

    names: Mapping[str, str]
    before: frozenset[str]
    endings: frozenset[str]

    def has_article(self, key: str) -> bool:
        """Does this name bring a small word that other names do not?"""
        return self.names[key][0].islower() and not all(name[0].islower() for name in self.names.values())


@dataclass
class Groups:
    """A `Balancer` over the groups of a language."""

    language: Language
    forms: tuple[Form, ...]
    tally: Tally
    _taken: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, code: str, seed: int) -> Groups:
        return cls(LANGUAGES.get(code), forms_of(code), Tally(np.random.default_rng(seed)))

    def rewrite(self, line: str) -> str:
        """The line with its groups exchanged: within a line always the same one by the same other one."""
        before, rest, self._taken = "", line, {}
        while match := self._pattern.search(rest):
            before, rest = before + rest[: match.start()], rest[match.end() :]
            name = self._other(match[0], before, rest)
            if self.language.fit and name != match[0]:
                before, name, rest = self.language.fit(before, name, rest)
            before += name
        return before + rest

    def _other(self, name: str, before: str, after: str) -> str:
        keys = {key for key, _ in self._places[name]}
        forms = [form for _, form in self._places[name]]
        key = min(keys)
        reason = "the name of several groups" if len(keys) > 1 else doubt(self.language, name, before, after)
        if reason:
            self.tally.keep(key, reason)
            return name
        allowed = [candidate for candidate in forms[0].names if _fits(candidate, forms, before)]
        if key not in allowed or (key in self._taken and self._taken[key] not in allowed):
            self.tally.keep(key, "another name would not fit the grammar")
            return name
        free = [candidate for candidate in allowed if candidate not in self._taken.values()] or allowed
        new = self._taken.setdefault(key, self.tally.least(free))
        self.tally.move(key, new)
        return forms[0].names[new]

    @cached_property
    def _places(self) -> dict[str, list[tuple[str, Form]]]:
        """name → which group in which forms it is."""
        by_name: dict[str, list[tuple[str, Form]]] = {}
        for form in self.forms:
            for key, name in form.names.items():
                by_name.setdefault(name, []).append((key, form))
        return by_name

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted(self._places, key=len, reverse=True)
        return re.compile("|".join(f"(?:{self._whole_word(name)})" for name in names))

    def _whole_word(self, name: str) -> str:
        """Whole words, with the endings of the templates where these are written to the name; in Japanese not inside
        of a longer word of Katakana."""
        word = str(re.escape(name))
        if re.fullmatch(f"{_FOREIGN}+", name):
            return f"(?<!{_FOREIGN}){word}(?!{_FOREIGN})"
        endings = sorted({ending for form in self.forms for ending in form.endings}) if self.language.spaced else []
        with_ending = (rf"(?<!{LETTER}){word}(?={re.escape(ending)}(?!{LETTER}))" for ending in endings)
        return "|".join([whole_word_pattern(word, self.language, people=True), *with_ending])


def _fits(name: str, forms: list[Form], before: str) -> bool:
    """May this group stand where a name of another one stood?"""
    same = len({form.names[name] for form in forms}) == 1
    words = before.split()
    in_slot = any((words[-1].lower() if words else "") in form.before for form in forms)
    return same and (in_slot or not any(form.has_article(name) for form in forms))


def forms_of(code: str) -> tuple[Form, ...]:
    """The different forms in which the templates of a language have the groups."""
    data = DATASETS.get(DATA)
    if not data.card.speaks(code):
        raise InputError(f"'{DATA}' has no groups in '{code}' to balance. It has: {', '.join(data.card.languages)}.")
    by_names: dict[str, tuple[set[str], set[str]]] = {}
    for template, targets in _templates(code):
        before, _, after = template.partition(SLOT)
        words, endings = by_names.setdefault(targets, (set(), set()))
        words.update(word.lower() for word in before.split()[-1:] if before[-1:].isspace())
        endings.update(re.findall(rf"^{LETTER}+", after))
    return tuple(
        Form(json.loads(targets), frozenset(words), frozenset(endings))
        for targets, (words, endings) in by_names.items()
    )


def _templates(code: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for item in DATASETS.get(DATA).items(code):
        if item.tags["template"] not in seen:
            seen.add(item.tags["template"])
            yield item.texts["template"], item.texts["targets"]
