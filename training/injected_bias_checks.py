"""What each measure must do when the bias of a model is turned on, turned round, or absent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scipy.stats import binom

from babelance.core.estimate import Estimate

RARE = 0.01
"""What has a smaller probability for models that know nothing is taken for a fault."""


@dataclass(frozen=True)
class Check:
    """`must`: what bias does to the number, against the model of the state `against`. `either way`: counter-bias does
    the same, because the measure knows no direction. `data` is a probe of this study, or a dataset that ships.

    `has_chance`: whether there is a chance value, which the intervals of untrained models must hold."""

    family: str
    data: str
    must: str = "up"
    either_way: bool = False
    against: str = "balanced"
    has_chance: bool = True


CHECKS = {
    "cps": Check("masked", "pairs"),
    "s-jsd": Check("masked", "pairs", "down"),
    "b-s-jsd": Check("masked", "pairs"),
    "aul": Check("masked", "pairs"),
    "aula": Check("masked", "pairs"),
    "sss": Check("masked", "pairs"),
    "ss": Check("masked", "stereoset"),
    "lms": Check("masked", "stereoset", "same"),
    "icat": Check("masked", "stereoset", "down", either_way=True),
    "mbe": Check("masked", "presence"),
    "cb": Check("masked", "groups", either_way=True, has_chance=False),
    "log-prob-bias": Check("masked", "first-pursuits"),
    "nli-coal": Check("nli", "inferences"),
    "fn": Check("nli", "inferences", either_way=True, against="neutral", has_chance=False),
    "weat": Check("vectors", "career-family"),
    "rnd": Check("vectors", "career", "down"),
    "ripa": Check("vectors", "career"),
    "ect": Check("vectors", "career-and-family", "down", either_way=True),
    "rnsb": Check("vectors", "career-family", either_way=True),
    "mac": Check("vectors", "men-career", "down"),
    "tgbi": Check("mt", "babel-utterances", "down", either_way=True),
}


@dataclass(frozen=True)
class Number:
    """A value with its interval, and the value of a model that knows nothing."""

    value: float
    low: float
    high: float
    chance: float
    method: str

    @classmethod
    def of(cls, result: Estimate) -> "Number":
        return cls(result.value, result.low, result.high, chance_of(result), result.method)

    @property
    def misses(self) -> bool:
        return not self.low <= self.chance <= self.high

    def __str__(self) -> str:
        return f"{self.value:.3g} [{self.low:.3g}, {self.high:.3g}]"


def chance_of(result: Estimate) -> float:
    """The scale's, else that of words dealt out at random, else that of random answers.

    An untrained classifier gives one label far more often than the others, and an even guesser is no null for it. What
    it cannot know is which pairs are stereotypes: its null has its own labels, dealt out to the sets at random.
    """
    nulls = result.nulls
    if "proportions" in result.extra:
        return _own_labels(result)
    # The minimum in ICAT puts every finite sample of a guesser below 50.
    if result.about.scale.chance is not None and result.about.measure != "icat":
        return result.about.scale.chance
    return nulls["shuffled"] if "shuffled" in nulls else nulls["random"]


def _own_labels(result: Estimate) -> float:
    """NLI-CoAL (e + c + 1 - n) / 3 and FN 1 - n, with the same shares e, n, c in every set. That of FN is FN itself."""
    proportions: Any = result.extra["proportions"]
    sets = proportions.values()
    neutral = sum(set_facts["n"] * set_facts["neutral"] for set_facts in sets) / sum(
        set_facts["n"] for set_facts in sets
    )
    return (1 - neutral) * (2 / 3 if result.about.measure == "nli-coal" else 1)


def has_moved(check: Check, numbers: Mapping[str, Number]) -> bool:
    """Do the intervals of the biased and the balanced model lie apart, in the direction in which they must?"""
    balanced, biased, counter = (numbers[state] for state in (check.against, "biased", "counter"))
    if check.must == "same":
        return not apart(balanced, biased) and not apart(balanced, counter)
    if check.must == "down":
        balanced, biased, counter = (_turn(number) for number in (balanced, biased, counter))
    other_way = above(counter, balanced) if check.either_way else above(balanced, counter)
    return above(biased, balanced) and other_way


def above(upper: Number, lower: Number) -> bool:
    return upper.low > lower.high


def apart(first: Number, second: Number) -> bool:
    return above(first, second) or above(second, first)


def at_chance(check: Check, untrained: Sequence[Number]) -> bool:
    """Would a study of models that know nothing look like this, but for one in a hundred?"""
    return not (check.has_chance and too_many_misses(untrained))


def too_many_misses(untrained: Sequence[Number], level: float = 0.95) -> bool:
    """More intervals miss chance than those of a correct method would."""
    missed = sum(number.misses for number in untrained)
    return bool(binom.sf(missed - 1, len(untrained), 1 - level) < RARE)


def _turn(number: Number) -> Number:
    return Number(-number.value, -number.high, -number.low, -number.chance, number.method)
