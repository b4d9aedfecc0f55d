"""Balances women and men in text by the pairs of words and names of the language file.

A sentence is exchanged as a whole or not at all: if one of its gender words has no partner (*her* is *his* or *him*) or
more than one, it stays. Languages whose articles, adjectives or verbs follow the gender of a noun are refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import regex as re

from babelance.core.errors import InputError
from babelance.core.language import Language, need
from babelance.core.registry import LANGUAGES
from babelance.mitigations._balance import Tally

GENDERS = ("female", "male")
_LETTER = r"[\p{L}\p{M}\p{N}_]"


@dataclass
class Gender:
    """A `Balancer` over two genders."""

    language: Language
    tally: Tally

    @classmethod
    def of(cls, code: str, seed: int) -> Gender:
        language = LANGUAGES.get(code)
        if language.agreement:
            raise InputError(
                f"In {language.name} ('{code}') other words change with the gender of a noun, so exchanging gender "
                "words alone makes wrong sentences. Balance groups instead, or rewrite the corpus with a tool that "
                "knows the grammar."
            )
        need(language, "gender_pairs")
        return cls(language, Tally(np.random.default_rng(seed)))

    def rewrite(self, line: str) -> str:
        """The line, or the line with all its gender words exchanged: whichever makes both more equally frequent."""
        words = [found[0] for found in self._pattern.finditer(line)]
        genders = [self._gender[word.lower()] for word in words]
        if not words:
            return line
        if reason := self._stays(words):
            for gender in genders:
                self.tally.keep(gender, reason)
            return line
        swap = self._is_better(genders)
        for gender in genders:
            self.tally.move(gender, _other(gender) if swap else gender)
        return self._swapped(line) if swap else line

    def _stays(self, words: list[str]) -> str | None:
        partners = [self._partners.get(word.lower(), ()) for word in words]
        if any(not some for some in partners):
            return "a word without a partner"
        return "a word with several partners" if any(len(some) > 1 for some in partners) else None

    def _is_better(self, genders: list[str]) -> bool:
        counts = Counter(genders)
        ahead = self.tally.after["female"] - self.tally.after["male"]
        here = counts["female"] - counts["male"]
        if abs(ahead + here) == abs(ahead - here):
            return bool(self.tally.rng.integers(2))
        return abs(ahead - here) < abs(ahead + here)

    def _swapped(self, line: str) -> str:
        before, rest = "", line
        while found := self._pattern.search(rest):
            [other] = self._partners[found[0].lower()]
            before, word, rest = before + rest[: found.start()], _cased(other, found[0]), rest[found.end() :]
            before, word, rest = self.language.fit(before, word, rest) if self.language.fit else (before, word, rest)
            before += word
        return before + rest

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        names = self.language.names
        named = zip(names.get("female", ()), names.get("male", ()), strict=False)
        return [*self.language.gender_pairs, *named]

    @cached_property
    def _partners(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for woman, man in self._pairs:
            found.setdefault(woman.lower(), {})[man] = None
            found.setdefault(man.lower(), {})[woman] = None
        return {word: tuple(some) for word, some in found.items()}

    @cached_property
    def _gender(self) -> dict[str, str]:
        listed = {word.lower(): gender for gender in GENDERS for word in self.language.gender_words.get(gender, ())}
        paired = {word.lower(): gender for pair in self._pairs for word, gender in zip(pair, GENDERS, strict=True)}
        return {**listed, **paired}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, sorted(self._gender, key=lambda word: (-len(word), word))))
        edges = (rf"(?<!{_LETTER})", rf"(?!{_LETTER})") if self.language.spaced else ("", "")
        return re.compile(f"{edges[0]}(?:{words}){edges[1]}", re.IGNORECASE)


def _other(gender: str) -> str:
    return GENDERS[1 - GENDERS.index(gender)]


def _cased(word: str, like: str) -> str:
    """With a capital or in capitals as the word it replaces; names keep theirs."""
    if len(like) > 1 and like.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
