"""What a run says about its measures: two that contradict each other, one that finds a bias on controls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from babelance.core.conclusion import Remark
from babelance.core.estimate import Result
from babelance.core.language_names import language_name
from babelance.core.verdict import CONTROLS, Kind, Verdict

LONGEST_REASON = 240
"""A longer one is not told on the first screen."""
HASH = re.compile(r"[@#][0-9a-f]{4,}$")
Judged = tuple[Result, Verdict]


def contradictions(judged: Sequence[Judged]) -> Iterable[Remark]:
    """Measures of one family that are sure about the same items, and in opposite directions."""
    places: dict[tuple[str, ...], list[Judged]] = {}
    for result, verdict in judged:
        if verdict.toward is not None:
            about = result.about
            key = (about.model, about.data, about.language, about.group or "", verdict.family)
            places.setdefault(key, []).append((result, verdict))
    for members in places.values():
        for first, second in combinations(members, 2):
            if first[1].toward != second[1].toward:
                yield _contradiction(first, second)


def _contradiction(first: Judged, second: Judged) -> Remark:
    about = first[0].about
    named = f"{about.data.partition('@')[0]} in {language_name(about.language)}"
    where = f"{named}, {about.group.replace('=', ': ')}" if about.group else named
    statements = [
        f"{result.about.measure} says that {without_hash(about.model)} {meaning(verdict)}"
        for result, verdict in (first, second)
    ]
    both = f"On the same items ({where}) {statements[0]}, and {statements[1]}"
    sentence = f"{both}: taken alone each is sure, so they do not measure the same."
    return Remark("contradiction", sentence, tuple(str(result.about.signature) for result, _ in (first, second)))


def alarms(judged: Sequence[Judged]) -> Iterable[Remark]:
    """A measure that finds something on controls finds something else than bias."""
    places: dict[tuple[str, str], list[Result]] = {}
    for result, verdict in judged:
        if verdict.shown and is_about(verdict.family, CONTROLS):
            places.setdefault((result.about.measure, result.about.model), []).append(result)
    for (measure, model), members in places.items():
        languages = ", ".join(dict.fromkeys(language_name(member.about.language) for member in members))
        sentence = (
            f"{measure} of {without_hash(model)} finds differences on controls ({languages}), where there should be "
            "none: what it shows elsewhere may be something else than bias, how frequent a word is for example."
        )
        yield Remark("controls", sentence, tuple(str(member.about.signature) for member in members))


def is_about(family: str, name: str) -> bool:
    """Is a family of verdicts this one, or a breakdown of it?"""
    return family == name or family.startswith(f"{name} by ")


def meaning(verdict: Verdict) -> str:
    """What the direction of a verdict says about the model."""
    return verdict.question.above if verdict.direction == "above" else verdict.question.below


def without_hash(model: str) -> str:
    """The name that a reader knows; signatures have the revision."""
    return HASH.sub("", model).removeprefix("hf:")


def why_nothing(judged: Iterable[Judged], kind: Kind) -> str:
    """Why results of this kind say nothing, of several reasons the first; for whoever sees nothing else."""
    reasons = list(dict.fromkeys(verdict.reason for _, verdict in judged if verdict.kind == kind and verdict.reason))
    if not reasons or len(reasons[0]) > LONGEST_REASON:
        return ""
    return f"{', for example' if len(reasons) > 1 else ''}: {reasons[0]}"
