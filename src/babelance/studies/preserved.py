"""Does a translation keep the gender of its source? Share of the sentences with a gender word of the target language.

A sentence of the female group (by its English side) keeps its gender if it has a female word of its own language and no
male one; pronouns count as well. Gender that is shown otherwise (adjectives, verb forms, names) is not seen, so the
share is a lower bound; where a pronoun has a second meaning (German *sie*: she, they, you; Dutch *ze*: she, they) it is
not quite one.
Sentences that are in their group by a name alone (*Tom is ill*) have no gender word that could be kept: they are
counted and left out.

With `pronouns` it is the paper's own question: only sentences whose English side has *she* or *he*, and only the
pronouns for these in the other language; a sentence with the pronouns of both counts as `both`.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 7 and figure 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from re import Pattern

from scipy.stats import fisher_exact

from babelance.build.material.given_names import given_names
from babelance.build.material.groups import groups_for
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.language import Language, require
from babelance.core.verdict import Verdict
from babelance.stats.difference_verdicts import Measured, how_sure, judge_differences
from babelance.stats.estimate import agreeing
from babelance.stats.intervals import Interval, wilson
from babelance.text.words import pattern, plain

GROUPS = ("female", "male")
KEPT, SWAPPED, BOTH, NONE = "kept", "swapped", "both", "none"


@dataclass(frozen=True)
class GroupPreservation:
    """Sentences of one group by what their own words say; `interval` is of the share that kept it, in 0..1."""

    group: str
    counts: Mapping[str, int]
    interval: Interval
    by_name: int = 0
    """Sentences that a name alone put into the group; in no other number."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def share(self) -> float:
        return self.counts[KEPT] / self.total


Counted = tuple[str, str, GroupPreservation]
"""(data, language, what was counted)"""
FAMILY = "study"


def judge_preservation(counted: Sequence[Counted], level: float = 0.95) -> dict[tuple[str, str], Verdict]:
    """For each data and language: is one gender kept more often than the other? In percent, female − male."""
    shares: dict[tuple[str, str], dict[str, GroupPreservation]] = {}
    for data, language, share in counted:
        shares.setdefault((data, language), {})[share.group] = share
    both = {key: (by_group["female"], by_group["male"]) for key, by_group in shares.items()}
    keys = list(both)
    verdicts = judge_differences(
        [_test(female, male, level) for female, male in both.values()],
        family=FAMILY,
        level=level,
        words=lambda index, verdict: _sentence(keys[index][1], *both[keys[index]], verdict),
    )
    return dict(zip(keys, verdicts, strict=True))


def _test(female: GroupPreservation, male: GroupPreservation, level: float) -> Measured:
    """Newcombe's interval of the difference of two shares, and Fisher's exact test."""
    table = [[side.counts[KEPT], side.total - side.counts[KEPT]] for side in (female, male)]
    gap = female.share - male.share
    low = gap - hypot(female.share - female.interval.low, male.interval.high - male.share)
    high = gap + hypot(female.interval.high - female.share, male.share - male.interval.low)
    p = agreeing(float(fisher_exact(table).pvalue), low <= 0 <= high, level)
    return Measured("male", 100 * gap, 100 * low, 100 * high, p, null=100 * male.share)


def _sentence(language: str, female: GroupPreservation, male: GroupPreservation, verdict: Verdict) -> str:
    shares = f"{100 * female.share:.0f} % of the female and {100 * male.share:.0f} % of the male sentences"
    sure = "chance would hardly do that" if verdict.shown else "the difference may be chance"
    return f"{language}: {shares} keep their gender; {sure} ({how_sure(verdict)})."


Words = Mapping[str, Sequence[str]]
"""Group → words of the language that tell it."""
ENGLISH = {"female": ("she",), "male": ("he",)}


def preservation(
    items: Iterable[Item],
    language: Language,
    *,
    own: Words | None = None,
    pronouns: bool = False,
    level: float = 0.95,
) -> list[GroupPreservation]:
    """For the female and the male sentences of a dataset made by `babelance build mbe`. `own` words take the place of
    those of the language."""
    words = {group: _words(language, group, own or {}, pronouns=pronouns) for group in GROUPS}
    finder = pattern({word for some in words.values() for word in some}, spaced=language.spaced)
    english = {group: pattern(ENGLISH[group]) for group in GROUPS}
    counts: dict[str, Counter[str]] = {group: Counter() for group in GROUPS}
    by_name: Counter[str] = Counter()
    for item in items:
        group = item.tags.get("group", "")
        if group not in counts or (pronouns and not english[group].search(_source(item))):
            continue
        if _is_by_name_alone(item, group):
            by_name[group] += 1
        else:
            counts[group][_says(item.texts["text"], group, finder, words)] += 1
    if not all(counts.values()):
        with_words = " with 'she' and 'he' on their English side" if pronouns else ""
        with_words += " by a word and not by a name alone" if by_name else ""
        raise DataError(
            f"There are no sentences of the groups 'female' and 'male'{with_words}. Make them with: babelance build mbe"
        )
    return [_preservation_of(group, counter, by_name[group], level) for group, counter in counts.items()]


def _is_by_name_alone(item: Item, group: str) -> bool:
    return item.tags.get("word", "") in _names()[group] and not _english()[group].search(_source(item))


@cache
def _names() -> Mapping[str, frozenset[str]]:
    return {group: frozenset(map(plain, given_names("en").groups[group])) for group in GROUPS}


@cache
def _english() -> Mapping[str, Pattern[str]]:
    """Words that put an English sentence into a group."""
    return {group: pattern(groups_for("gender")[group]) for group in GROUPS}


def figure_2(items: Sequence[Item], language: Language, *, level: float = 0.95) -> list[GroupPreservation]:
    """The paper's own count; empty where the language has no such pronouns, or no sentence has *she* or *he*."""
    if language.code not in SHE_AND_HE:
        return []
    try:
        return preservation(items, language, pronouns=True, level=level)
    except DataError:
        return []


def _source(item: Item) -> str:
    return item.texts.get("source") or item.tags.get("source", "")


SHE_AND_HE = {
    "ar": ("هي", "هو"),
    "de": ("sie", "er"),
    "en": ("she", "he"),
    "es": ("ella", "él"),
    "fr": ("elle", "il"),
    "it": ("lei", "lui"),
    "ja": ("彼女", "彼"),
    "nl": ("zij ze", "hij"),
    "pt": ("ela", "ele"),
    "ru": ("она", "он"),
    "zh": ("她", "他"),
}
"""The nominative pronouns of languages that have them for both genders, stressed or not."""


def _words(language: Language, group: str, own: Words, *, pronouns: bool) -> set[str]:
    """The user's words, or the pronouns, or all that tells gender in the language."""
    if own and not own.get(group):
        raise InputError(f"No words for '{group}'. Give both: --words female=FILE --words male=FILE.")
    if pronouns and not own and language.code not in SHE_AND_HE:
        raise InputError(
            f"'{language.code}' is not known to have a word for 'she' and one for 'he'. Give them: "
            "--words female=FILE --words male=FILE."
        )
    chosen = own.get(group) or (_nominatives(language, group) if pronouns else None)
    return {plain(word) for word in chosen or _all_words(language, group)}


def _nominatives(language: Language, group: str) -> list[str]:
    return SHE_AND_HE[language.code][GROUPS.index(group)].split() if language.code in SHE_AND_HE else []


def _all_words(language: Language, group: str) -> set[str]:
    """The lists, the words that come in pairs, she and he, and what tells the gender of a translation."""
    paired = [pair[GROUPS.index(group)] for pair in language.gender_pairs]
    pronouns = language.pronoun_classes.get({"female": "she", "male": "he"}[group], ())
    return {*require(language, "gender_words")[group], *paired, *_nominatives(language, group), *pronouns}


def _says(text: str, group: str, finder: Pattern[str], words: Mapping[str, Collection[str]]) -> str:
    """Of words inside one another the longest counts: 彼女 is *she*, although 彼 in it is *he*."""
    said_words = {plain(match["word"]) for match in finder.finditer(text)}
    own = not said_words.isdisjoint(words[group])
    other = any(not said_words.isdisjoint(words[name]) for name in words if name != group)
    return BOTH if own and other else KEPT if own else SWAPPED if other else NONE


def _preservation_of(group: str, counter: Counter[str], by_name: int, level: float) -> GroupPreservation:
    counts = {name: counter[name] for name in (KEPT, SWAPPED, BOTH, NONE)}
    return GroupPreservation(group, counts, wilson(counts[KEPT], sum(counts.values()), level), by_name)
