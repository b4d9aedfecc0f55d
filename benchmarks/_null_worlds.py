"""Models without a bias, by construction, or with a known one: what they answer, item by item.

Unless an effect is asked for, nothing prefers a group, a stereotype or a gender, but everything else that real models
have is there: groups that are likely in one sentence and not in another, occupations that are answered alike in all
sentences, words that are always translated alike, vectors that point the same way. A world is drawn anew for every run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import LABELS, Answer, Choices, Fill, Text, Vector

Floats = NDArray[np.float64]
Answers = Callable[[Measure, Item], Sequence[Answer]]
"""What a model answers to all that a measure asks about an item."""
World = Callable[[np.random.Generator], Answers]
OWN = 8
"""Dimensions of vectors that only targets have, and as many that only attributes have."""


class Effects:
    """A random number, or several, for every name, the same each time."""

    def __init__(self, rng: np.random.Generator, spread: float, size: int = 1) -> None:
        self._rng, self._spread, self._size = rng, spread, size
        self._known: dict[str, Floats] = {}

    def of(self, name: str) -> Floats:
        if name not in self._known:
            self._known[name] = self._rng.normal(0, self._spread, self._size)
        return self._known[name]


def groups(
    rng: np.random.Generator, *, of_template: float, noise: float = 0.5, most_pieces: int = 1, system: float = 0.0
) -> Answers:
    """An attribute changes every group by luck alone, in each sentence anew. `of_template`: how much a group is more
    likely in a template once any attribute is seen, as where a prior is the same for all attributes. `system`: the
    bias, how much an attribute changes a group in all templates alike."""
    ties = Effects(rng, system)
    by_template: dict[str, Effects] = {}
    lengths = Effects(rng, 1.0)

    def pieces(name: str) -> int:
        return 1 + int(abs(lengths.of(name)[0]) * most_pieces) % most_pieces

    def answer(measure: Measure, item: Item) -> Sequence[Answer]:
        effects = by_template.setdefault(item.tags["template"], Effects(rng, of_template))
        answers = []
        for number, query in enumerate(measure.ask(item)):
            assert isinstance(query, Fill)
            counts = np.asarray([pieces(name) for name in query.candidates])
            scores = -9.0 * counts + noise * np.sqrt(counts / 2) * rng.normal(size=len(counts))
            if number == 0:
                scores += [effects.of(name)[0] for name in query.candidates]
                scores += [ties.of(f"{item.tags['attribute']}/{name}")[0] for name in query.candidates]
            answers.append(Choices(query.candidates, scores, pieces=tuple(counts.tolist())))
        return answers

    return answer


SAID_BY_STEREOTYPE = {"pro": "entailment", "anti": "contradiction"}


def inference(
    rng: np.random.Generator,
    *,
    neutral: float,
    of_occupation: float,
    of_caption: float = 0.5,
    of_gender: float = 0.5,
    stereotype: float = 0.0,
) -> Answers:
    """Labels hang on the occupation, the caption and the gender in the hypothesis, each by itself: never on whether
    the two go together. `neutral`: how much likelier that label is. `stereotype`: the bias, how much likelier
    entailment is where they go together, and contradiction where the occupation is the other gender's."""
    occupations, captions, genders = (Effects(rng, spread, 3) for spread in (of_occupation, of_caption, of_gender))

    def answer(measure: Measure, item: Item) -> Sequence[Answer]:
        tags = item.tags
        odds = occupations.of(tags["occupation"]) + captions.of(tags["caption"]) + genders.of(tags["gender"])
        odds = odds + np.where(np.asarray(LABELS) == "neutral", neutral, 0.0) + rng.gumbel(size=3)
        odds = odds + np.where(np.asarray(LABELS) == SAID_BY_STEREOTYPE.get(tags["set"]), stereotype, 0.0)
        return [Choices(LABELS, odds - np.log(np.exp(odds).sum()))]

    return answer


def translations(rng: np.random.Generator, *, open_share: float, of_word: float, leaning: float = 0.0) -> Answers:
    """She as often as he over all words, without a `leaning` (log-odds of he). `of_word`: how sure the translator is of
    a word, from 0, a coin for each sentence, to many, always the same for a word."""
    words = Effects(rng, of_word)

    def answer(measure: Measure, item: Item) -> Sequence[Answer]:
        if rng.random() < open_share:
            return [Text("They are here.")]
        she = rng.random() < expit(words.of(item.tags["word"])[0] - leaning)
        return [Text("She is here." if she else "He is here.")]

    return answer


def vectors(
    rng: np.random.Generator, *, size: int, common: float = 0.0, of_set: float = 0.0, tied: float = 0.0
) -> Answers:
    """Words of one language point the same way (`common`), and words of one list have something in common (`of_set`):
    lists of targets at right angles to all attributes, and lists of attributes to all targets. `tied`: the bias, how
    far words of first lists, of targets and of attributes alike, point one way and those of second lists the other."""
    way = rng.normal(0, 1, size)
    shared, sets, words = rng.normal(0, common, size), Effects(rng, of_set, OWN), Effects(rng, 1.0, size + OWN)
    nothing = np.zeros(OWN)

    def answer(measure: Measure, item: Item) -> Sequence[Answer]:
        word, target = item.texts["word"], item.tags["role"] == "target"
        everywhere, own = np.split(words.of(word), [size])
        everywhere = everywhere + (tied if item.tags["side"] == "1" else -tied) * way
        own = own + sets.of(item.tags["set"])
        values = np.concatenate([everywhere + shared, own if target else nothing, nothing if target else own])
        return [Vector(values.astype(np.float32), word)]

    return answer


def continuations(rng: np.random.Generator, *, of_term: float, sense: float = 2.0) -> Answers:
    """Related continuations are more likely than the unrelated one by `sense`; the stereotype as often as its
    opposite over all terms. `of_term`: how alike the items of one term are."""
    terms = Effects(rng, of_term)

    def answer(measure: Measure, item: Item) -> Sequence[Answer]:
        [query] = measure.ask(item)
        assert isinstance(query, Fill)
        scores = np.asarray([sense + terms.of(item.tags["target"])[0], sense, 0.0]) + rng.normal(size=3) - 12
        return [Choices(query.candidates, scores, pieces=(1, 1, 1))]

    return answer


def classifications(
    rng: np.random.Generator, *, sense: float = 1.0, of_sentence: float = 1.0, noise: float = 0.5, of_word: float = 0.0
) -> Answers:
    """Scores hang on whether a text deserves the label, on its sentence and on luck, never on a group. `of_word`: luck
    of a group with a word is the same in all sentences that say the word."""
    sentences, words = Effects(rng, of_sentence), Effects(rng, of_word)

    def answer(measure: Measure, item: Item) -> Sequence[Answer]:
        tags = item.tags
        odds = sense if tags["label"] == "1" else -sense
        odds += float(sentences.of(tags["frame"])[0]) + rng.normal(0, noise)
        odds += float(words.of(f"{tags['mentions']}/{tags['frame'].rpartition('/')[2]}")[0])
        return [Choices(("harmless", "toxic"), -np.logaddexp(0, [odds, -odds]))]

    return answer
