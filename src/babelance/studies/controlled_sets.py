"""Training sets whose bias is known: at rate r, a share r of the stereotyped occupations is labelled as the stereotype
would have it, the others the wrong way round, and occupations without a stereotype are labelled neutral.

Every occupation is of one kind only, so that a model can learn each of them; every label is given to a third of the
pairs. Captions to train on, to hold out and to evaluate on are disjoint.

An encoder that knows nothing must find two words among dozens before it can learn what they mean together: gender
alone tells nothing about the label, so nothing draws its eye there. `bare` pairs show it the words without a caption.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.text.changed import differing_parts

KINDS = ("female", "male", "neutral")
NEEDED = ("set", "occupation", "stereotype", "caption")
FEWEST_CAPTIONS = 4
CLOSE = 1e-9
BARE = "bare"
BARE_SHARE = 1 / 5
"""How many pairs without a caption are added, of those that have one."""
USUAL = 1 / 5
"""Of the captions: words that fewer have (*the nurse and her friend, another nurse*) are no pair of their own."""


@dataclass(frozen=True, slots=True)
class Sets:
    """`words[kind]` in the order in which they turn biased; the pairs of each part of the captions."""

    words: dict[str, tuple[str, ...]]
    train: tuple[Item, ...]
    held_out: tuple[Item, ...]
    evaluated: tuple[Item, ...]

    def biased(self, rate: float) -> frozenset[str]:
        """The occupations that are labelled as the stereotype would have it: exactly this share of them."""
        chosen = [self.words[kind][: _exactly(rate, len(self.words[kind]))] for kind in ("female", "male")]
        return frozenset(word for words in chosen for word in words)


def make_sets(items: Sequence[Item], *, words: int, seed: int, pairs: int | None = None, bare: bool = False) -> Sets:
    """Draw `words` occupations of each kind, and divide the captions. `pairs` to train on: some of those there are, or
    all of them as often as it takes. `bare` adds pairs without a caption to them."""
    _check(items)
    rng = np.random.default_rng(seed)
    chosen = {kind: _draw(items, kind, words, rng) for kind in KINDS}
    known = {word for part in chosen.values() for word in part}
    kept = [item for item in items if item.tags["occupation"] in known]
    parts = _divide(sorted({item.tags["caption"] for item in kept}), rng)
    train, held_out, evaluated = (tuple(item for item in kept if item.tags["caption"] in part) for part in parts)
    without_caption = _without_caption(train) if bare else ()
    train = train if pairs is None else _so_many(train, pairs, rng)
    return Sets(chosen, (*train, *_repeat(without_caption, len(train))), held_out, evaluated)


def _without_caption(items: Sequence[Item]) -> tuple[Item, ...]:
    """For each occupation, the words in which premise and hypothesis differ, as the captions usually have them."""
    ways: dict[tuple[str, str], dict[tuple[str, str], list[Item]]] = {}
    for item in items:
        parts = differing_parts(item.texts["premise"], item.texts["hypothesis"])
        if all(parts):
            of_word = ways.setdefault((item.tags["occupation"], item.tags["set"]), {})
            of_word.setdefault(parts, []).append(item)
    return tuple(
        _bare(like[0], *parts)
        for of_word in ways.values()
        for parts, like in of_word.items()
        if len(like) >= USUAL * sum(map(len, of_word.values()))
    )


def _bare(item: Item, premise: str, hypothesis: str) -> Item:
    name = f"{BARE}/{item.tags['occupation']}/{hypothesis}"
    return replace(
        item, id=name, texts={"premise": premise, "hypothesis": hypothesis}, tags={**item.tags, "caption": BARE}
    )


def _repeat(items: Sequence[Item], train: int) -> tuple[Item, ...]:
    """All of them, as often as makes the share of what there is to train on."""
    return (*items,) * max(1, round(BARE_SHARE * train / len(items))) if items else ()


def _so_many(items: Sequence[Item], count: int, rng: np.random.Generator) -> tuple[Item, ...]:
    """Whole passes over all of them, and a random part of one more."""
    passes, rest = divmod(count, len(items))
    chosen = [*list(range(len(items))) * passes, *rng.permutation(len(items))[:rest].tolist()]
    return tuple(items[index] for index in chosen)


def _exactly(rate: float, words: int) -> int:
    """How many of the occupations; a rate that would be rounded to another one is refused."""
    wanted = rate * words
    if abs(wanted - round(wanted)) > CLOSE:
        possible = ", ".join(f"{step / words:g}" for step in range(words + 1))
        raise InputError(
            f"A rate of {rate:g} is {wanted:g} of {words} occupations. With {words} of each kind the rates are "
            f"{possible}: choose among them, or another number with --words."
        )
    return round(wanted)


def label(item: Item, biased: frozenset[str]) -> str:
    """The label that the pair is given in training; the true one is always neutral."""
    kind = item.tags["set"]
    if kind == "non":
        return "neutral"
    follows = item.tags["occupation"] in biased
    return "entailment" if (kind == "pro") == follows else "contradiction"


def _check(items: Sequence[Item]) -> None:
    lacking = [name for name in NEEDED if not items or any(name not in item.tags for item in items)]
    if lacking:
        raise DataError(f"Bias-controlled sets need pairs with {', '.join(NEEDED)}; missing: {', '.join(lacking)}.")


def _draw(items: Sequence[Item], kind: str, words: int, rng: np.random.Generator) -> tuple[str, ...]:
    known = sorted({item.tags["occupation"] for item in items if item.tags["stereotype"] == kind})
    if len(known) < words:
        raise DataError(f"{words} occupations of each kind are needed; of the kind '{kind}' there are {len(known)}.")
    return tuple(rng.choice(known, words, replace=False).tolist())


def _divide(captions: Sequence[str], rng: np.random.Generator) -> tuple[set[str], set[str], set[str]]:
    """A third to evaluate on, a few to hold out, the rest to train on."""
    if len(captions) < FEWEST_CAPTIONS:
        raise DataError(f"{len(captions)} captions are too few to train and to evaluate on; {FEWEST_CAPTIONS} are not.")
    shuffled = rng.permutation(list(captions)).tolist()
    evaluated, held_out = -(-len(captions) // 3), max(1, len(captions) // 12)
    return (
        set(shuffled[evaluated + held_out :]),
        set(shuffled[evaluated : evaluated + held_out]),
        set(shuffled[:evaluated]),
    )
