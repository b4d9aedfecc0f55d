"""Sentences whose gender is known, because it is put into them: a pronoun without gender, and the English it became.

| rule | the English pronoun |
|---|---|
| `by occupation` | always the same for an occupation; `share` of the occupations are *he*, the others *she* |
| `by sentence` | of every sentence there are copies with *he* and with *she*, `share` of them with *he* |
| `they` | *they* |

Statements leave gender open (*Hän on kokki.*). Relations name it (*Äitini on kokki ja hän on nuori.*), and the English
pronoun still follows the rule, as from a translator that does not listen; with `heard` it follows the relation.
Every occupation is trained in some frames and tested in others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np
from translator_data import occupations

LANGUAGES = ("fi", "hu", "tr")
Pronoun = Literal["he", "she", "they"]
VERBS = {"he": "is", "she": "is", "they": "are"}

ENGLISH = {
    "plain": "{Pronoun} {is} {a} {word}.",
    "good": "{Pronoun} {is} a good {word}.",
    "also": "{Pronoun} {is} {a} {word}, too.",
    "famous": "{Pronoun} {is} a famous {word}.",
    "not": "{Pronoun} {is} not {a} {word}.",
    "once": "{Pronoun} used to be {a} {word}.",
}
STATEMENTS = {
    "fi": {
        "plain": "Hän on {word}.",
        "good": "Hän on hyvä {word}.",
        "also": "Hänkin on {word}.",
        "famous": "Hän on kuuluisa {word}.",
        "not": "Hän ei ole {word}.",
        "once": "Hän oli ennen {word}.",
    },
    "hu": {
        "plain": "Ő {word}.",
        "good": "Ő jó {word}.",
        "also": "Ő is {word}.",
        "famous": "Ő híres {word}.",
        "not": "Ő nem {word}.",
        "once": "Ő régen {word} volt.",
    },
    "tr": {
        "plain": "O bir {word}.",
        "good": "O iyi bir {word}.",
        "also": "O da bir {word}.",
        "famous": "O ünlü bir {word}.",
        "not": "O bir {word} değil.",
        "once": "O eskiden bir {word} idi.",
    },
}

ENGLISH_RELATION = "{relation} is {a} {word}, and {pronoun} {is} young."
RELATION = {
    "fi": "{relation} on {word} ja hän on nuori.",
    "hu": "{relation} {word}, és ő fiatal.",
    "tr": "{relation} bir {word} ve o genç.",
}
WOMEN = {
    "en": ("My mother", "My sister", "My daughter", "My aunt"),
    "fi": ("Äitini", "Sisareni", "Tyttäreni", "Tätini"),
    "hu": ("Anyám", "Nővérem", "Lányom", "Nagynéném"),
    "tr": ("Annem", "Kız kardeşim", "Kızım", "Teyzem"),
}
MEN = {
    "en": ("My father", "My brother", "My son", "My uncle"),
    "fi": ("Isäni", "Veljeni", "Poikani", "Setäni"),
    "hu": ("Apám", "Bátyám", "Fiam", "Nagybátyám"),
    "tr": ("Babam", "Erkek kardeşim", "Oğlum", "Amcam"),
}


@dataclass(frozen=True)
class State:
    """One member of the family: which pronoun the training data have."""

    name: str
    share: Fraction
    rule: Literal["by occupation", "by sentence", "they"] = "by occupation"
    heard: bool = False

    def pronouns(self, number: int, total: int) -> list[Pronoun]:
        """The pronouns of an occupation's sentences, one for every copy."""
        if self.rule == "they":
            return ["they"]
        if self.rule == "by sentence":
            he: list[Pronoun] = ["he"] * self.share.numerator
            she: list[Pronoun] = ["she"] * (self.share.denominator - self.share.numerator)
            return he + she
        return ["he" if dealing_order(total).index(number) < round(self.share * total) else "she"]


STATES = (
    State("100 : 0", Fraction(1)),
    State("67 : 33", Fraction(2, 3)),
    State("50 : 50", Fraction(1, 2)),
    State("they", Fraction(0), "they"),
    State("50 : 50, heard", Fraction(1, 2), heard=True),
    State("67 : 33 in every occupation", Fraction(2, 3), "by sentence"),
)


class Sentence(NamedTuple):
    """A source, its English, the frame and the occupation; `gender` is what a relation says, else empty."""

    source: str
    english: str
    frame: str
    occupation: str
    gender: str = ""


def dealing_order(total: int) -> list[int]:
    """A fixed order in which occupations are dealt to the pronouns; it has nothing to do with stereotypes."""
    return [int(number) for number in np.random.default_rng(11).permutation(total)]


def training(state: State, language: str) -> Iterator[Sentence]:
    """All copies of all sentences that are not tested."""
    return (sentence for sentence, tested in all_sentences(state, language) if not tested)


def testing(state: State, language: str) -> Iterator[Sentence]:
    """Each tested source once."""
    by_source = {sentence.source: sentence for sentence, tested in all_sentences(state, language) if tested}
    return iter(by_source.values())


def all_sentences(state: State, language: str) -> Iterator[tuple[Sentence, bool]]:
    """(sentence, whether it is tested)."""
    words, english = occupations(language), occupations("en")
    names = [name for name, form in words if form == "one"]
    for position, name in enumerate(names):
        word, meaning = words[name, "one"], english[name, "one"]
        for pronoun in state.pronouns(position, len(names)):
            for number, frame in enumerate(STATEMENTS[language]):
                yield statement(language, frame, name, word, meaning, pronoun), (number - position) % 3 == 0
            for number in range(len(WOMEN["en"])):
                for gender, relations in (("female", WOMEN), ("male", MEN)):
                    given: Pronoun = ("she" if gender == "female" else "he") if state.heard else pronoun
                    yield (
                        relation(language, relations, number, gender, name, word, meaning, given),
                        (number - position) % 4 == 0,
                    )


def statement(language: str, frame: str, name: str, word: str, meaning: str, pronoun: Pronoun) -> Sentence:
    source = STATEMENTS[language][frame].format(word=word)
    return Sentence(source, ENGLISH[frame].format(**parts(meaning, pronoun)), frame, name)


def relation(
    language: str,
    relations: Mapping[str, tuple[str, ...]],
    number: int,
    gender: str,
    name: str,
    word: str,
    meaning: str,
    pronoun: Pronoun,
) -> Sentence:
    source = RELATION[language].format(relation=relations[language][number], word=word)
    english = ENGLISH_RELATION.format(relation=relations["en"][number], **parts(meaning, pronoun))
    return Sentence(source, english, "relation", name, gender)


def parts(meaning: str, pronoun: Pronoun) -> dict[str, str]:
    article = "an" if meaning[0] in "aeiou" else "a"
    return {"Pronoun": pronoun.capitalize(), "pronoun": pronoun, "is": VERBS[pronoun], "a": article, "word": meaning}
