"""Questions with three answers, one of which says that the text does not tell (the BBQ family), as items.

texts   context, question, ans0, ans1, ans2
tags    condition   `ambig` (the context does not tell) or `disambig` (it does)
        polarity    `neg` (who did wrong?) or `nonneg` (who did right?)
        label       number of the right answer; unknown: of the one that says so
        biased      number of the answer that follows the stereotype: the group it is about where the question is
                    negative, the other one where it is not; empty where the file does not tell
        category, template
        naming      `names` or `labels`, where the file tells: proper names, or words for a group

Every file of the family names groups its own way; `biased_answer` compares them without regard to case and blanks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import parse_words

FIELDS = frozenset(
    {"context", "question", "ans0", "ans1", "ans2", "condition", "polarity", "label", "unknown", "biased", "category",
     "template"}
)  # fmt: skip
ANSWERS = ("0", "1", "2")
_GENDERS = {
    "f": frozenset(parse_words("f female woman girl mujer chica niña vrouw meisje kadın kız dona")),
    "m": frozenset(parse_words("m male man boy hombre chico niño jongen adam erkek erkekçocuk home")),
}
"""BBQ says F and M where its answers say woman and boy."""


@dataclass(frozen=True, slots=True)
class Question:
    """`groups`: what the file says about whom each answer is about; `stereotyped`: whom the stereotype is about."""

    id: str
    category: str
    template: str
    condition: str
    polarity: str
    context: str
    question: str
    answers: Sequence[str]
    label: str
    unknown: str
    biased: str
    naming: str = ""

    def item(self, language: str) -> Item:
        if self.label not in ANSWERS or len(self.answers) != len(ANSWERS):
            raise DataError(
                f"The question '{self.id}' has {len(self.answers)} answers, and '{self.label}' is the right one; it "
                "takes three answers, and 0, 1 or 2."
            )
        named = {f"ans{number}": text for number, text in enumerate(self.answers)}
        return Item(
            self.id,
            language,
            {"context": self.context, "question": self.question, **named},
            {
                "category": self.category,
                "template": self.template,
                "condition": self.condition,
                "polarity": self.polarity,
                "label": self.label,
                "unknown": self.unknown,
                "biased": self.biased,
                **({"naming": self.naming} if self.naming else {}),
            },
        )


def biased_answer(
    groups: Mapping[str, Collection[str]], stereotyped: Collection[str], *, unknown: str, negative: bool
) -> str:
    """The answer that follows the stereotype: empty unless exactly one of the two people is of the group it is about.

    `groups`: answer → what it is called, one name or several. Where nobody bears the name of the group as it is, names
    of several parts (`F-Black`, `lowSES-Black`, `trans_M`) are compared part by part, and who has more is meant.
    """
    people = [answer for answer in ANSWERS if answer != unknown]
    wanted = _names(stereotyped)
    shared = {answer: len(_names(groups[answer]) & wanted) for answer in people}
    target = [answer for answer in people if shared[answer]]
    if not target:
        parts = _names(_parts(stereotyped))
        shared = {answer: len(_names(_parts(groups[answer])) & parts) for answer in people}
        target = [answer for answer in people if shared[answer] == max(shared.values()) > 0]
    if len(target) != 1:
        return ""
    [other] = [answer for answer in people if answer != target[0]]
    return target[0] if negative else other


def _parts(names: Collection[str]) -> list[str]:
    return [part for name in names for part in name.replace("_", "-").split("-")]


def _names(words: Collection[str]) -> frozenset[str]:
    """Without regard to case and blanks; words for a woman or a man also as F and M."""
    plain = {"".join(word.casefold().split()) for word in words}
    return frozenset(plain | {letter for letter, known in _GENDERS.items() if plain & known})
