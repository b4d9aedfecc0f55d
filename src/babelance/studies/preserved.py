"""Does a translation keep the gender of its source? Share of the sentences with a gender word of the target language.

A sentence of the female group (by its English side) keeps its gender if it has a female word of its own language and no
male one; pronouns count as well. Gender that is shown otherwise (adjectives, verb forms, names) is not seen, so the
share is a lower bound; where a pronoun has a second meaning (German *sie*: she, they, you) it is not quite one.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 7 and figure 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from re import Pattern

from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import Language, require
from babelance.stats.intervals import Interval, wilson
from babelance.text.words import pattern

GROUPS = ("female", "male")
KEPT, SWAPPED, BOTH, NONE = "kept", "swapped", "both", "none"


@dataclass(frozen=True)
class GroupPreservation:
    """Sentences of one group by what their own words say; `interval` is of the share that kept it, in 0..1."""

    group: str
    counts: Mapping[str, int]
    interval: Interval

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def share(self) -> float:
        return self.counts[KEPT] / self.total


def preservation(items: Iterable[Item], language: Language, *, level: float = 0.95) -> list[GroupPreservation]:
    """For the female and the male sentences of a dataset made by `babelance build mbe`."""
    finders = {group: pattern(_words(language, group), spaced=language.spaced) for group in GROUPS}
    counts: dict[str, Counter[str]] = {group: Counter() for group in GROUPS}
    for item in items:
        group = item.tags.get("group", "")
        if group in counts:
            counts[group][_says(item.texts["text"], group, finders)] += 1
    if not all(counts.values()):
        raise DataError("There are no sentences of the groups 'female' and 'male'. Make them with: babelance build mbe")
    return [_preservation_of(group, counter, level) for group, counter in counts.items()]


def _words(language: Language, group: str) -> set[str]:
    """The lists, the words that come in pairs (she and he among them), and what tells the gender of a translation."""
    paired = [pair[GROUPS.index(group)] for pair in language.gender_pairs]
    pronouns = language.pronoun_classes.get({"female": "she", "male": "he"}[group], ())
    return {*require(language, "gender_words")[group], *paired, *pronouns}


def _says(text: str, group: str, finders: Mapping[str, Pattern[str]]) -> str:
    own = bool(finders[group].search(text))
    other = any(finders[name].search(text) for name in finders if name != group)
    return BOTH if own and other else KEPT if own else SWAPPED if other else NONE


def _preservation_of(group: str, counter: Counter[str], level: float) -> GroupPreservation:
    counts = {name: counter[name] for name in (KEPT, SWAPPED, BOTH, NONE)}
    return GroupPreservation(group, counts, wilson(counts[KEPT], sum(counts.values()), level))
