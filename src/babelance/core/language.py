"""What babelance knows about a language: its gender words, names, pronouns, registers, and how a word fits a slot.

Facts and small lists live in `languages/<code>.py`; longer material written for probes lives in `datasets/data`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Register:
    """One way to say "that person is …" without naming a gender: a pattern with `{word}` and its politeness."""

    name: str
    pattern: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Language:
    """`code` is BCP 47. Lists are empty where nothing was written yet: ask with `need`, which says what to add."""

    code: str
    name: str
    endonym: str
    spaced: bool = True
    """Are words separated by spaces? If not, words are found as substrings."""
    gender_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`female`, `male` (and others): words that name people of that gender."""
    gender_pairs: tuple[tuple[str, str], ...] = ()
    """(female, male) words that can stand for each other in a template without further change."""
    person: tuple[str, str] | None = None
    """(woman, man): the pair of the NLI sets."""
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`female`, `male`: frequent names that are not used for both."""
    pronoun_classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`she`, `he`, `they`: whole words that tell the gender of a translation *into* this language."""
    registers: tuple[Register, ...] = ()
    """Gender-neutral sentences *from* this language; empty if its pronouns tell gender."""
    fit: Callable[[str, str], str] | None = None
    """`fit(template_part, word)`: puts a word into `{…}` slots with the grammar the language needs (a/an, josa, …)."""
    sources: tuple[str, ...] = ()
