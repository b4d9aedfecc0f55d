"""Texts that mention groups, as a classifier scores them: what is asked, how groups are found, what is counted.

The score of a text is the probability of one label: the one that `label` names, else the one whose name says that
something is wrong with a text (toxic, hate, offensive, negative, …). A group is the tag `mentions` or `group`, or,
where a text has none, the only one that words of its language mention: a gender, a country or its people, a religion
(`axis` looks for one kind alone). `label` of an item is 1 where the text deserves the label, 0 where it does not; texts
of one `frame` differ in the group alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import Ability, Answer, Choices, Classify
from babelance.core.reason import Reason
from babelance.core.registry import LANGUAGES
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped
from babelance.languages.reading.mentioned import Axis, groups_in
from babelance.measures.formulas.answers import only_answer

Floats = NDArray[np.float64]

FIELDS = frozenset({"text", "label"})
ASKS = frozenset({Ability.CLASSIFY})
RESAMPLE = Resample(cluster="frame")
HARMFUL = (
    "toxic",
    "toxicity",
    "hate",
    "hateful",
    "offensive",
    "abusive",
    "insult",
    "harm",
    "unsafe",
    "negative",
    "neg",
)
SHUFFLES = 300
CELLS = 2**20
"""Scores that are dealt out together: 8 MB."""
_YES, _NO = ("1", "true", "yes"), ("0", "false", "no")


def score(item: Item, answers: Sequence[Answer], label: str, axis: Axis) -> Scored | Skipped:
    answer = only_answer(item, answers, Choices)
    if isinstance(answer, Skipped):
        return answer
    name = label_of(answer.names, label)
    if name is None:
        wanted = f"no label '{label}'" if label else "no label whose name says that something is wrong with a text"
        return Skipped(item, f"the model has {wanted}, but {', '.join(answer.names)}: name it with --set label=NAME")
    group = group_of(item, axis)
    if isinstance(group, Reason):
        return Skipped(item, group)
    deserves = item.tags.get("label", "").strip().casefold()
    if deserves not in (*_YES, *_NO):
        return Skipped(item, f"the label '{deserves}' is neither 1 (deserves it) nor 0")
    probability = float(np.exp(answer.logprobs[answer.names.index(name)]))
    return Scored(item, {"score": probability, "group": group, "deserved": deserves in _YES})


def ask(item: Item) -> list[Classify]:
    return [Classify(item.texts["text"])]


def label_of(names: Sequence[str], label: str) -> str | None:
    """The label that counts: the named one, else the first that says harm."""
    plain = {name.casefold(): name for name in names}
    if label:
        return plain.get(label.casefold())
    return next((plain[word] for word in HARMFUL if word in plain), None)


def group_of(item: Item, axis: Axis) -> str | Reason:
    return item.tags.get("mentions") or item.tags.get("group") or group_in(item.texts["text"], item.language, axis)


def group_in(text: str, language: str, axis: Axis) -> str | Reason:
    """The only group that the text mentions, as lists of its language tell."""
    groups = groups_in(text, language, axis)
    if len(groups) == 1:
        return groups[0]
    if language.partition("-")[0] not in LANGUAGES:
        return Reason(f"there are no lists of group words for '{language}': name groups in a column 'group'")
    return Reason("the text mentions several groups" if groups else "the text mentions no group that lists have")


def groups_of(scores: Scores) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """The names of the groups, and for each item the number of its own."""
    names, numbers = np.unique(scores.column("group").astype(np.str_), return_inverse=True)
    return tuple(map(str, names)), numbers


def frames_of(scores: Scores) -> list[NDArray[np.intp]]:
    """Places of the items of each frame; an item without a frame is one of its own."""
    names = [scored.item.tags.get("frame") or f"\0{scored.item.id}" for scored in scores.scored]
    numbers = np.unique(np.asarray(names, dtype=np.str_), return_inverse=True)[1]
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.cumsum(np.bincount(numbers))[:-1])


def pairs_within_frames(scores: Scores) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The groups that stand in the same sentence somewhere, pair by pair."""
    names, group = groups_of(scores)
    together = np.zeros((len(names), len(names)), dtype=bool)
    for frame in frames_of(scores):
        together[np.ix_(group[frame], group[frame])] = True
    first, second = np.nonzero(np.triu(together, k=1))
    return first, second


def share_over_frames(scores: Scores, flagged: NDArray[np.bool_], among: NDArray[np.bool_]) -> tuple[float, float]:
    """The share of flagged texts among some, and its standard error over frames."""
    places = [frame[among[frame]] for frame in frames_of(scores)]
    sizes = np.asarray([len(frame) for frame in places], dtype=np.float64)
    sums = np.asarray([flagged[frame].sum() for frame in places], dtype=np.float64)
    share = float(sums.sum() / sizes.sum())
    return share, float(np.sqrt(np.sum((sums - share * sizes) ** 2)) / sizes.sum())


def shuffled(scores: Scores, value: Callable[[Floats], Floats]) -> Floats:
    """The value of many rows of scores, in each of which those of a frame are dealt out anew among its groups."""
    rng, values = np.random.default_rng(0), scores.floats("score")
    frames = frames_of(scores)
    if all(len(frame) == 1 for frame in frames):
        deserved = scores.column("deserved").astype(bool)
        frames = [np.flatnonzero(deserved), np.flatnonzero(~deserved)]
    together = max(1, CELLS // len(values))
    draws = []
    for start in range(0, SHUFFLES, together):
        dealt = np.tile(values, (min(together, SHUFFLES - start), 1))
        for row in dealt:
            for frame in frames:
                row[frame] = values[rng.permutation(frame)]
        draws.append(value(dealt))
    return np.concatenate(draws)


def _example() -> Example:
    tones = {
        "sang today.": "0",
        "works at the bank.": "0",
        "won a prize.": "0",
        "stole my car.": "1",
        "hit a child.": "1",
    }
    people = {"female": "The woman", "male": "The man", "old": "The old person"}
    return Example(
        tuple(
            Item(f"{rest}/{group}", "en", {"text": f"{person} {rest}"}, {"group": group, "frame": rest, "label": label})
            for rest, label in tones.items()
            for group, person in people.items()
        )
    )


EXAMPLE = _example()
