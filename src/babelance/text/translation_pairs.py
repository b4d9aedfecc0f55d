"""Sentence pairs for training translators: read from any parallel corpus, cleaned, and every pair left out is counted.

| cleaning | what it does to a sentence |
|---|---|
| `usual` | one space between words, Unicode in its composed form |
| `paper` | also: special characters and punctuation become spaces, lower case |

`paper` is §3.1 of Ramesh, Gupta, Singh, GeBNLP 2021. With both, pairs are left out if a side is missing, empty or too
long, if one side is many times as long as the other, if both are the same, and if the pair was there before.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from babelance.text.parallel import blocks, strings
from babelance.text.streams import chunks, open_stream

Cleaning = Literal["usual", "paper"]
CLEANINGS: tuple[Cleaning, ...] = ("usual", "paper")


class Pair(NamedTuple):
    """A sentence and its translation."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Limits:
    """`longest` in characters; `ratio` is how many times as long one side may be as the other."""

    longest: int = 400
    ratio: float = 9.0


@dataclass(frozen=True)
class Pairs:
    """What is kept of a corpus, in its order, and how many pairs were left out for which reason."""

    kept: tuple[Pair, ...]
    left: dict[str, int]
    lines: int


def read_pairs(
    paths: Sequence[str],
    *,
    source: str,
    target: str,
    columns: tuple[int, int] = (0, 1),
    cleaning: Cleaning = "usual",
    limits: Limits | None = None,
) -> Pairs:
    """The pairs of a corpus: a TSV, TMX or OPUS zip, or two files line by line, the target language first."""
    raw = _raw(paths, source=source, target=target, columns=columns)
    return clean(raw, CLEANERS[cleaning], limits or Limits())


def _raw(paths: Sequence[str], *, source: str, target: str, columns: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """(source, target) of every line, empty where there is none."""
    for block in blocks(list(paths), source=target, target=source, columns=columns):
        sides = block.sides()
        for source_line, target_line in zip(sides.target.to_pylist(), sides.source.to_pylist(), strict=True):
            yield source_line or "", target_line or ""


def read_texts(path: str, *, cleaning: Cleaning = "usual", limits: Limits | None = None) -> list[str]:
    """The different lines of a text in one language, cleaned; plain or compressed."""
    longest = (limits or Limits()).longest
    lines = (line for chunk in chunks(open_stream(path), path) for line in strings(chunk)[0].to_pylist())
    texts = (CLEANERS[cleaning](line or "") for line in lines)
    return list(dict.fromkeys(text for text in texts if 0 < len(text) <= longest))


def clean(raw: Iterable[tuple[str, str]], cleaner: Callable[[str], str], limits: Limits) -> Pairs:
    kept: dict[Pair, None] = {}
    left = Counter[str]()
    for sides in raw:
        pair = Pair(*map(cleaner, sides))
        if reason := _reason(pair, limits) or ("twice in the corpus" if pair in kept else ""):
            left[reason] += 1
        else:
            kept[pair] = None
    return Pairs(tuple(kept), dict(sorted(left.items())), len(kept) + left.total())


def _reason(pair: Pair, limits: Limits) -> str:
    """Why a pair is left out; empty if it is kept."""
    shorter, longer = sorted(map(len, pair))
    if not shorter:
        return "a side is missing or empty"
    if longer > limits.longest:
        return f"longer than {limits.longest} characters"
    if longer > limits.ratio * shorter:
        return f"one side more than {limits.ratio:g} times as long as the other"
    return "both sides are the same" if pair.source == pair.target else ""


def usual(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def paper(text: str) -> str:
    """Letters, marks and digits, in lower case; everything else becomes a space."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return " ".join("".join(sign if kept_by_paper(sign) else " " for sign in folded).split())


def kept_by_paper(sign: str) -> bool:
    """Marks are letters to many scripts; joiners decide how Persian and Hindi words are written."""
    return unicodedata.category(sign)[0] in "LMN" or sign in "\u200c\u200d"


CLEANERS: dict[Cleaning, Callable[[str], str]] = {"usual": usual, "paper": paper}
