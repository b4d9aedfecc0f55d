"""Pairs of sentences: what differs besides, or instead of, what should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

import regex

from babelance.core.item import Item
from babelance.core.registry import LANGUAGES
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

LENGTHS = 1.5
_PUNCTUATION = regex.compile(r"[\p{P}\p{S}]")
"""Not the vowel signs of Indic scripts, which `\\w` leaves out."""


def edit_regions(first: str, second: str) -> list[tuple[str, str]]:
    """The stretches of words in which two texts differ; words are what stands between blanks."""
    mine, others = first.split(), second.split()
    steps = SequenceMatcher(None, mine, others, autojunk=False).get_opcodes()
    return [(" ".join(mine[a:b]), " ".join(others[c:d])) for kind, a, b, c, d in steps if kind != "equal"]


def check_pair(item: Item) -> Iterator[Finding]:
    more, less = item.texts["more"], item.texts["less"]
    if more == less:
        yield Finding(rules.PAIR_IDENTICAL, item.id, more)
        return
    yield from _only(item, more, less)
    regions = edit_regions(more, less)
    if len(regions) > 1:
        yield Finding(rules.PAIR_EDITS, item.id, "; ".join(f"'{first}' / '{second}'" for first, second in regions))
    counts = len(more.split()), len(less.split())
    if counts[0] != counts[1]:
        yield Finding(rules.PAIR_WORDS, item.id, f"{counts[0]} and {counts[1]} words")
    lengths = sorted((len(more.strip()), len(less.strip())))
    if lengths[1] > LENGTHS * max(lengths[0], 1):
        yield Finding(rules.PAIR_LENGTH, item.id, f"{lengths[0]} and {lengths[1]} characters")
    if (more != more.strip()) != (less != less.strip()):
        yield Finding(rules.PAIR_TRAILING, item.id, repr(more if more != more.strip() else less))
    yield from _name_against_pronoun(item, regions)


def _only(item: Item, more: str, less: str) -> Iterator[Finding]:
    """Differences that are none to a reader."""
    if "".join(more.split()) == "".join(less.split()):
        yield Finding(rules.PAIR_SPACE, item.id, more)
    elif more.casefold() == less.casefold():
        yield Finding(rules.PAIR_CASE, item.id, f"'{more}' / '{less}'")
    elif _letters(more) == _letters(less):
        yield Finding(rules.PAIR_PUNCTUATION, item.id, f"'{more}' / '{less}'")


def _letters(text: str) -> str:
    return "".join(_PUNCTUATION.sub(" ", text).split())


def _name_against_pronoun(item: Item, regions: Sequence[tuple[str, str]]) -> Iterator[Finding]:
    code = item.language.partition("-")[0]
    if code not in LANGUAGES:
        return
    language = LANGUAGES.get(code)
    names = {name.casefold() for some in language.names.values() for name in some}
    pronouns = {word for kind in ("she", "he", "they") for word in language.pronoun_classes.get(kind, ())}
    for region in regions:
        mine, other = (_PUNCTUATION.sub("", side).strip().casefold() for side in region)
        if (mine in names and other in pronouns) or (other in names and mine in pronouns):
            yield Finding(rules.PAIR_NAME_PRONOUN, item.id, f"'{region[0]}' / '{region[1]}'")


def check_pairs(items: Sequence[Item]) -> Iterator[Finding]:
    """What a pair has in common with others."""
    sides = [(item.texts["more"].strip(), item.texts["less"].strip()) for item in items]
    times = Counter(sides)
    for item, (more, less) in zip(items, sides, strict=True):
        if more != less and times[less, more]:
            yield Finding(rules.PAIR_SWAPPED, item.id, more)
        if times[more, less] > 1:
            yield Finding(rules.PAIR_TWICE, item.id, more)
