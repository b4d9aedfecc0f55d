"""What babelance knows about a language: its gender words, names, pronouns, registers, and how a word fits a slot.

Facts and small lists live in `languages/<code>.py`; longer material written for probes lives in `datasets/data`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from babelance.core.errors import InputError

Fit = Callable[[str, str, str], tuple[str, str, str]]
"""(text before, word, text after) → the same three with the grammar at both seams put right: a/an, josa, elision."""

Form = Callable[[str], str]
"""A word → one of its forms, for forms that follow a rule (Turkish case suffixes, English plural)."""


@dataclass(frozen=True, slots=True)
class Register:
    """One way to say "that person is …" without naming a gender.

    `occupation` and `quality` are patterns with a `{word}` slot (`{word:form}` where the word has stored forms).
    `sets` are the names under which its utterances are counted; several registers may share one (`formal`).
    """

    name: str
    occupation: str
    quality: str
    sets: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class OtherScript:
    """A second way to write the language: how a text shows that it is written so, and names of countries in it."""

    is_used: Callable[[str], bool]
    name: Form


@dataclass(frozen=True, slots=True)
class Inference:
    """The words with which a model that follows prompts is asked whether one sentence follows from another.

    `yes`, `maybe` and `no` are what it may answer: entailment, neutral, contradiction.
    """

    yes: str
    maybe: str
    no: str
    question: str
    answer: str
    premise: str
    hypothesis: str
    follows: str
    """Does the hypothesis follow from the premise?"""
    given: str
    """Suppose that this is true"""
    then: str
    """Is this true, too?"""
    choice: str
    """Yes, no or maybe?"""
    colon: str = ":"
    spaced: bool = True

    @property
    def answers(self) -> tuple[str, str, str]:
        return self.yes, self.maybe, self.no

    @property
    def phrasings(self) -> tuple[str, ...]:
        """Three ways to ask, with the slots {premise} and {hypothesis}; the last line is where the answer begins."""
        space = " " if self.spaced else ""
        then = self.colon + space
        bodies = (
            f"{{premise}}\n{self.question}{then}{{hypothesis}}{space}{self.choice}",
            f"{self.premise}{then}{{premise}}\n{self.hypothesis}{then}{{hypothesis}}\n"
            f"{self.follows}{space}{self.choice}",
            f"{self.given}{then}{{premise}}\n{self.then}{space}{{hypothesis}}\n{self.choice}",
        )
        return tuple(f"{body}\n{self.answer}{self.colon}" for body in bodies)


@dataclass(frozen=True, slots=True)
class Language:
    """`code` is BCP 47. Lists are empty where nothing was written yet: ask with `require`, which says what to add."""

    code: str
    name: str
    endonym: str
    spaced: bool = True
    """Are words separated by spaces? If not, words are found as substrings."""
    gender_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`female`, `male`, and `nonbinary` where the language has established words: lower case, whole words."""
    gender_pairs: tuple[tuple[str, str], ...] = ()
    """(female, male) words that can stand for each other without further change of the sentence."""
    agreement: bool = False
    """Do other words change with the gender of a noun (articles, adjectives, verbs)? Then exchanging gender words alone
    makes wrong sentences, and counterfactual augmentation by gender refuses to."""
    person: tuple[str, str] | None = None
    """(woman, man): the pair of the NLI sets."""
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`female`, `male`: frequent names that are not used for both. The n-th female and male name are a pair."""
    pronoun_classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`she`, `he`, `they`, `person`: whole words or phrases, lower case, that tell the gender of a translation *into*
    this language. `person` words count only where no pronoun is found ("he is a nice person" is `he`)."""
    registers: tuple[Register, ...] = ()
    """Gender-neutral sentences *from* this language; empty if its pronouns tell gender."""
    inference: Inference | None = None
    fit: Fit | None = None
    forms: Mapping[str, Form] = field(default_factory=dict)
    """Forms made by rule, by name; forms stored with a word come first."""
    name_forms: Mapping[str, Form] = field(default_factory=dict)
    """Further case forms of names of countries, made from the one that the probes store; empty if a name has none."""
    other_script: OtherScript | None = None
    example: tuple[str, str] = ("", "")
    """A sentence about a woman and the same about a man: the gender words tell them apart."""
    sources: tuple[str, ...] = ()


def with_article(
    before: str, word: str, after: str, *, words: frozenset[str], verb: str, article: str
) -> tuple[str, str, str]:
    """A `Fit` of languages in which what people are called takes an article (*es un ladrón*), and what they do for a
    living none (*es médico*): the article comes between the verb and one of these words."""
    if word in words and before.endswith(f" {verb} "):
        before += f"{article} "
    return before, word, after


def parse_words(text: str) -> tuple[str, ...]:
    """Words of a list written as text: separated by white space, with `_` for a space inside an entry."""
    return tuple(part.replace("_", " ") for part in text.split())


def require(language: Language, name: str) -> Any:
    """A field of the language that must not be empty."""
    value = getattr(language, name)
    if not value:
        noun = name.replace("_", " ")
        raise InputError(
            f"No {noun} for '{language.code}'. Add them to languages/{language.code}.py (see en.py), or give your own "
            "words where an option takes them."
        )
    return value
