"""The names of groups in all forms that are known of them, and how they are found in text.

Forms are those of the templates of `babel-groups` and those that the language file makes of them (case forms, a second
script), or those of a file of one's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path

import regex as re

from babelance.core.errors import InputError
from babelance.core.language import Language
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.core.untrusted import read_object
from babelance.datasets.reading.probes import probe
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


@dataclass(frozen=True)
class Names:
    """Where a text has a group, in one script."""

    language: Language
    forms: tuple[Form, ...]

    def in_other_script(self) -> Names | None:
        """The same names in the second script of the language, if it has one."""
        if self.language.other_script is None:
            return None
        write = self.language.other_script.name
        forms = (replace(form, names={key: write(name) for key, name in form.names.items()}) for form in self.forms)
        return Names(self.language, tuple(forms))

    @cached_property
    def places(self) -> dict[str, list[tuple[str, Form]]]:
        """name → which group in which forms it is."""
        by_name: dict[str, list[tuple[str, Form]]] = {}
        for form in self.forms:
            for key, name in form.names.items():
                by_name.setdefault(name, []).append((key, form))
        return by_name

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        names = sorted(self.places, key=len, reverse=True)
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
    """What all forms begin with behind their article or preposition, but for a last letter that may be one of their
    endings (Japánb-an, Japánb-a)."""
    names = [re.sub(r"^[^\p{Lu}]+(?=\p{Lu})", "", form) for form in forms]
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in same)[:-1]


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
    forms = [
        Form(json.loads(targets), frozenset(words), frozenset(endings))
        for targets, (words, endings) in by_names.items()
    ]
    return (*forms, *_case_forms(code, forms))


def _case_forms(code: str, known: Sequence[Form]) -> Iterator[Form]:
    """Case forms that the language file makes of the stored one."""
    language, words = LANGUAGES.get(code), probe(code).words("targets", "target")
    stored = {key: form_of(words[key], "", language) for key in known[0].names}
    for rule in language.name_forms.values():
        inflected = {key: form for key, name in stored.items() if (form := rule(name))}
        if inflected and not any(inflected == form.names for form in known):
            yield Form(inflected, frozenset(), frozenset())


def forms_in(path: Path) -> tuple[Form, ...]:
    """Groups of a file: key → name, or key → its forms."""
    groups = read_object(path)
    named = {key: [forms] if isinstance(forms, str) else forms for key, forms in groups.items()}
    right = all(
        isinstance(some, list) and some and all(isinstance(name, str) and name for name in some)
        for some in named.values()
    )
    if not right or len(named) < 2 or len({len(some) for some in named.values()}) > 1:
        raise InputError(
            f"'{path}' has no groups: write a JSON object of two keys or more, key → name, or key → list of its forms, "
            "as many and in the same order for all."
        )
    count = len(next(iter(named.values())))
    return tuple(
        Form({key: some[index] for key, some in named.items()}, frozenset(), frozenset()) for index in range(count)
    )


def _templates(code: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for item in DATASETS.get(DATA).items(code):
        if item.tags["template"] not in seen:
            seen.add(item.tags["template"])
            yield item.texts["template"], item.texts["targets"]
