"""Where a corpus mentions a group or a gender: what a concept is learnt from, and what it is looked for in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from babelance.core.errors import InputError
from babelance.core.language import require
from babelance.core.registry import LANGUAGES
from babelance.mitigations.balance.draws import Tally
from babelance.mitigations.balance.gender import Gender
from babelance.mitigations.balance.groups import Groups
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning.corpus import Part
from babelance.text.streams import text_lines

FEWEST = 20
"""Mentions of a group; rarer ones teach nothing."""
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of the group `key`, at text[start:end]."""

    text: str
    start: int
    end: int
    key: str


def find_mentions(
    corpus: Sequence[str], part: Part, *, language: str, concept: str, groups: str | None, seed: int
) -> list[Mention]:
    """All of one part of the corpus, at most so many; groups that are mentioned too rarely are left out."""
    finder = _finder(language, concept, groups, seed)
    lines = (line for line in text_lines(corpus) if _corpus.part_of(line, seed) == part)
    mentions = [Mention(line, *mention) for line in lines for mention in finder.mentions(line)]
    counts = Counter(mention.key for mention in mentions)
    fewest = FEWEST if part == "train" else 2
    return [mention for mention in mentions if counts[mention.key] >= fewest][:MOST]


def _finder(language: str, concept: str, groups: str | None, seed: int) -> Gender | Groups:
    """Words are looked for, not exchanged: grammar that forbids exchanging them does not matter."""
    if concept == "groups":
        return Groups.of(language, seed, groups)
    if groups is not None:
        raise InputError(f"--groups and --concept {concept} do not go together: the file has groups.")
    known = LANGUAGES.get(language)
    require(known, "gender_pairs")
    return Gender(known, Tally(np.random.default_rng(seed)))


def need_two(mentions: Sequence[Mention], concept: str, language: str) -> None:
    if len({mention.key for mention in mentions}) < 2:
        raise InputError(
            f"The corpus mentions fewer than two of '{concept}' in '{language}' at least {FEWEST} times each, so there "
            "is no concept to learn. Give more text of that language."
        )


def by_key(mentions: Sequence[Mention]) -> Iterator[tuple[str, int]]:
    yield from sorted(Counter(mention.key for mention in mentions).items())
