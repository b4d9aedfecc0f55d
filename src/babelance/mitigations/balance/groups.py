"""Balances the countries of `babel-groups` in text, in the forms that the templates of a language use.

A name is replaced by another one in the same form. Some names bring their article along (*aus dem Irak*, *aus China*):
those go only where the templates put them, after *aus*, and come only from there. A name that is the same in several
forms is replaced by names for which this is so too. Names that are part of a longer one (*South Korea*) or perhaps
another word stay. Where the language file knows further case forms of such names (Turkish, Finnish, Hungarian, Basque),
those are exchanged, too. What would not be right is left as it is, and counted, and so are names in forms that nobody
knows.

Groups of one's own come from a JSON file: key → name, or key → list of its forms, in the same order for all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from pathlib import Path

import numpy as np
import regex as re

from babelance.core.errors import InputError
from babelance.core.language import Language
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.core.untrusted import read_object
from babelance.datasets.reading.probes import probe
from babelance.mitigations.alignment.neighbours import doubt
from babelance.mitigations.balance.draws import Tally
from babelance.mitigations.balance.word_edges import LETTER, whole_word_pattern
from babelance.text.fill import form_of

DATA = "babel-groups"
SLOT = "[TTT]"
_FOREIGN = r"[\p{Katakana}ー・]"
SHORTEST_STEM = 4
"""Shorter beginnings of words are those of too many others."""


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
    def of(cls, code: str, seed: int, own: str | None = None) -> Groups:
        """Of the probes, or of a file of one's own."""
        language = LANGUAGES.get(code)
        forms = forms_in(Path(own)) if own else forms_of(code)
        return cls(language, forms, Tally(np.random.default_rng(seed)))

    def rewrite(self, line: str) -> str:
        """The line with its groups exchanged: within a line always the same one by the same other one."""
        before, rest, self._taken = "", line, {}
        while match := self._pattern.search(rest):
            before, rest = before + rest[: match.start()], rest[match.end() :]
            unknown = "unknown" in match.groupdict() and match["unknown"] is not None
            name = self._unknown_form(match[0]) if unknown else self._other(match[0], before, rest)
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

    def _unknown_form(self, word: str) -> str:
        """Stays as it is; it is no mention that is balanced, but one that was missed."""
        self.tally.left["a form of a name that is not known"] += 1
        return word

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
        known = [f"(?:{self._whole_word(name)})" for name in names]
        others = "|".join(self._other_forms())
        return re.compile("|".join([*known, f"(?P<unknown>{others})"] if others else known))

    def _other_forms(self) -> Iterator[str]:
        """Words that begin as all forms of a name do, in languages whose names are declined."""
        if not self.language.name_forms:
            return
        for key in self.forms[0].names:
            stem = _beginning([form.names[key] for form in self.forms if key in form.names])
            if len(stem) >= SHORTEST_STEM:
                yield rf"(?<!{LETTER}){re.escape(stem)}(?:['’]?{LETTER})*"

    def _whole_word(self, name: str) -> str:
        """Whole words, with the endings of the templates where these are written to the name; in Japanese not inside
        of a longer word of Katakana."""
        word = str(re.escape(name))
        if re.fullmatch(f"{_FOREIGN}+", name):
            return f"(?<!{_FOREIGN}){word}(?!{_FOREIGN})"
        endings = sorted({ending for form in self.forms for ending in form.endings}) if self.language.spaced else []
        with_ending = (rf"(?<!{LETTER}){word}(?={re.escape(ending)}(?!{LETTER}))" for ending in endings)
        whole = whole_word_pattern(word, self.language, people=True)
        # Behind an apostrophe there would be an ending that belongs to this name alone.
        whole += rf"(?!['’]{LETTER})" if self.language.name_forms else ""
        return "|".join([whole, *with_ending])


def _beginning(forms: Sequence[str]) -> str:
    """What all forms begin with, but for a last letter that may be one of their endings (Japánb-an, Japánb-a)."""
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*forms, strict=False))
    return "".join(letters[0] for letters in same)[:-1]


def _fits(name: str, forms: list[Form], before: str) -> bool:
    """May this group stand where a name of another one stood?"""
    same = len({form.names.get(name) for form in forms}) == 1
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
    found = [
        Form(json.loads(targets), frozenset(words), frozenset(endings))
        for targets, (words, endings) in by_names.items()
    ]
    return (*found, *_declined(code, found))


def _declined(code: str, known: Sequence[Form]) -> Iterator[Form]:
    """Case forms that the language file makes of the stored one."""
    language, words = LANGUAGES.get(code), probe(code).words("targets", "target")
    stored = {key: form_of(words[key], "", language) for key in known[0].names}
    for rule in language.name_forms.values():
        made = {key: form for key, name in stored.items() if (form := rule(name))}
        if made and not any(made == form.names for form in known):
            yield Form(made, frozenset(), frozenset())


def forms_in(path: Path) -> tuple[Form, ...]:
    """Groups of a file: key → name, or key → its forms."""
    groups = read_object(path)
    named = {key: [forms] if isinstance(forms, str) else forms for key, forms in groups.items()}
    right = all(
        isinstance(some, list) and some and all(isinstance(one, str) and one for one in some) for some in named.values()
    )
    if not right or len(named) < 2 or len({len(some) for some in named.values()}) > 1:
        raise InputError(
            f"'{path}' has no groups: write a JSON object of two keys or more, key → name, or key → list of its forms, "
            "as many and in the same order for all."
        )
    count = len(next(iter(named.values())))
    return tuple(
        Form({key: some[place] for key, some in named.items()}, frozenset(), frozenset()) for place in range(count)
    )


def _templates(code: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for item in DATASETS.get(DATA).items(code):
        if item.tags["template"] not in seen:
            seen.add(item.tags["template"])
            yield item.texts["template"], item.texts["targets"]
