"""Balances women and men in text by the pairs of words and names of the language file.

A sentence is exchanged as a whole or not at all: if one of its gender words has no partner (*her* is *his* or *him*) or
more than one, it stays. Names are exchanged where a capital tells them from other words. Refused are languages whose
articles, adjectives or verbs follow the gender of a noun, and those that do not show where a word ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import regex as re

from babelance.core.errors import InputError
from babelance.core.language import Language, parse_words, require
from babelance.core.registry import LANGUAGES
from babelance.mitigations.balance.draws import Tally
from babelance.mitigations.balance.word_edges import LETTER, has_edges, whole_word_pattern

GENDERS = ("female", "male")
_NAMES_ARE_WORDS = ("vi",)
"""Languages in which nearly every name is a word as well: a capital at the start of a sentence tells nothing."""
_SHORT = {
    "ko": parse_words("딸 아들 아내 부인 형님 형제 자매"),
    "vi": parse_words("cô anh ông bà chị chú bác cậu nàng chàng thằng"),
}
"""Gender words that the lists leave out because they stand inside of others, or mean more than one thing: a sentence
that has them stays."""


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
        if not has_edges(language):
            raise InputError(
                f"{language.name} ('{code}') is written without blanks between words, so gender words cannot be told "
                "from pieces of other words. Balance groups instead, or rewrite the corpus with a tool that cuts it "
                "into words."
            )
        require(language, "gender_pairs")
        return cls(language, Tally(np.random.default_rng(seed)))

    def rewrite(self, line: str) -> str:
        """The line, or the line with all its gender words exchanged: whichever makes both more equally frequent."""
        words = [match[0] for match in self._pattern.finditer(line)]
        genders = [self._gender[word.lower()] for word in words]
        if not words:
            return line
        if reason := self._is_unsure(line, len(words)) or self._stays(words):
            for gender in genders:
                self.tally.keep(gender, reason)
            return line
        swap = self._is_better(genders)
        for gender in genders:
            self.tally.move(gender, _other(gender) if swap else gender)
        return self._swap(line) if swap else line

    def mentions(self, line: str) -> Iterator[tuple[int, int, str]]:
        """(start, end, gender) of the words of a line."""
        for match in self._pattern.finditer(line):
            yield match.start(), match.end(), self._gender[match[0].lower()]

    def _is_unsure(self, line: str, count: int) -> str | None:
        """Are there more gender words than those that surely are?"""
        more = sum(1 for _ in self._loose.finditer(line)) > count
        return "perhaps part of another word" if more else None

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

    def _swap(self, line: str) -> str:
        before, rest = "", line
        while match := self._pattern.search(rest):
            [other] = self._partners[match[0].lower()]
            before, word, rest = before + rest[: match.start()], _copy_case(other, match[0]), rest[match.end() :]
            before, word, rest = self.language.fit(before, word, rest) if self.language.fit else (before, word, rest)
            before += word
        return before + rest

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        """Words in lower case, names as they are."""
        named = [] if self.language.code in _NAMES_ARE_WORDS else zip(*self._names, strict=False)
        return [*self.language.gender_pairs, *((female, male) for female, male in named if _is_cased(female + male))]

    @cached_property
    def _names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        names = self.language.names
        return names.get("female", ()), names.get("male", ())

    @cached_property
    def _partners(self) -> dict[str, tuple[str, ...]]:
        partners: dict[str, dict[str, None]] = {}
        for woman, man in self._pairs:
            partners.setdefault(woman.lower(), {})[man] = None
            partners.setdefault(man.lower(), {})[woman] = None
        return {word: tuple(some) for word, some in partners.items()}

    @cached_property
    def _gender(self) -> dict[str, str]:
        words = {word.lower(): gender for gender in GENDERS for word in self.language.gender_words.get(gender, ())}
        named = {name.lower(): gender for gender, names in zip(GENDERS, self._names, strict=True) for name in names}
        paired = {word.lower(): gender for pair in self._pairs for word, gender in zip(pair, GENDERS, strict=True)}
        return {**named, **words, **paired}

    @cached_property
    def _words(self) -> str:
        """All gender words in any case, and names with their capital."""
        names = {name for some in self._names for name in some if _is_cased(name)}
        words = [word for word in self._gender if word not in {name.lower() for name in names}]
        patterns = [
            *((word, f"(?i:{re.escape(word)})") for word in words),
            *((name, re.escape(name)) for name in names),
        ]
        return "|".join(pattern for _, pattern in sorted(patterns, key=lambda pair: (-len(pair[0]), pair[0])))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(whole_word_pattern(f"(?:{self._words})", self.language))

    @cached_property
    def _loose(self) -> re.Pattern[str]:
        """A pattern for all that may be such a word: short ones, too, and inside others where words have no spaces."""
        words = "|".join([self._words, *(f"(?i:{word})" for word in _SHORT.get(self.language.code, ()))])
        return re.compile(rf"(?<!{LETTER})(?:{words})(?!{LETTER})" if self.language.spaced else words)


def _is_cased(name: str) -> bool:
    return name[0] != name[0].lower()


def _other(gender: str) -> str:
    return GENDERS[1 - GENDERS.index(gender)]


def _copy_case(word: str, like: str) -> str:
    """The word with a capital, or in capitals, as the word it replaces has it; names keep their own."""
    if len(like) > 1 and like.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
