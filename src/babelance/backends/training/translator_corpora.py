"""Parallel corpora of several languages as one training set: what is held out, and how languages are mixed.

Pairs are held out by their target sentence. It may stand beside many source sentences and in the corpora of several
languages: held out in one, it is trained on in none. Small corpora are seen more often than their share: with
`smoothing` s, as often as size^s says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from babelance.core.errors import InputError
from babelance.text.translation_pairs import Pair

Corpora = Mapping[str, Sequence[Pair]]
"""Source language → its pairs."""


@dataclass(frozen=True)
class Split:
    """The same languages three times; no target sentence is in two of them."""

    train: Corpora
    dev: Corpora
    test: Corpora


def split_by_target(corpora: Corpora, held_out: int, seed: int) -> Split:
    """Target sentences are drawn by a hash of the sentence and the seed, so that one that stands in the corpora of
    several languages is in the same part of all of them."""
    own = {language: _held_out_targets(language, pairs, held_out, seed) for language, pairs in corpora.items()}
    choosing = {text for names, _ in own.values() for text in names}
    testing = {text for _, names in own.values() for text in names} - choosing
    hidden = choosing | testing
    train = {language: [pair for pair in pairs if pair.target not in hidden] for language, pairs in corpora.items()}
    dev = {language: _first_pairs(corpora[language], set(names)) for language, (names, _) in own.items()}
    test = {language: _first_pairs(corpora[language], set(names) - choosing) for language, (_, names) in own.items()}
    return Split(train, dev, test)


def _held_out_targets(language: str, pairs: Sequence[Pair], held_out: int, seed: int) -> tuple[list[str], list[str]]:
    """Target sentences that choose the epoch, and those that test it."""
    names = sorted({pair.target for pair in pairs}, key=lambda text: _hash(text, seed))
    count = min(held_out, len(names) // 20)
    if not count:
        raise InputError(f"{language}: {len(names)} different sentences are too few to hold some out; 20 are enough.")
    return names[:count], names[count : 2 * count]


def _first_pairs(pairs: Sequence[Pair], targets: set[str]) -> list[Pair]:
    """One pair for every target sentence: another good translation is not another test."""
    first = {pair.target: pair for pair in reversed(pairs) if pair.target in targets}
    return list(first.values())[::-1]


def add_synthetic(split: Split, synthetic: Corpora) -> Split:
    """More pairs to train on, but for those whose target sentence is held out."""
    parts = (*split.dev.values(), *split.test.values())
    hidden = {pair.target for pairs in parts for pair in pairs}
    more = {language: [pair for pair in pairs if pair.target not in hidden] for language, pairs in synthetic.items()}
    train = {language: [*pairs, *more.get(language, ())] for language, pairs in split.train.items()}
    return Split(train, split.dev, split.test)


def _hash(text: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed}\x1f{text}".encode("utf-8", "surrogatepass")).digest()


def sources_of(pairs: Iterable[Pair]) -> list[str]:
    return [pair.source for pair in pairs]


def targets_of(pairs: Iterable[Pair]) -> list[str]:
    return [pair.target for pair in pairs]


def shares(sizes: Mapping[str, int], smoothing: float) -> dict[str, float]:
    """How much of an epoch each language is."""
    total = sum(size**smoothing for size in sizes.values())
    return {language: size**smoothing / total for language, size in sizes.items()}


def mix_languages(train: Corpora, smoothing: float, rng: np.random.Generator) -> Iterator[Pair]:
    """As many pairs as there are, each language with its share; a small one comes up again and again."""
    total = sum(map(len, train.values()))
    for language, share in shares({name: len(pairs) for name, pairs in train.items()}, smoothing).items():
        pairs = train[language]
        count = max(1, round(share * total))
        rounds = -(-count // len(pairs))
        order = np.concatenate([rng.permutation(len(pairs)) for _ in range(rounds)])[:count]
        yield from (pairs[index] for index in order)
