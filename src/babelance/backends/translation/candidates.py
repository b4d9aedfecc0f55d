"""Several translations of a line, best first, and which of them keeps the gender that the source tells.

What the source leaves open is to stay open; what it tells is to be told. Candidates whose score is more than `margin`
below the best one's are not considered (log-probability per piece, as beam search compares them).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Protocol, runtime_checkable

from babelance.core.answer_check import NOT_FINITE
from babelance.core.query import Unanswered
from babelance.core.registry import LANGUAGES
from babelance.languages.reading.pronouns import classifier
from babelance.languages.reading.told import teller
from babelance.text.gender.marks import has_marks, marks
from babelance.text.gender.nouns import gender_at, listed
from babelance.text.gender.spelling import words


@dataclass(frozen=True, slots=True)
class Candidate:
    text: str
    score: float


@runtime_checkable
class HasCandidates(Protocol):
    """A translator that can say what else it might have said."""

    def candidates(
        self, lines: Sequence[str], source: str, target: str, count: int
    ) -> Iterable[Sequence[Candidate] | Unanswered]:
        """For each line up to `count` different translations, best first."""
        ...


def finite(candidates: Sequence[Candidate] | Unanswered) -> Sequence[Candidate] | Unanswered:
    """Candidates whose scores are no numbers come from a broken model, whatever their texts say."""
    if isinstance(candidates, Unanswered) or all(isfinite(candidate.score) for candidate in candidates):
        return candidates
    return Unanswered(NOT_FINITE)


def choose(candidates: Sequence[Candidate], text: str, source: str, target: str, *, margin: float) -> Candidate:
    """The best candidate among those that fit the source best; of those that fit alike, the first."""
    gender = teller(source)(text)
    if gender == "both":
        return candidates[0]
    near = [candidate for candidate in candidates if candidate.score >= candidates[0].score - margin]
    return max(near, key=lambda candidate: (fit(candidate.text, gender, target), candidate.score))


def fit(translation: str, source_gender: str, target: str) -> int:
    """How far a translation keeps what is told: 1 if it does, 0 if it cannot be said, -1 if it says otherwise. Where
    nouns have a gender and one is told, each noun for a person counts."""
    if source_gender == "open" and target.partition("-")[0] not in LANGUAGES:
        return 0
    if source_gender == "open" or not has_marks(target):
        return _fit_by_class(classifier(target)(translation), source_gender)
    wanted = {"she": "female", "he": "male"}[source_gender]
    sentence = words(translation, target.partition("-")[0])
    table = marks(target)
    genders = [gender_at(table, sentence, index) for index in range(len(sentence)) if listed(table, sentence, index)]
    return sum((gender == wanted) - (gender in ("female", "male") and gender != wanted) for gender in genders)


def _fit_by_class(name: str, source_gender: str) -> int:
    if source_gender == "open":
        return int(name == "they")  # what says both genders, or nothing that is known, is no better than the best one
    return {source_gender: 1, "unclassified": -1}.get(name, 0 if name == "both" else -1)


def different(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Each text once, with its best score."""
    first: dict[str, Candidate] = {}
    for candidate in candidates:
        first.setdefault(candidate.text, candidate)
    return list(first.values())
