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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from babelance.core.language import Language
from babelance.core.registry import LANGUAGES
from babelance.mitigations.alignment.neighbours import doubt
from babelance.mitigations.balance.draws import Tally
from babelance.mitigations.balance.group_names import Form, Names, forms_in, forms_of


@dataclass
class Groups:
    """A `Balancer` over the groups of a language."""

    language: Language
    names: Names
    tally: Tally
    _taken: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, code: str, seed: int, own: str | None = None) -> Groups:
        """Of the probes, or of a file of one's own."""
        language = LANGUAGES.get(code)
        forms = forms_in(Path(own)) if own else forms_of(code)
        return cls(language, Names(language, forms), Tally(np.random.default_rng(seed)))

    def rewrite(self, line: str) -> str:
        """The line with its groups exchanged: within a line always the same one by the same other one."""
        before, rest, self._taken = "", line, {}
        names = self._names_in(line)
        while match := names.pattern.search(rest):
            before, rest = before + rest[: match.start()], rest[match.end() :]
            unknown = "unknown" in match.groupdict() and match["unknown"] is not None
            name = (
                self._unknown_form(match[0]) if unknown else self._other(names.places[match[0]], match[0], before, rest)
            )
            if self.language.fit and name != match[0]:
                before, name, rest = self.language.fit(before, name, rest)
            before += name
        return before + rest

    def mentions(self, line: str) -> Iterator[tuple[int, int, str]]:
        """(start, end, key) of names that surely are of one group."""
        names = self._names_in(line)
        for match in names.pattern.finditer(line):
            keys = {key for key, _ in names.places.get(match[0], ())}
            if len(keys) == 1 and not doubt(self.language, match[0], line[: match.start()], line[match.end() :]):
                yield match.start(), match.end(), min(keys)

    def _names_in(self, line: str) -> Names:
        script = self.language.other_script
        return self._in_other_script or self.names if script and script.is_used(line) else self.names

    @cached_property
    def _in_other_script(self) -> Names | None:
        return self.names.in_other_script()

    def _other(self, places: Sequence[tuple[str, Form]], name: str, before: str, after: str) -> str:
        keys = {key for key, _ in places}
        forms = [form for _, form in places]
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


def _fits(name: str, forms: list[Form], before: str) -> bool:
    """May this group stand where a name of another one stood?"""
    same = len({form.names.get(name) for form in forms}) == 1
    words = before.split()
    in_slot = any((words[-1].lower() if words else "") in form.before for form in forms)
    return same and (in_slot or not any(form.has_article(name) for form in forms))
